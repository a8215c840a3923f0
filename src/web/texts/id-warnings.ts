/** What a person is told about a source or this machine, in Indonesian; what stands beside it names the source. */
import { dayOf, longestDays, type StoredWarning, type WarningCause, type WarningFacts } from "../../api/warning-words.js";
import type { ShownWarning } from "./said.js";

const LOOK = "Buka halaman kunci di peramban; sumber dicoba lagi pada waktu berikutnya.";

/** Null: the acts beside it say what to do. */
const WARNINGS: { readonly [C in WarningCause]: (details: WarningFacts[C]) => ShownWarning } = {
  "key-missing": () => ({
    message: "Tidak ada lagi rekaman yang dikenal yang ditampilkan; sumber menunggu, dan tidak ada yang ditulis.",
    hint: null,
  }),
  "not-healed": () => ({
    message: "Halaman telah berubah dan tidak dapat dipelajari kembali dari rekaman yang dikenal.",
    hint: null,
  }),
  unreachable: () => ({ message: "Tidak menjawab; ini tidak berarti apa-apa tentang templatnya.", hint: LOOK }),
  unrecognised: () => ({
    message: "Menjawab dengan halaman yang tidak seperti miliknya (halaman galat, pemeriksaan robot, pengodean yang salah).",
    hint: LOOK,
  }),
  "list-unread": () => ({
    message:
      "Sebuah halaman daftar atau peta situs tidak menjawab sebagaimana mestinya, atau tidak menampilkan tautan yang dapat diikuti; halaman baru mungkin terlewat.",
    hint: "Buka daftarnya di peramban; lalu periksa alamatnya dan cara menuju halaman berikutnya.",
  }),
  unconfirmed: () => ({
    message:
      "Dipelajari kembali dari satu-satunya rekaman yang dikenal; bacaannya disimpan terpisah sampai rekaman lain menegaskannya.",
    hint: null,
  }),
  "nothing-read": () => ({
    message:
      "Panen terakhir tidak membaca satu pun halamannya selain halaman kunci: halaman gagal, dikecualikan, ditahan atau hilang, atau tidak ada yang ditemukan.",
    hint: "Buka beberapa halamannya di peramban; lalu periksa daftar atau peta situsnya, polanya, dan apa yang diizinkan robots.txt-nya.",
  }),
  "records-unread": () => ({
    message: "Rekaman yang dikenal ditampilkan di daftarnya tetapi tidak terbaca di sana; rekaman itu tetap seperti semula.",
    hint: null,
  }),
  limit: () => ({
    message:
      "Halamannya lebih banyak daripada yang diambil dalam satu panen; dari yang ditemukan, sisanya dikunjungi pada panen berikutnya.",
    hint: "Naikkan maxPages sumber ini, atau kecualikan halaman dengan pola; satu daftar diikuti sampai 1.000 halaman, peta situs sampai 500, dan di luar itu tidak ada yang ditemukan.",
  }),
  failed: () => ({ message: "Sebuah panen gagal dan dicoba lagi; ini cacat bartree, bukan situsnya.", hint: null }),
  "proof-failed": () => ({
    message:
      "Halaman ditahan karena bita tersimpannya tidak menampilkan suatu nilai di tempat ia dibaca; ini cacat bartree, bukan situsnya.",
    hint: null,
  }),
  "secret-lost": () => ({
    message: "Header dan kukinya tidak dapat dibuka: disegel dengan berkas rahasia lain.",
    hint: null,
  }),
  "secret-file": () => ({
    message: "Header dan kukinya tidak dapat dibuka: berkas rahasia mesin ini tidak dapat dipakai.",
    hint: null,
  }),
  "pages-unlike": ({ pages, found }) => ({
    message: `${pages} dari ${found} halaman yang ditunjuk daftarnya tidak dikenali sebagai rekamannya: daftarnya mungkin salah, atau halaman itu berdesain lain.`,
    hint: null,
  }),
  variants: ({ groups }) => {
    const [pages, layouts] = [groups[0]?.pages ?? 0, groups.length];
    return {
      message:
        layouts === 1
          ? `${pages} halaman kekurangan isian yang sama. Labeli satu untuk memperbaikinya.`
          : `Ada halaman yang kekurangan isian yang sama, dalam ${layouts} kelompok, yang terbesar ${pages} halaman. Labeli satu dari tiap kelompok untuk memperbaikinya.`,
      hint: null,
    };
  },
  silence: (pause) => ({
    message: `Tidak ada rekaman baru sejak ${dayOf(pause)}; sebelumnya tidak ada jeda lebih lama dari ${longest(pause)}.`,
    hint: "Buka halaman daftarnya di peramban: adakah rekaman yang tidak ada di sini? Berarti alamat daftar atau halamannya berubah.",
  }),
  unchanged: (details) => {
    if ("since" in details)
      return {
        message: `Tidak ada yang berubah sejak ${dayOf(details)}; sebelumnya tidak ada jeda lebih lama dari ${longest(details)}.`,
        hint: "Situs mungkin pindah dan meninggalkan halaman lamanya: cari alamat barunya.",
      };
    const { pages, first } = details;
    return {
      message: `${pages === 1 ? "Sebuah" : pages} halaman dulu berubah dan sekarang tidak lagi, misalnya ${first[0]?.address}.`,
      hint: "Buka di peramban: mungkin halaman itu ditinggalkan sementara isinya pindah.",
    };
  },
  "fewer-pages": ({ usual, now }) => ({
    message: `Daftarnya menuju ${now} halaman yang boleh dikunjungi; biasanya ${usual}.`,
    hint: "Buka halaman daftarnya di peramban: bila benar, tandai peringatan ini sudah dilihat; bila tidak, periksa alamat, halaman dan polanya, serta robots.txt-nya.",
  }),
  "more-withheld": ({ usual, now }) => ({
    message: `${now} halaman ditahan sebagian atau seluruhnya; biasanya ${usual}.`,
    hint: null,
  }),
  untaken: ({ usual, now }) => ({
    message: `Sebuah halaman daftar menampilkan ${now} entri yang tidak diambil sebagai rekaman; biasanya ${usual}.`,
    hint: "Bandingkan halaman daftar dengan rekaman: jenis entri baru mungkin perlu label sendiri.",
  }),
  "undelivered-mail": (details) => ({
    message: undelivered("", details),
    hint: "Periksa BARTREE_SMTP_URL dan server surelnya; `bartree mail test` mencobanya.",
  }),
  "undelivered-webhook": (details) => ({
    message: undelivered("webhook ", details),
    hint: "Periksa penerimanya; `bartree hook test` mencobanya, `bartree hook remove` melepasnya.",
  }),
  "disk-low": () => ({
    message: "Ruang diska basis data kurang dari 5 %; panen menunggu, dan yang tersimpan tetap dapat dibaca.",
    hint: "Beri ruang di diska; panen berlanjut sendiri. `bartree doctor` menyebut seberapa cepat basis data tumbuh.",
  }),
};

const longest = (pause: Parameters<typeof longestDays>[0]): string =>
  longestDays(pause) === 1 ? "sehari" : `${longestDays(pause)} hari`;

function undelivered(kind: string, { receivers: [first, ...others] }: WarningFacts["undelivered-mail"]): string {
  const more = others.length > 0 ? ` dan ${others.length} lagi` : "";
  return `Pesan ke ${kind}${first?.receiver}${more} tidak sampai: ${first?.reason}.`;
}

export function warningInIndonesian({ cause, details }: StoredWarning): ShownWarning {
  if (!Object.hasOwn(WARNINGS, cause)) return { message: cause, hint: null }; // stored by another version
  return (WARNINGS[cause] as (given: object) => ShownWarning)(details); // the details are the cause's own
}
