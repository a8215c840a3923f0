import { LABELS } from "../limits.js";

/** A label text as it is compared: letters and digits only, lower case, one final s dropped, so "Genres:" is "Genre". */
export function foldLabel(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/s$/, "");
}

/** Whether a text says by its end that it names what follows; the colon is wide where Chinese or Japanese is written. */
export const hasColon = (key: string): boolean => key.endsWith(":") || key.endsWith("：");

/** A text as a label: folded if its colon says that it is one, else to the letter. */
export function labelWord(key: string): string {
  return hasColon(key) ? `${foldLabel(key)}:` : key;
}

/** "Original Price: $89" where "$89" was labelled: a text that brings its own label is not the value that was meant. */
const PREFIX = /^\p{L}[^:：\d]+[:：]/u;

/** The label at the beginning of a key, "" without; all of it, if it is nothing but a label. An address has none. */
export function prefixOf(key: string): string {
  const found = PREFIX.exec(key.slice(0, LABELS.longest + 2))?.[0] ?? ""; // a letter, the rest and a colon
  return key.startsWith("//", found.length) ? "" : found;
}
