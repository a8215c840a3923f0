/**
 * The Standard's stack of open elements, with every search it asks for answered in constant time.
 *
 * Why: a page of a million nested or unclosed tags must cost a million steps. So for each set of names a search may stop
 * at, the index of the nearest entry of that set is known, and entries of one name are chained. Most elements stop no
 * search but that for a special element; what is known of the other sets stands in a bound, made anew where one changes.
 * An entry that is closed out of order by `</b>` or `</a>` is renamed to GONE and stays until its turn to be popped.
 */
import { roomFor } from "./page-arrays.js";
import * as tags from "./tags.js";

// A module's own constants are folded into compiled code, imported ones are looked up at every use.
const { BUTTON_SCOPE, FORMAT, INLINE, INVISIBLE, ITEM_STOP, KIND, LIST_SCOPE, MODE, SCOPE, SPECIAL, TABLE_SCOPE, TAG_NAMES } =
  tags;

const GONE = -1;
const FOREIGN = 1 << 15; // beside the flags of an entry: of svg or math
const BOUND = SCOPE | BUTTON_SCOPE | LIST_SCOPE | TABLE_SCOPE | ITEM_STOP | MODE | FOREIGN;

/** What has been passed since the last text, as bits: they say how two neighbouring texts hang together. */
export const BORDER_NODE = 1; // a comment: another text node
export const BORDER_FORMAT = 2; // a text-format tag
export const BORDER_LAYOUT = 4; // a layout tag: another run
export const BORDER_BLOCK = 8; // a block border or br: a break between words
export const BORDER_SPACE = 16; // white space alone

function borderOf(flags: number): number {
  const kind = flags & KIND;
  if (kind === FORMAT) return BORDER_FORMAT;
  if (kind === INVISIBLE) return BORDER_NODE;
  return flags & INLINE ? BORDER_LAYOUT : BORDER_LAYOUT | BORDER_BLOCK;
}

const borders = Uint8Array.from({ length: (KIND | INLINE) + 1 }, (_, flags) => borderOf(flags));

export class OpenElements {
  top = -1;
  border = BORDER_LAYOUT | BORDER_BLOCK;
  name = new Int32Array(64);
  node = new Int32Array(64); // the page element the entry's content belongs to
  state = new Uint8Array(64);
  private flags = new Uint16Array(64);
  private below = new Int32Array(64); // next lower entry of the same name
  private special = new Int32Array(64);
  private bound = new Int32Array(64); // the bound that holds here; bounds are numbered from the bottom
  private scope = new Int32Array(32); // from here on by bound
  private button = new Int32Array(32);
  private list = new Int32Array(32);
  private table = new Int32Array(32);
  private itemStop = new Int32Array(32);
  private mode = new Int32Array(32);
  private html = new Int32Array(32); // below svg and math: nearest entry that is of neither
  private last = new Int32Array(TAG_NAMES.length + 64).fill(-1); // topmost entry by name

  /** `length` is that of the page; `position`, kept up to date by the builder, how far it has been read. */
  position = 0;
  constructor(private readonly length: number) {}

  push(name: number, node: number, state: number, flags: number, isHtml: boolean): void {
    const t = ++this.top;
    if (t === this.name.length) this.grow();
    if (name >= this.last.length) this.last = extend(this.last, Math.max(name + 1, this.last.length * 2));
    this.name[t] = name;
    this.node[t] = node;
    this.state[t] = state;
    const own = isHtml ? flags : flags | FOREIGN;
    this.flags[t] = own;
    this.below[t] = this.last[name]!;
    this.last[name] = t;
    const under = t - 1;
    this.special[t] = flags & SPECIAL ? t : t ? this.special[under]! : 0;
    const bound = t ? this.bound[under]! : -1;
    this.bound[t] = own & BOUND ? this.boundAt(t, own, bound) : bound;
  }

  private boundAt(t: number, flags: number, under: number): number {
    const isForeignRoot = (flags & FOREIGN) !== 0 && !(this.flags[t - 1]! & FOREIGN);
    if ((flags & BOUND) === FOREIGN && !isForeignRoot) return under;
    const b = under + 1;
    if (b === this.scope.length) this.growBounds();
    this.scope[b] = flags & SCOPE ? t : b ? this.scope[under]! : 0;
    this.button[b] = flags & BUTTON_SCOPE ? t : b ? this.button[under]! : 0;
    this.list[b] = flags & LIST_SCOPE ? t : b ? this.list[under]! : 0;
    this.table[b] = flags & TABLE_SCOPE ? t : b ? this.table[under]! : 0;
    this.itemStop[b] = flags & ITEM_STOP ? t : b ? this.itemStop[under]! : 0;
    this.mode[b] = flags & MODE ? t : b ? this.mode[under]! : 0;
    this.html[b] = isForeignRoot ? t - 1 : b ? this.html[under]! : 0;
    return b;
  }

