/**
 * Tag names as numbers, read without making a string.
 *
 * A name of at most six letters and the digits 1 to 6 is packed into one whole number, without loss, while it is read; a
 * table over these numbers knows most tags. Of longer ones the number is a hint, and only one that fits is compared as a
 * string. What no table knows is the page's own.
 */
import { asciiLower, OwnNames } from "./own-names.js";

import * as tags from "./tags.js";

const { FLAGS, TAG_NAMES, UNKNOWN_FLAGS } = tags; // own constants are folded into compiled code, imported ones are not
const MAX_PACKED = 6;

/** The base-33 digit of an ASCII character: letters of either case 1 to 26, "1" to "6" 27 to 32, all others 0. */
export const DIGITS = new Uint8Array(128);
for (let i = 0; i < 26; i++) DIGITS[65 + i] = DIGITS[97 + i] = i + 1;
for (let i = 1; i <= 6; i++) DIGITS[48 + i] = 26 + i;

/** A name as a number of 32 bits; two short names of one length are equal exactly if their numbers are. */
export function packName(name: string): number {
  let packed = 0;
  for (let i = 0; i < name.length; i++) packed = (Math.imul(packed, 33) + DIGITS[name.charCodeAt(i)]!) | 0;
  return packed;
}

const SLOTS = 1024; // a power of two, six times the number of known names
const slotKeys = new Int32Array(SLOTS);
const slotIds = new Int16Array(SLOTS).fill(-1);
const slotOf = (packed: number): number => (packed ^ (packed >>> 10) ^ (packed >>> 20)) & (SLOTS - 1);
const longIds = new Map<number, number>();

for (const [id, name] of TAG_NAMES.entries()) {
  const packed = packName(name);
  if (name.length > MAX_PACKED) longIds.set(packed, id);
  if (!/^[a-z][a-z1-6]{0,5}$/.test(name)) continue;
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

/** The number of a name of more letters; few tags have one. */
function knownLong(html: string, start: number, end: number, packed: number): number {
  const id = longIds.get(packed);
  if (id === undefined || TAG_NAMES[id]!.length !== end - start) return -1;
  return asciiLower(html.slice(start, end)) === TAG_NAMES[id] ? id : -1;
}

function knownAt(html: string, start: number, end: number, packed: number): number {
  return end - start <= MAX_PACKED ? knownPacked(packed) : knownLong(html, start, end, packed);
}

/** The number of a name that no start tag has had so far. */
const NEVER_OPENED = 2 ** 30;

/** All names of one page; numbers from TAG_NAMES.length on are the page's own. */
export class Names {
  readonly own: OwnNames;

  constructor(html: string) {
    this.own = new OwnNames(html);
  }

  /** The number of the name at [start, end), which begins with a letter; the reader has packed it on the way. */
  at(html: string, start: number, end: number, packed: number): number {
    const id = knownAt(html, start, end, packed);
    return id >= 0 ? id : TAG_NAMES.length + this.own.intern(start, end);
  }

  /** As `at`, for an end tag: a name that only end tags have needs no number of its own. */
  ofEndTag(html: string, start: number, end: number, packed: number): number {
    const id = knownAt(html, start, end, packed);
    if (id >= 0) return id;
    const own = this.own.find(html, start, end);
    return own < 0 ? NEVER_OPENED : TAG_NAMES.length + own;
  }
}

export function flagsOf(name: number): number {
  return name < TAG_NAMES.length ? FLAGS[name]! : UNKNOWN_FLAGS;
}
