/**
 * Tag names as numbers, read without making a string.
 *
 * A name of at most six letters and the digits 1 to 6 is packed into one whole number, without loss, while it is read; a
 * table over these numbers knows most tags. Longer and odd names are looked up as strings.
 */
import * as tags from "./tags.js";

const { FLAGS, TAG_NAMES, UNKNOWN_FLAGS } = tags; // own constants are folded into compiled code, imported ones are not
const MAX_PACKED = 6;

/** The base-33 digit of an ASCII character: letters of either case 1 to 26, "1" to "6" 27 to 32, all others 0. */
export const DIGITS = new Uint8Array(128);
for (let i = 0; i < 26; i++) DIGITS[65 + i] = DIGITS[97 + i] = i + 1;
for (let i = 1; i <= 6; i++) DIGITS[48 + i] = 26 + i;

/** A short name as a number; two such names of one length are equal exactly if their numbers are. */
export function packName(name: string): number {
  let packed = 0;
  for (let i = 0; i < name.length; i++) packed = packed * 33 + DIGITS[name.charCodeAt(i)]!;
  return packed;
}

const SLOTS = 1024; // a power of two, six times the number of known names
const slotKeys = new Int32Array(SLOTS);
const slotIds = new Int16Array(SLOTS).fill(-1);
const slotOf = (packed: number): number => (packed ^ (packed >>> 10) ^ (packed >>> 20)) & (SLOTS - 1);
const known = new Map(TAG_NAMES.map((name, id) => [name, id]));

for (const [id, name] of TAG_NAMES.entries()) {
  if (!/^[a-z][a-z1-6]{0,5}$/.test(name)) continue;
  const packed = packName(name);
  let slot = slotOf(packed);
  while (slotIds[slot] !== -1) slot = (slot + 1) & (SLOTS - 1);
  slotKeys[slot] = packed;
  slotIds[slot] = id;
}

/** The number of a packed name, −1 if it is not in the table. */
function knownPacked(packed: number): number {
  let slot = slotOf(packed);
  while (slotIds[slot] !== -1 && slotKeys[slot] !== packed) slot = (slot + 1) & (SLOTS - 1);
  return slotIds[slot]!;
}

/** HTML's own lower case: ASCII letters only, NUL becomes U+FFFD. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase()).replaceAll("\0", "\uFFFD");
}

/** All names of one page; numbers from TAG_NAMES.length on are the page's own. */
export class Names {
  readonly list: string[] = [];
  private readonly own = new Map<string, number>();

  /** The number of the name at [start, end), which begins with a letter; the reader has packed it on the way. */
  at(html: string, start: number, end: number, packed: number): number {
    const id = end - start <= MAX_PACKED ? knownPacked(packed) : -1;
    return id >= 0 ? id : this.numberOf(html.slice(start, end));
  }

  private numberOf(written: string): number {
    return known.get(written) ?? this.own.get(written) ?? this.numberOfLower(asciiLower(written));
  }

  private numberOfLower(name: string): number {
    return known.get(name) ?? this.intern(name);
  }

  intern(name: string): number {
    let id = this.own.get(name);
    if (id === undefined) {
      id = TAG_NAMES.length + this.list.length;
      this.list.push(name);
      this.own.set(name, id);
    }
    return id;
  }

  flags(id: number): number {
    return id < TAG_NAMES.length ? FLAGS[id]! : UNKNOWN_FLAGS;
  }
}
