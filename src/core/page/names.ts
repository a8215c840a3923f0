/** Tag names as numbers: a hash table over the known names that is asked without making a string. */
import { FLAGS, TAG_NAMES, UNKNOWN_FLAGS } from "./tags.js";

const SLOTS = 1024; // a power of two, six times the number of known names
const slots = new Int16Array(SLOTS).fill(-1);
const isUpper = (code: number): boolean => code >= 65 && code <= 90;

function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 33) ^ (code | 32)) & 0xffffff;
}

for (const [id, name] of TAG_NAMES.entries()) {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = hashStep(hash, name.charCodeAt(i));
  let slot = hash & (SLOTS - 1);
  while (slots[slot] !== -1) slot = (slot + 1) & (SLOTS - 1);
  slots[slot] = id;
}

function isNamed(html: string, start: number, end: number, name: string): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) {
    const code = html.charCodeAt(start + i);
    if ((isUpper(code) ? code | 32 : code) !== name.charCodeAt(i)) return false;
  }
  return true;
}

/** The number of the name that stands at [start, end), −1 if it is not in the table. */
export function knownName(html: string, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i++) hash = hashStep(hash, html.charCodeAt(i));
  for (let slot = hash & (SLOTS - 1); slots[slot] !== -1; slot = (slot + 1) & (SLOTS - 1)) {
    const id = slots[slot]!;
    if (isNamed(html, start, end, TAG_NAMES[id]!)) return id;
  }
  return -1;
}

/** HTML's own lower case: ASCII letters only, NUL becomes U+FFFD. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase()).replaceAll("\0", "\uFFFD");
}

/** All names of one page; numbers from TAG_NAMES.length on are the page's own. */
export class Names {
  readonly list: string[] = [];
  private readonly own = new Map<string, number>();

  at(html: string, start: number, end: number): number {
    const known = knownName(html, start, end);
    return known >= 0 ? known : this.intern(asciiLower(html.slice(start, end)));
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
