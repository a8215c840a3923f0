/** What the server says when it refuses, in Indonesian. Errors of the terminal alone are not among them. */
import type { ErrorReport, ErrorSentence, Noun, PageFacts } from "../../api/errors.js";
import type { Reason } from "../../api/reasons.js";
import { id } from "./id.js";
import { inIndonesian } from "./id-reasons.js";

const NOUNS: Readonly<Record<Noun, string>> = {
  "API key": "kunci API",
  account: "akun",
  "account of yours": "akun Anda",
  check: "pemeriksaan",
  demo: "demo",
  draft: "draf",
  "group of withheld pages": "kelompok halaman yang ditahan",
  "page of this draft": "halaman draf ini",
  "proof of this value": "bukti nilai ini",
  record: "rekaman",
  "removed source": "sumber yang dihapus",
  "site of the demo": "situs demo",
  snapshot: "potret halaman",
  source: "sumber",
  "source of this record": "sumber rekaman ini",
  "template version": "versi templat",
  warning: "peringatan",
  webhook: "webhook",
};

const ERRORS: { readonly [C in keyof PageFacts]: (...facts: PageFacts[C]) => ErrorSentence } = {
  "page-empty": (page) => ({
    message: `Halaman “${page}” kosong.`,
    hint: "Simpan lagi halamannya dan periksa bahwa berkasnya berisi.",
  }),
  "page-not-html": (page) => ({
    message: `“${page}” bukan halaman HTML.`,
    hint: "Simpan halaman dari peramban sebagai HTML saja; PDF, gambar, umpan, atau teks biasa tidak dapat diukur.",
  }),
  "address-refused": (address, reason) => ({
    message: `“${address}” tidak dikunjungi: ${clause(reason)}.`,
    hint: "Beri alamat http atau https yang umum; port lain dan alamat di mesin ini disebut dalam setelan.",
  }),
  "redirect-refused": (address, reason) => ({
    message: `“${address}” mengalihkan ke tempat yang tidak dikunjungi: ${clause(reason)}.`,
    hint: "Beri alamat halaman itu sendiri, bila terbuka untuk umum.",
  }),
  "too-many-redirects": (address, reason) => ({
    message: `“${address}” terus-menerus mengalihkan: ${clause(reason)}.`,
    hint: "Buka di peramban dan beri alamat akhirnya; sebagian situs terus mengalihkan tanpa kuki.",
  }),
  "robots-disallowed": (address, reason) => ({
    message: `“${address}” tidak dikunjungi: ${clause(reason)}.`,
    hint: "Minta izin pemilik situs, atau ambil halaman yang diizinkan robots.txt-nya.",
  }),
  "robots-unreachable": (address, reason) => ({
    message: `“${address}” tidak dikunjungi sekarang, karena robots.txt situs itu tidak dapat dibaca: ${clause(reason)}.`,
    hint: "Coba lagi nanti; sebelum terbaca, tidak ada yang tahu apakah kunjungan diizinkan.",
  }),
  "host-not-found": (address, reason) => ({
    message: `Nama mesin dari “${address}” tidak ditemukan: ${clause(reason)}.`,
    hint: "Periksa ejaannya, dan bahwa mesin ini dapat mencari nama.",
  }),
  "host-busy": (address, reason) => ({
    message: `“${address}” tidak dikunjungi sekarang: ${clause(reason)}.`,
    hint: "Coba lagi nanti.",
  }),
  "fetch-timeout": (address, reason) => ({
    message: `“${address}” terlalu lama: ${clause(reason)}.`,
    hint: "Coba lagi nanti; situsnya mungkin lambat atau mati.",
  }),
  "fetch-failed": (address, reason) => ({
    message: `“${address}” tidak dapat diambil: ${clause(reason)}.`,
    hint: "Periksa apakah situsnya terbuka di peramban, dan apakah mesin ini tersambung ke jaringan.",
  }),
  "certificate-invalid": (address, reason) => ({
    message: `“${address}” tidak punya sertifikat yang sah: ${clause(reason)}.`,
    hint: "Beri tahu pemilik situs; tanpa itu tidak ada yang tahu siapa yang menjawab.",
  }),
  "status-unexpected": (address, reason) => ({
    message: `“${address}” tidak memberi halaman: ${clause(reason)}.`,
    hint: "Buka di peramban; mungkin perlu masuk dahulu, atau sedang rusak.",
  }),
  "page-gone": (address, reason) => ({
    message: `“${address}” tidak ada: ${clause(reason)}.`,
    hint: "Periksa alamatnya; situs itu berkata tidak punya halaman tersebut.",
  }),
  "response-too-large": (address, reason) => ({
    message: `“${address}” terlalu besar: ${clause(reason)}.`,
    hint: "Ambil halaman yang lebih kecil; simpan ke berkas bila harus yang ini.",
  }),
  "response-incomplete": (address, reason) => ({
    message: `“${address}” tidak terkirim seutuhnya: ${clause(reason)}.`,
    hint: "Coba lagi nanti.",
  }),
  "encoding-unsupported": (address, reason) => ({
    message: `“${address}” dimampatkan dengan cara yang tidak dibaca: ${clause(reason)}.`,
    hint: "Simpan halaman dari peramban dan beri berkasnya; gzip, deflate, dan br dapat dibaca.",
  }),
  "work-too-long": (seconds) => ({
    message: `Pengolahan halaman lebih lama dari ${seconds} detik dan dihentikan.`,
    hint: "Halaman ini sangat besar atau disusun tidak lazim; ambil halaman lain, atau beri waktu lebih di setelan.",
  }),
  "work-too-large": (megabytes) => ({
    message: `Pengolahan halaman memakan lebih dari ${megabytes} MB memori dan dihentikan.`,
    hint: "Ambil halaman yang lebih kecil.",
  }),
  "header-invalid": (name, reason) => ({
    message: `Header atau kuki “${name}” tidak dapat dikirim: ${clause(reason)}.`,
    hint: "Beri nama dan nilai sebagai satu baris huruf biasa.",
  }),
  "browser-missing": (address, reason) => ({
    message: `“${address}” tidak dapat digambar: ${clause(reason)}.`,
    hint: "Pasang Chromium dan sebut di CHROMIUM_PATH, atau ambil halaman seperti yang dikirim.",
  }),
  "render-refused": (address, reason) => ({
    message: `“${address}” tidak digambar: ${clause(reason)}.`,
    hint: "Jalankan bartree sebagai pengguna biasa, agar peramban tetap dalam kotak pasirnya.",
  }),
  "render-failed": (address, reason) => ({
    message: `Peramban tidak dapat menggambar “${address}”: ${clause(reason)}.`,
    hint: "Coba lagi nanti, atau ambil halaman seperti yang dikirim.",
  }),
  "render-with-secrets": (name) => ({
    message: `Sumber yang digambar tidak dapat memakai header atau kuki “${name}”: peramban tidak akan mengirimnya.`,
    hint: "Lepaskan `render`, atau header dan kukinya; `bartree source secrets SOURCE --drop NAME` membuang satu.",
  }),
  "too-many-drafts": (limit) => ({
    message: `Sudah ada ${limit} draf milik Anda yang belum disimpan; draf baru tidak dimulai.`,
    hint: "Hapus draf yang tidak diperlukan lagi, atau simpan sebagai sumber.",
  }),
  "nothing-learnt": () => ({
    message: "Tidak ada yang dapat dipelajari dari label-label ini.",
    hint: "Baris-baris di atas menyebut sebabnya, label demi label.",
  }),
  "list-not-learnt": (reason) => ({
    message: `Daftarnya tidak dapat dipelajari: ${clause(reason)}.`,
    hint: "Labeli dua rekaman yang berurutan, setiap nilai seperti yang ditampilkan halaman.",
  }),
  "database-unreachable": (reason) => ({
    message: `Basis data tidak dapat dicapai: ${clause(reason)}.`,
    hint: "Periksa DATABASE_URL dan bahwa servernya berjalan; tanpa DATABASE_URL bartree menjalankan servernya sendiri.",
  }),
  "database-full": (reason) => ({
    message: `Basis data tidak dapat menampung lagi: ${clause(reason)}.`,
    hint: "Bebaskan ruang, memori, atau sambungan servernya; yang sudah dimulai tidak ditulis dan diulang lain kali.",
  }),
  "disk-low": () => ({
    message: "Ruang diska basis data kurang dari 5 %, jadi tidak ada panen; yang tersimpan tetap dapat dibaca.",
    hint: "Beri ruang di diska; `bartree doctor` menyebut seberapa cepat basis data tumbuh.",
  }),
  "disk-full": (path, reason) => ({
    message: `Tidak ada ruang di diska untuk “${path}”: ${clause(reason)}.`,
    hint: "Beri ruang di diska itu, atau naikkan kuota atau batas yang habis, lalu coba lagi.",
  }),
  "record-is-key": (source) => ({
    message: `“${source}” dibaca menurut teks yang ditempel dari rekaman ini, jadi belum dapat dilupakan; tidak ada yang dihapus.`,
    hint: "Labeli halaman lain dahulu dengan `bartree source rekey`, atau lupakan seluruh sumber dengan --source.",
  }),
  "page-dropped": (digest, day) => ({
    message: `Isi halaman ini (sha256 ${digest}) dibuang pada ${day}.`,
    hint: "BARTREE_SNAPSHOT_DAYS menyebut berapa lama halaman tanpa nilai terkini disimpan; cadangan mungkin masih memuatnya.",
  }),
  "secret-file": (path, reason) => ({
    message: `Berkas rahasia “${path}” tidak dapat dipakai: ${clause(reason)}.`,
    hint: "Isinya 32 bita heksadesimal yang hanya boleh dibaca pemiliknya (chmod 600); bila hilang, hapus berkas itu dan beri lagi rahasianya.",
  }),
  "secret-lost": () => ({
    message: "Sebuah rahasia disegel dengan berkas rahasia lain, bukan milik mesin ini.",
    hint: "Salin berkas `secret` di BARTREE_HOME dari mesin yang menyegelnya, atau beri lagi rahasianya.",
  }),
  "mail-not-set": () => ({
    message: "Tidak ada server surel untuk mengirim.",
    hint: "Sebut satu di BARTREE_SMTP_URL, dan pengirimnya di BARTREE_MAIL_FROM.",
  }),
  "not-delivered": (reason) => ({
    message: `Pesan tidak sampai: ${clause(reason)}.`,
    hint: "Periksa penerimanya; `bartree doctor` menunjukkan cara pesan dikirim.",
  }),
  "link-not-found": (list, key) => ({
    message: `Daftar “${list}” tidak menampilkan tautan ke “${key}” untuk mempelajari tautan lainnya.`,
    hint: "Beri halaman daftar yang menautkan halaman berlabel, atau --depth 2 bila ada halaman lain di antaranya.",
  }),
  "source-exists": (name) => ({
    message: `Sumber “${name}” sudah ada.`,
    hint: "Pilih nama lain, atau hapus dahulu yang lama dengan `bartree source remove`.",
  }),
  "source-unknown": (name) => ({
    message: `Tidak ada sumber “${name}”.`,
    hint: "`bartree source list` menampilkan semua sumber.",
  }),
  "source-invalid": (problem) => ({
    message: `Sumber ini tidak dapat dipakai: ${problem}.`,
    hint: "Perbaiki dalam panggilan atau berkasnya; `bartree source add --help` menyebut isi sebuah sumber.",
  }),
  "answer-unusable": (problem) => ({
    message: `Jawaban ini tidak dapat dipakai: ${problem}.`,
    hint: "`bartree source show` menyebut halaman yang ditahan dengan alasan yang sama; `bartree source rekey` melabeli sumber dari awal.",
  }),
  "source-busy": (name) => ({
    message: `“${name}” sedang dipanen oleh proses lain.`,
    hint: "Coba lagi setelah itu selesai; `bartree source show` menyebut sejauh mana kemajuannya.",
  }),
  "nothing-to-undo": (name) => ({
    message: `Templat “${name}” yang berlaku bukan hasil pemulihan, atau tidak ada lagi yang lebih lama.`,
    hint: "`bartree template list` menampilkan versi sebuah sumber.",
  }),
  "nothing-to-redo": (name) => ({
    message: `Tidak ada pemulihan “${name}” yang dibatalkan, atau ada yang dipelajari sejak itu.`,
    hint: "`bartree template list` menampilkan versi sebuah sumber; pemeriksaan berikutnya dapat memulihkannya lagi.",
  }),
  "request-invalid": (problem) => ({
    message: `Permintaan tidak dapat dipahami: ${problem}.`,
    hint: "Perbaiki; /api/docs menyebut isi setiap panggilan.",
  }),
  "body-too-large": (limitBytes) => ({
    message: `Permintaan ini lebih dari ${limitBytes / 1_000_000} MB.`,
    hint: "Kirim lebih sedikit sekaligus.",
  }),
  "too-many-requests": (seconds) => ({
    message: `Terlalu banyak permintaan dalam semenit; tunggu ${seconds} detik lagi.`,
    hint: "Tunggu selama yang disebut Retry-After.",
  }),
  "route-unknown": (address) => ({
    message: `Tidak ada apa-apa di “${address}”.`,
    hint: "/api/docs menyebut setiap panggilan.",
  }),
  "not-there": (noun) => ({
    message: `Tidak ada ${NOUNS[noun]} seperti itu, atau sudah tidak ada.`,
    hint: "Kembali ke daftar dan pilih dari yang ada.",
  }),
  "not-signed-in": () => ({
    message: "Belum ada yang masuk.",
    hint: "Masuk, buka tautan yang dicetak `bartree serve`, atau kirim kunci API.",
  }),
  "not-allowed": (role) => ({
    message: `Ini memerlukan peran ${id[`role.${role}`]}.`,
    hint: `Minta orang dengan peran ${id[`role.${role}`]} melakukannya, atau mengubah peran Anda.`,
  }),
  "request-foreign": () => ({
    message: "Permintaan ini tidak datang dari halaman kami sendiri.",
    hint: "Kirim header x-bartree-request bersamanya, atau pakai kunci API.",
  }),
  "request-embedded": () => ({
    message: "Sebuah halaman meminta ini sebagai lembar gaya, gambar, bingkai, atau sejenisnya.",
    hint: "Mintalah lewat program, atau dari halaman kami sendiri.",
  }),
  "host-unknown": (host) => ({
    message: `Server ini tidak menjawab dengan nama “${host}”.`,
    hint: "Sebut di BARTREE_PUBLIC_URL, atau pakai alamat yang dicetak `bartree serve`.",
  }),
  "sign-in-failed": () => ({
    message: "Nama dan kata sandi tidak cocok.",
    hint: "Coba lagi; `bartree user link NAME` membuat tautan sekali pakai bila kata sandi hilang.",
  }),
  "sign-in-limited": (minutes) => ({
    message: `Terlalu banyak percobaan masuk yang gagal; berikutnya diperiksa dalam ${minutes} menit.`,
    hint: "Tunggu, atau masuk dengan tautan sekali pakai dari `bartree user link NAME`.",
  }),
  "sign-in-busy": (seconds) => ({
    message: "Terlalu banyak kata sandi sedang diperiksa saat ini.",
    hint: `Coba lagi dalam ${seconds} detik.`,
  }),
  "password-common": (reason) => ({
    message: `Kata sandi ini termasuk yang pertama dicoba orang: ${clause(reason)}.`,
    hint: "Ambil empat kata yang tidak berhubungan, atau biarkan pengelola kata sandi membuatnya.",
  }),
  "key-expired": (day) => ({
    message: `Kunci API ini berakhir pada ${day}.`,
    hint: "Buat yang baru di setelan, atau dengan `bartree key add`.",
  }),
  "account-has-keys": (count) => ({
    message: `Akun ini masih punya kunci API (${count}); tidak ada yang diubah.`,
    hint: "Tentukan nasibnya: `revoke` mengakhirinya, `hand-over` menjadikannya milik Anda (`keys=` dalam panggilan, `--keys` di terminal).",
  }),
  "link-spent": () => ({
    message: "Tautan ini sudah dipakai, atau 15 menitnya sudah lewat.",
    hint: "Jalankan lagi `bartree serve`, atau buat yang baru dengan `bartree user link NAME`.",
  }),
  "name-taken": (name) => ({
    message: `Nama “${name}” sudah dipakai.`,
    hint: "Pilih yang lain; huruf besar tidak membedakan.",
  }),
  "last-admin": () => ({
    message: "Tidak akan ada lagi yang dapat menerima orang lain.",
    hint: "Jadikan orang lain admin dahulu.",
  }),
  "first-is-admin": () => ({
    message: "Akun pertama harus admin, atau tidak ada yang dapat menambah yang lain.",
    hint: "Beri peran admin.",
  }),
  "draft-changed": () => ({
    message: "Draf ini sementara itu diubah di tempat lain.",
    hint: "Lihat lagi yang terbaru dan ulangi; tidak ada yang hilang.",
  }),
  "draft-incomplete": (reason) => ({
    message: `Draf belum dapat disimpan: ${clause(reason)}.`,
    hint: "Lengkapi yang kurang, lalu simpan.",
  }),
  "asset-refused": (reason) => ({
    message: `Bagian tampilan halaman ini tidak diambil: ${clause(reason)}.`,
    hint: "Lihat halaman tanpa itu; bagian dari situs lain hanya diambil bila diminta.",
  }),
  internal: (reason) => ({
    message: `Ini cacat bartree: ${clause(reason)}`,
    hint: "Mohon laporkan, beserta perintahnya dan, bila boleh dibagikan, halamannya.",
  }),
};

/** Within another sentence: without a full stop of its own. */
const clause = (reason: Reason): string => inIndonesian(reason).replace(/\.$/, "");

export function errorInIndonesian({ code, facts, message, hint }: ErrorReport): ErrorSentence {
  if (!(code in ERRORS)) return { message, hint }; // of the terminal, where bartree speaks English
  const words = ERRORS[code as keyof PageFacts] as (...given: unknown[]) => ErrorSentence; // the facts are the code's own
  return words(...facts);
}
