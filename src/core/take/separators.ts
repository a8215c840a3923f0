/** Texts that only part the members of a list. */
const WORDS = new Set(["and", "or", "dan", "und", "et", "y", "e"]);
const MARKS = new Set(",;&|/•·»>–-");

/** What is left of a text between two members when the separators at its ends are taken away. */
export function withoutSeparators(key: string): string {
  let [start, end] = [0, key.length];
  while (start < end && MARKS.has(key[start]!)) start++;
  while (end > start && MARKS.has(key[end - 1]!)) end--;
  const bare = key.slice(start, end).toLowerCase();
  return WORDS.has(bare) ? "" : bare;
}

/** Separators with reference marks among them, as between authors: "1, 2 and". Beside values without letters it may be one. */
export function isMark(key: string): boolean {
  return key.split(/[^\p{L}]+/u).every((word) => word === "" || WORDS.has(word.toLowerCase()));
}

export const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

export function isSeparator(key: string): boolean {
  return withoutSeparators(key) === "";
}
