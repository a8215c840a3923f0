/** Texts that only part the members of a list. */
const WORDS = new Set(["and", "or", "dan", "und", "et", "y", "e"]);
const MARKS = /^[,;&|/•·»>–-]+|[,;&|/•·»>–-]+$/g;

/** What is left of a text between two members when the separators at its ends are taken away. */
export function withoutSeparators(key: string): string {
  const bare = key.toLowerCase().replace(MARKS, "");
  return WORDS.has(bare) ? "" : bare;
}

/** Separators with reference marks among them, as between authors: "1, 2 and". */
export function isMark(key: string): boolean {
  return key.split(/[^\p{L}]+/u).every((word) => word === "" || WORDS.has(word.toLowerCase()));
}

export function isSeparator(key: string): boolean {
  return withoutSeparators(key) === "";
}
