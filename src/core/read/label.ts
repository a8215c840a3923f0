/** A label text as it is compared: letters and digits only, lower case, one final s dropped, so "Genres:" is "Genre". */
export function foldLabel(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/s$/, "");
}
