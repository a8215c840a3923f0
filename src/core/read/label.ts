/** A label text as it is compared: letters and digits only, lower case, one final s dropped, so "Genres:" is "Genre". */
export function foldLabel(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/s$/, "");
}

/** A text as a label: folded if its colon says that it is one, else to the letter. */
export function labelWord(key: string): string {
  return key.endsWith(":") ? `${foldLabel(key)}:` : key;
}