  /** A tag of an element with these flags has been passed. */
  cross(flags: number): void {
    this.border |= borders[flags & (KIND | INLINE)]!;
  }

  pop(): void {
    do {
      const t = this.top--;
      const name = this.name[t]!;
      if (name !== GONE) this.last[name] = this.below[t]!;
      this.cross(this.flags[t]!);
    } while (this.name[this.top] === GONE);
  }

  popThrough(index: number): void {
    while (this.top >= index) this.pop();
  }

  popAbove(index: number): void {
    while (this.top > index) this.pop();
  }

  /** Index of the topmost open element of that name, −1 if none is open. */
  find(name: number): number {
    return name < this.last.length ? this.last[name]! : -1;
  }

  inScope(index: number): boolean {
    return index >= 0 && index >= this.scope[this.bound[this.top]!]!;
  }
  inButtonScope(index: number): boolean {
    return index >= 0 && index >= this.button[this.bound[this.top]!]!;
  }
  inListScope(index: number): boolean {
    return index >= 0 && index >= this.list[this.bound[this.top]!]!;
  }
  inTableScope(index: number): boolean {
    return index >= 0 && index >= this.table[this.bound[this.top]!]!;
  }
  /** Reached from the top before any special element. */
  isNear(index: number): boolean {
    return index >= 0 && index >= this.special[this.top]!;
  }
  /** Reached from the top through at most `most` special elements. */
  isWithinBlocks(index: number, most: number): boolean {
    let block = this.special[this.top]!;
    for (let passed = 0; passed < most && block > index; passed++) block = this.special[block - 1]!;
    return block <= index;
  }
  /** Close what stands above the nearest special element. */
  popToBlock(): void {
    this.popAbove(this.special[this.top]!);
  }
  /** Reached from the top before any element that ends the search for li, dd, dt. */
  beforeItemStop(index: number): boolean {
    return index > this.itemStop[this.bound[this.top]!]!;
  }
  /** Reached from the top through svg and math elements only. */
  isForeignHere(index: number): boolean {
    return index > this.html[this.bound[this.top]!]!;
  }
  modeIndex(): number {
    return this.mode[this.bound[this.top]!]!;
  }
  modeIndexBelow(index: number): number {
    return index ? this.mode[this.bound[index - 1]!]! : 0;
  }

  /** Close the topmost element of that name alone; what stands above it stays open (the heart of the adoption agency). */
  markGone(name: number): void {
    const index = this.last[name]!;
    this.last[name] = this.below[index]!;
    this.name[index] = GONE;
  }

  /** Take one entry out and close the ranks; only `form` needs it, and a form closes once, so this stays linear. */
  remove(index: number): void {
    const above: [name: number, node: number, state: number, flags: number, isHtml: boolean][] = [];
    const { border } = this; // the tree has no border where the entry is taken out
    while (this.top > index) {
      const t = this.top;
      above.push([this.name[t]!, this.node[t]!, this.state[t]!, this.flags[t]! & ~FOREIGN, !(this.flags[t]! & FOREIGN)]);
      this.pop();
    }
    this.pop();
    for (const entry of above.reverse()) {
      if (entry[0] !== GONE) this.push(...entry);
    }
    this.border = border;
  }

  private grow(): void {
    const size = roomFor(this.name.length, this.position, this.length);
    this.name = extend(this.name, size);
    this.node = extend(this.node, size);
    this.below = extend(this.below, size);
    this.special = extend(this.special, size);
    this.bound = extend(this.bound, size);
    const state = new Uint8Array(size);
    state.set(this.state);
    this.state = state;
    const flags = new Uint16Array(size);
    flags.set(this.flags);
    this.flags = flags;
  }

  private growBounds(): void {
    const size = roomFor(this.scope.length, this.position, this.length);
    this.scope = extend(this.scope, size);
    this.button = extend(this.button, size);
    this.list = extend(this.list, size);
    this.table = extend(this.table, size);
    this.itemStop = extend(this.itemStop, size);
    this.mode = extend(this.mode, size);
    this.html = extend(this.html, size);
  }
}

/** A longer copy; what is new holds −1. */
function extend(array: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(size).fill(-1, array.length);
  longer.set(array);
  return longer;
}
