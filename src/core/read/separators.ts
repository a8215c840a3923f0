/** Texts that only part the members of a list. */
const SEPARATORS = new Set([",", ";", "&", "|", "/", "•", "·", "and", ",and", "-", "–", "»", ">", "dan", "und", "et", "y", "e"]);

export function isSeparator(key: string): boolean {
  return SEPARATORS.has(key.toLowerCase());
}
