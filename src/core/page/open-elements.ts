/**
 * The Standard's stack of open elements, with every search it asks for answered in constant time.
 *
 * Why: a page of a million nested or unclosed tags must cost a million steps, and little memory. So for each set of names
 * a search may stop at, the index of the topmost entry of that set is known; what it was before stands in a log of one or
 * two bytes, to be taken back when the entry is popped. The sets are nested, and an entry counts in the innermost alone:
 * mode ⊂ item stop; table scope ⊂ scope ⊂ button and list scope. Entries of one name are chained.
 * An entry that is closed out of order by `</b>`, `</a>` or `</form>` is marked GONE and stays until its turn to be popped.
 */
import { Forecast, longer } from "./forecast.js";
import * as names from "./names.js";
import type { PageArrays } from "./page-arrays.js";
import * as tags from "./tags.js";
import { UndoLog } from "./undo-log.js";

// A module's own constants are folded into compiled code, imported ones are looked up at every use.
const { BUTTON_SCOPE, FORMAT, INLINE, INVISIBLE, ITEM_STOP, KIND, LIST_SCOPE, MODE, SCOPE, SPECIAL, TABLE_SCOPE, TAG_NAMES } =
  tags;
const { FOREIGN_KINDS, MATH_POINT, SVG_POINT } = tags;
const { flagsOf } = names;

/** Bits of an entry's state; children inherit HIDDEN and SILENT. */
export const HIDDEN = 1;
export const SILENT = 2; // inside an invisible or opaque element
export const FOREIGN = 4; // of svg or math
export const INTEGRATION = 8; // a foreign element whose content is HTML again
export const MATH = 16; // of math
const OWN = 32; // is an element of the page; the content of others belongs to the one below
export const IN_TABLE = 64; // a select between the parts of a table
const GONE = 128; // closed, but not yet popped: it stops no search and is not found

