/** Method §2's key(text): what is left of a text when white space, soft hyphens and joiners do not matter. */

import { mapUnits } from "../page/units.js";
import { withMarksInOrder } from "./marks.js";

/** White_Space, and the characters nobody sees. */
const DROPPED = /[\t-\r \x85\xA0\xAD\u1680\u2000-\u200D\u2028\u2029\u202F\u205F\u2060\u3000\uFEFF]+/g;
const DROPPED_HIGH = new Set([0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x2060, 0x3000, 0xfeff]);
const LONG = 4096;

/** Of the characters below U+0300 those that are no part of a key. */
export const isSpacing = (code: number): boolean =>
  code === 0x20 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x85 || code === 0xad;

/** The same set as DROPPED. */
const isDropped = (code: number): boolean =>
  code < 0x300 ? isSpacing(code) : (code >= 0x2000 && code <= 0x200d) || DROPPED_HIGH.has(code);

/** The engine's own form takes quadratic time where marks are many. */
export function normalized(text: string): string {
  return isLatin(text) ? text : withMarksInOrder(text).normalize("NFC");
}

export function textKey(text: string): string {
  const whole = normalized(text);
  if (!hasDropped(whole)) return whole;
  return whole.length < LONG ? whole.replace(DROPPED, "") : mapUnits(whole, (unit) => (isDropped(unit) ? undefined : unit));
}

/** No character above U+02FF: NFC leaves them all as they are. */
function isLatin(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x300) return false;
  return true;
}

function hasDropped(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isDropped(text.charCodeAt(i))) return true;
  return false;
}

/** Every code point upper-cased, then lower-cased; a final sigma is a sigma, wherever it stands. */
export function foldKey(key: string): string {
  if (!/[A-Z\x80-\uFFFF]/.test(key)) return key; // the engine would copy it all the same
  if (!/[\x80-\uFFFF]/.test(key)) return key.toLowerCase();
  return key.toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** True if NFC leaves the character as it is when only such characters stand around it, and `textKey` keeps it. */
export function isSimple(code: number): boolean {
  if (code < 0x300) return code > 0xad || (code > 0x20 && code < 0x7f) || (code > 0xa0 && code < 0xad);
  return (
    (code >= 0x388 && code <= 0x482) ||
    (code >= 0x2010 && code <= 0x2027) ||
    (code >= 0x2030 && code <= 0x205e) ||
    (code >= 0x20a0 && code <= 0x20bf) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}

/** True if the code point may join the one before it under NFC: marks, Hangul vowels and tails, Kirat Rai vowels. */
export function joinsPrevious(character: string): boolean {
  return /^[\p{M}\u1160-\u11FF\uD7B0-\uD7FF\u{16D63}-\u{16D6A}]/u.test(character);
}
