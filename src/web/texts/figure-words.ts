/** What the figures of the core say, in the page's language. */
import { ENGLISH, type Words } from "../../core/draw/words.js";
import type { Language } from "./language.js";

const INDONESIAN: Words = {
  depth: "kedalaman",
  tag: "elemen",
  document: "dokumen",
  order: "k/P",
  width: "lebar w",
  scale: "skala",
  total: "Total A",
  interested: "di jalur",
  others: "di sampingnya",
  innermost: "memuat rekaman",
  nett: "luas bersih",
  more: (nodes) => `… ${nodes} lagi`,
  leftOut: (depths, first, last) => `… ${depths} kedalaman tidak digambar: ${first} sampai ${last}`,
  treeTitle: (deepest) => `Pohon sebuah halaman, ${deepest} kedalaman`,
  barsTitle: (deepest) => `Batang sebuah halaman, ${deepest} kedalaman`,
  patternTitle: (deepest) => `Pola pohon batang sebuah halaman, ${deepest} kedalaman`,
  treeDescription:
    "Satu kolom tiap kedalaman. Kotak ialah elemen di jalur menuju rekaman, lingkaran di atasnya ada di bagian atas, lingkaran di bawahnya di bagian bawah; cincin menandai elemen yang memuat rekaman.",
  barsDescription:
    "Satu batang tiap kedalaman: lebarnya w, tingginya kedalaman, irisan atasnya luas bersih. Irisan penuh milik batang yang memuat rekaman.",
  patternDescription:
    "Batang berdiri di atas satu sama lain, kedalaman 1 paling bawah. Masing-masing dibagi menjadi P sel; batang berikutnya berdiri di sel ke-k yang berbayang, dan sel penuh memuat rekaman.",
  inTiers: "Lebar sesuai skala dalam satu tingkat; tanda × menyebut berapa kali lebih lebar sebuah tingkat digambar.",
  inTrueScale: "Semua lebar sesuai satu skala; batang yang terlalu sempit untuk dilihat digambar sebagai garis.",
  atDepth: (d, tag, k, P, width) => `Kedalaman ${d}: ${tag}, ${k} dari ${P}, lebar ${width}.`,
  written: (number) => number.replace(".", ","),
};

export const figureWords = (language: Language): Words => (language === "id" ? INDONESIAN : ENGLISH);