const NO_NAME = -1;
const NEAR = 8;
const NONE = new Int32Array(0);
const SEARCHED = SCOPE | BUTTON_SCOPE | LIST_SCOPE | TABLE_SCOPE | ITEM_STOP | MODE;

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
  node = 0; // the page element that content belongs to here
  border = BORDER_LAYOUT | BORDER_BLOCK;
  position = 0; // how far the page has been read, kept up to date by the builder
  state = new Uint8Array(64);
  private what = new Int32Array(64); // the page element of an OWN entry, the name of another
  private below = new Int32Array(64); // next lower entry of the same name, + 1
  private ownTop = 0;
  private mode = 0;
  private itemStop = 0; // from here on without those of the set inside
  private special = 0;
  private specials = 0; // how many
  private readonly nearSpecials = new Int32Array(NEAR); // the topmost ones, by their number modulo NEAR
  private table = 0;
  private scope = 0;
  private button = 0;
  private list = 0;
  private foreignRoot = 0;
  private readonly log: UndoLog;
  private last = new Int32Array(TAG_NAMES.length + 64); // topmost entry of every name, + 1
  private svg = NONE; // the same for svg
  private math = NONE;
  private readonly forecast: Forecast;
  private readonly nameForecast: Forecast;

  constructor(
    private readonly arrays: PageArrays,
    length: number,
  ) {
    this.log = new UndoLog(length);
    this.forecast = new Forecast(length);
    this.nameForecast = new Forecast(length);
  }

  /** Opens a page element. */
  pushElement(name: number, element: number, state: number): void {
    this.pushEntry(name, element, state | OWN);
  }

  /** Opens an element that is none of the page's. */
  push(name: number, state: number): void {
    this.pushEntry(name, name, state & ~OWN);
  }

  private pushEntry(name: number, what: number, state: number): void {
    const t = ++this.top;
    if (t === this.what.length) this.grow();
    this.what[t] = what;
    this.state[t] = state;
    this.log.reserve(this.position);
    if (state & OWN) {
      this.log.put(t - this.ownTop);
      this.ownTop = t;
      this.node = what;
    }
    if (state & GONE) return;
    if (state & FOREIGN) this.enterForeign(t, name, state);
    else {
      if (name >= this.last.length) this.last = this.withRoom(this.last, name);
      this.below[t] = this.last[name]!;
      this.last[name] = t + 1;
      this.enter(t, flagsOf(name));
    }
  }

  /** Notes the entry as the topmost of its sets. */
  private enter(t: number, flags: number): void {
    const { log } = this;
    if (flags & SPECIAL) {
      const slot = this.specials++ % NEAR;
      log.put(t - this.nearSpecials[slot]!);
      this.nearSpecials[slot] = t;
      this.special = t;
    }
    if (!(flags & SEARCHED)) return;
    if (flags & MODE) {
      log.put(t - this.mode);
      this.mode = t;
    } else if (flags & ITEM_STOP) {
      log.put(t - this.itemStop);
      this.itemStop = t;
    }
    if (flags & TABLE_SCOPE) {
      log.put(t - this.table);
      this.table = t;
    } else if (flags & SCOPE) {
      log.put(t - this.scope);
      this.scope = t;
    } else if (flags & BUTTON_SCOPE) {
      log.put(t - this.button);
      this.button = t;
    } else if (flags & LIST_SCOPE) {
      log.put(t - this.list);
      this.list = t;
    }
  }

  private enterForeign(t: number, name: number, state: number): void {
    const last = this.foreignLast(state, name);
    this.below[t] = last[name]!;
    last[name] = t + 1;
    if (!(this.state[t - 1]! & FOREIGN)) {
      this.log.put(t - this.foreignRoot);
      this.foreignRoot = t;
    }
    this.enter(t, foreignFlags(name, state));
  }

  private foreignLast(state: number, name: number): Int32Array {
    if (state & MATH) {
      if (name >= this.math.length) this.math = this.withRoom(this.math, name);
      return this.math;
    }
    if (name >= this.svg.length) this.svg = this.withRoom(this.svg, name);
    return this.svg;
  }

  /** Takes back what `enter` noted, in the opposite order. */
  private leave(t: number, flags: number): void {
    const { log } = this;
    if (flags & SEARCHED) {
      if (flags & TABLE_SCOPE) this.table = t - log.take();
      else if (flags & SCOPE) this.scope = t - log.take();
      else if (flags & BUTTON_SCOPE) this.button = t - log.take();
      else if (flags & LIST_SCOPE) this.list = t - log.take();
      if (flags & MODE) this.mode = t - log.take();
      else if (flags & ITEM_STOP) this.itemStop = t - log.take();
    }
    if (flags & SPECIAL) {
      const slot = --this.specials % NEAR;
      this.nearSpecials[slot] = t - log.take();
      this.special = this.nearSpecials[(this.specials + NEAR - 1) % NEAR]!;
    }
  }

  /** A tag of an element with these flags has been passed. */
  cross(flags: number): void {
    this.border |= borders[flags & (KIND | INLINE)]!;
  }

  pop(): void {
    do this.popOne();
    while (this.top >= 0 && this.state[this.top]! & GONE);
  }

  private popOne(): void {
    const t = this.top--;
    const state = this.state[t]!;
    const name = this.writtenName(t);
    if (state & (FOREIGN | GONE)) this.leaveOdd(t, name, state);
    else {
      const flags = flagsOf(name);
      this.last[name] = this.below[t]!;
      this.leave(t, flags);
      this.cross(flags);
    }
    if (state & OWN) {
      this.ownTop = t - this.log.take();
      this.node = this.what[this.ownTop]!;
    }
  }

  private leaveOdd(t: number, name: number, state: number): void {
    if (state & GONE) {
      this.cross(flagsOf(name));
      return;
    }
    const flags = foreignFlags(name, state);
    this.foreignLast(state, name)[name] = this.below[t]!;
    this.leave(t, flags);
    this.cross(flags);
    if (!(this.state[t - 1]! & FOREIGN)) this.foreignRoot = t - this.log.take();
  }

  popThrough(index: number): void {
    while (this.top >= index) this.pop();
  }

  popAbove(index: number): void {
    while (this.top > index) this.pop();
  }

  /** The name of an entry as it is written, in svg and math too. */
  writtenName(index: number): number {
    return this.state[index]! & OWN ? this.arrays.tag[this.what[index]!]! : this.what[index]!;
  }

  /** The name of an entry of HTML; NO_NAME for svg, math and what is GONE. */
  name(index: number): number {
    return this.state[index]! & (FOREIGN | GONE) ? NO_NAME : this.writtenName(index);
  }

  /** The name of the innermost text-format element around the current place, 0 without. */
  format(): number {
    if (this.state[this.top]! & (OWN | FOREIGN)) return 0;
    const name = this.what[this.top]!;
    return (flagsOf(name) & KIND) === FORMAT ? name : 0;
  }

  /** Index of the topmost open element of that name, −1 if none is open. */
  find(name: number): number {
    return name < this.last.length ? this.last[name]! - 1 : -1;
  }
  findForeign(name: number): number {
    return Math.max(this.svg[name] ?? 0, this.math[name] ?? 0) - 1;
  }

  inScope(index: number): boolean {
    return index >= this.scope && index >= this.table;
  }
  inButtonScope(index: number): boolean {
    return index >= this.button && this.inScope(index);
  }
  inListScope(index: number): boolean {
    return index >= this.list && this.inScope(index);
  }
  inTableScope(index: number): boolean {
    return index >= this.table;
  }
  /** Reached from the top before any special element. */
  isNear(index: number): boolean {
    return index >= this.special;
  }
  /** Reached from the top through at most seven special elements. */
  isWithinBlocks(index: number): boolean {
    return this.nearSpecials[this.specials % NEAR]! <= index;
  }
  /** Close what stands above the nearest special element. */
  popToBlock(): void {
    this.popAbove(this.special);
  }
  /** Reached from the top before any element that ends the search for li, dd, dt. */
  beforeItemStop(index: number): boolean {
    return index > this.itemStop && index > this.mode;
  }
  /** Reached from the top through svg and math elements only; asked inside of one. */
  isForeignHere(index: number): boolean {
    return index >= this.foreignRoot;
  }
  modeIndex(): number {
    return this.mode;
  }
  modeName(): number {
    return this.name(this.mode);
  }

  /** Close the topmost element of that name alone; what stands above it stays open (the heart of the adoption agency). */
  markGone(name: number): void {
    const index = this.find(name);
    this.last[name] = this.below[index]!;
    this.state[index]! |= GONE;
  }

  /** Close a form alone. Those above are opened anew, for it stops searches; a form closes once, so this stays linear. */
  closeForm(index: number): void {
    const end = this.top;
    const { border } = this; // nothing ends here: what is inside the form stays in it, and its border comes where that ends
    while (this.top >= index) this.popOne(); // what is popped stands behind the top until something else is put there
    this.state[index]! |= GONE;
    for (let at = index; at <= end; at++) this.pushEntry(this.writtenName(at), this.what[at]!, this.state[at]!);
    this.border = border;
  }

  private withRoom(last: Int32Array<ArrayBuffer>, name: number): Int32Array<ArrayBuffer> {
    const least = Math.max(name, TAG_NAMES.length) + 64;
    return longer(last, last.length ? Math.max(least, this.nameForecast.room(name, this.position)) : least);
  }

  private grow(): void {
    const size = this.forecast.room(this.what.length, this.position);
    this.what = longer(this.what, size);
    this.below = longer(this.below, size);
    this.state = longer(this.state, size);
  }
}

const FOREIGN_POINT_FLAGS = SPECIAL | SCOPE | BUTTON_SCOPE | LIST_SCOPE | ITEM_STOP;

function foreignFlags(name: number, state: number): number {
  const isPoint = name < TAG_NAMES.length && (FOREIGN_KINDS[name]! & (state & MATH ? MATH_POINT : SVG_POINT)) !== 0;
  return isPoint ? FOREIGN_POINT_FLAGS : 0;
}
