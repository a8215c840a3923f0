/**
 * What the server says, in Indonesian: of sources here, of errors, in notes and of settings beside. It speaks English to terminals, mails and programs alike, so a sentence
 * is found here by itself; one that is newer than this table is shown as the server words it.
 */
import type { Language } from "./language.js";
import { phraseOf, valuesIn } from "./phrase.js";
import { ERRORS_IN_INDONESIAN, WORDS_IN_INDONESIAN } from "./server-errors.js";
import { NOTES_IN_INDONESIAN } from "./server-notes.js";
import { SETTINGS_IN_INDONESIAN } from "./server-settings.js";

const INDONESIAN: readonly (readonly [english: string, indonesian: string])[] = [
  [
    "No known record of {name} is displayed any more; the source is deferred and nothing was written.",
    "Tidak ada lagi rekaman yang dikenal dari {name} yang ditampilkan; sumber ditunda dan tidak ada yang ditulis.",
  ],
  [
    "The pages of {name} have changed and could not be learnt again from the known records.",
    "Halaman dari {name} telah berubah dan tidak dapat dipelajari kembali dari rekaman yang dikenal.",
  ],
  [
    "{name} does not answer; this says nothing about its template.",
    "{name} tidak menjawab; ini tidak berarti apa-apa tentang templatnya.",
  ],
  [
    "{name} answers with pages that do not look like its own (an error page, a robot check, a wrong charset).",
    "{name} menjawab dengan halaman yang tidak seperti miliknya (halaman galat, pemeriksaan robot, pengodean yang salah).",
  ],
  [
    "A list page or sitemap of {name} does not answer as it should, or shows no links that could be followed; new pages may be missed.",
    "Sebuah halaman daftar atau peta situs dari {name} tidak menjawab sebagaimana mestinya, atau tidak menampilkan tautan yang dapat diikuti; halaman baru mungkin terlewat.",
  ],
  [
    "{name} was learnt again from its only known record; what it reads is kept apart until another confirms it.",
    "{name} dipelajari kembali dari satu-satunya rekaman yang dikenal; bacaannya disimpan terpisah sampai rekaman lain menegaskannya.",
  ],
  [
    "The last harvest of {name} read none of its pages, its key page aside: they fail, are left out, withheld or gone, or none was found.",
    "Panen terakhir dari {name} tidak membaca satu pun halamannya selain halaman kunci: halaman gagal, dikecualikan, ditahan atau hilang, atau tidak ada yang ditemukan.",
  ],
  [
    "Known records of {name} are displayed on its lists but were not read there; they stay as they were.",
    "Rekaman yang dikenal dari {name} ditampilkan di daftarnya tetapi tidak terbaca di sana; rekaman itu tetap seperti semula.",
  ],
  [
    "{name} has more pages than one harvest takes; of those it finds, the rest is visited next time.",
    "{name} punya lebih banyak halaman daripada yang diambil dalam satu panen; dari yang ditemukan, sisanya dikunjungi pada panen berikutnya.",
  ],
  [
    "A harvest of {name} failed and is tried again; this is a defect of bartree, not of the site.",
    "Sebuah panen dari {name} gagal dan dicoba lagi; ini cacat bartree, bukan situsnya.",
  ],
  [
    "Pages of {name} are withheld since their stored bytes do not show a value where it was read; this is a defect of bartree, not of the site.",
    "Halaman dari {name} ditahan karena bita tersimpannya tidak menampilkan suatu nilai di tempat ia dibaca; ini cacat bartree, bukan situsnya.",
  ],
  [
    "The headers and cookies of {name} cannot be opened: they were sealed with another secret file.",
    "Header dan kuki dari {name} tidak dapat dibuka: disegel dengan berkas rahasia lain.",
  ],
  [
    "The headers and cookies of {name} cannot be opened: the secret file of this machine cannot be used.",
    "Header dan kuki dari {name} tidak dapat dibuka: berkas rahasia mesin ini tidak dapat dipakai.",
  ],
  [
    "Many pages that the lists of {name} lead to are not recognised as its records: the list may be a wrong one, or they have another design.",
    "Banyak halaman yang ditunjuk daftar {name} tidak dikenali sebagai rekamannya: daftarnya mungkin salah, atau halaman itu berdesain lain.",
  ],
  [
    "Pages of {name} are withheld alike; they may have another layout.",
    "Halaman dari {name} ditahan dengan cara yang sama; mungkin tata letaknya lain.",
  ],
  [
    "{name} has had no new record since {day}; before, no pause was longer than {days}.",
    "{name} tidak punya rekaman baru sejak {day}; sebelumnya tidak ada jeda lebih lama dari {days}.",
  ],
  [
    "Nothing on {name} has changed since {day}; before, no pause was longer than {days}.",
    "Tidak ada yang berubah di {name} sejak {day}; sebelumnya tidak ada jeda lebih lama dari {days}.",
  ],
  [
    "A page of {name} used to change and does not any more, such as {address}.",
    "Sebuah halaman dari {name} dulu berubah dan sekarang tidak lagi, yaitu {address}.",
  ],
  [
    "{n} pages of {name} used to change and do not any more, such as {address}.",
    "{n} halaman dari {name} dulu berubah dan sekarang tidak lagi, misalnya {address}.",
  ],
  [
    "The lists of {name} lead to {now} pages that may be visited; it used to be {usual}.",
    "Daftar dari {name} menuju {now} halaman yang boleh dikunjungi; biasanya {usual}.",
  ],
  [
    "{now} pages of {name} are withheld in part or whole; it used to be {usual}.",
    "{now} halaman dari {name} ditahan sebagian atau seluruhnya; biasanya {usual}.",
  ],
  [
    "A list page of {name} shows {now} entries that were not taken for records; it used to be {usual}.",
    "Sebuah halaman daftar dari {name} menampilkan {now} entri yang tidak diambil sebagai rekaman; biasanya {usual}.",
  ],
  [
    "Open the key page in a browser; the source is tried again at its next time.",
    "Buka halaman kunci di peramban; sumber dicoba lagi pada waktu berikutnya.",
  ],
  [
    "Open its list in a browser; then check its address and how it goes on to the next page.",
    "Buka daftarnya di peramban; lalu periksa alamatnya dan cara menuju halaman berikutnya.",
  ],
  [
    "Open some of its pages in a browser; then look at its list or sitemap, its patterns, and what its robots.txt allows.",
    "Buka beberapa halamannya di peramban; lalu periksa daftar atau peta situsnya, polanya, dan apa yang diizinkan robots.txt-nya.",
  ],
  [
    "Raise maxPages of the source, or leave pages out by patterns; of one list 1,000 pages are followed, of sitemaps 500, and nothing is found beyond.",
    "Naikkan maxPages sumber ini, atau kecualikan halaman dengan pola; satu daftar diikuti sampai 1.000 halaman, peta situs sampai 500, dan di luar itu tidak ada yang ditemukan.",
  ],
  [
    "Open its list page in a browser: does it show records that are not here? Then its list address or paging has changed.",
    "Buka halaman daftarnya di peramban: adakah rekaman yang tidak ada di sini? Berarti alamat daftar atau halamannya berubah.",
  ],
  [
    "The site may have moved and left its old pages standing: look for a new address.",
    "Situs mungkin pindah dan meninggalkan halaman lamanya: cari alamat barunya.",
  ],
  [
    "Open it in a browser: it may have been left standing while its content moved.",
    "Buka di peramban: mungkin halaman itu ditinggalkan sementara isinya pindah.",
  ],
  [
    "Open its list page in a browser: if it is right, acknowledge this warning; else check its list address, paging and patterns, and its robots.txt.",
    "Buka halaman daftarnya di peramban: bila benar, tandai peringatan ini sudah dilihat; bila tidak, periksa alamat, halaman dan polanya, serta robots.txt-nya.",
  ],
  [
    "Compare the list page with the records: a new kind of entry may need a label of its own.",
    "Bandingkan halaman daftar dengan rekaman: jenis entri baru mungkin perlu label sendiri.",
  ],
];

/** Values that are words themselves. */
const WORDS: Readonly<Record<string, string>> = { ...WORDS_IN_INDONESIAN, "a day": "sehari" };

const PHRASES = [...INDONESIAN, ...ERRORS_IN_INDONESIAN, ...NOTES_IN_INDONESIAN, ...SETTINGS_IN_INDONESIAN].map(
  ([english, indonesian]) => ({
    phrase: phraseOf(english),
    indonesian,
  }),
);

export function inLanguage(language: Language, sentence: string): string {
  if (language === "en") return sentence;
  for (const { phrase, indonesian } of PHRASES) {
    const values = valuesIn(phrase, sentence);
    if (values)
      return indonesian.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = values[name] ?? "";
        return name === "reason" ? inLanguage(language, value) : wordOf(value);
      });
  }
  return sentence;
}

const wordOf = (value: string): string => WORDS[value] ?? value.replace(/^(\d+) days$/, "$1 hari");
