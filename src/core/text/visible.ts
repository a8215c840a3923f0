/**
 * Foreign text as it is shown to people: what would be obeyed instead of shown, or not be seen at all, stands as U+FFFD.
 *
 * These are control characters (C0 and C1 but line feed and tab), lone surrogates, line and paragraph separators, whatever
 * turns the order of writing round, and characters without width. The two joiners are letters of a word in many scripts and
 * hold emoji together, so that they stay where the text before them is not Latin.
 */
const UNSEEN =
  /[^\P{Cc}\n\t]|[\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<![^\p{ASCII}\u0080-\u024f\p{Cf}])[\u200c\u200d]/gu;

const REPLACED = "\ufffd";

/** Line feeds and tabs stay. */
export const visible = (text: string): string => text.replace(UNSEEN, REPLACED);

/** One line, so that no text looks as if the next line was ours. */
export const visibleLine = (text: string): string => visible(text).replace(/[\n\t]/g, REPLACED);

/** One line of JSON with the same value, in which those characters are written as escapes. */
export const jsonLine = (value: unknown): string => `${visibleJson(JSON.stringify(value))}\n`;

/** JSON leaves most of them as they are; they occur in its strings only, and there an escape says the same. */
export const visibleJson = (json: string): string => json.replace(UNSEEN, escaped);

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`).join("");
