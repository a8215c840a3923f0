/**
 * The page's key: the keys of its text nodes, one after the other, with the way back to source offsets (method §2).
 *
 * Only where each node's key begins is kept; the way back walks the one node that holds a found place. So the key
 * costs two bytes per displayed character and one pass.
 */

import { referenceAt } from "../page/entities.js";
import { BORDER_SPACE } from "../page/open-elements.js";
import { continuesNode, isHiddenText, type Page, type Span, TEXT_ENTITY, TEXT_RAW, textOf } from "../page/page.js";
import { stringOfUnits } from "../page/units.js";
import { foldKey, isSimple, isSpacing, joinsPrevious, textKey } from "./text-key.js";

export interface PageKey {
  readonly page: Page;
  readonly key: string;
  readonly isFolded: boolean;
  readonly nodeCount: number;
  readonly nodeText: Int32Array; // first text of the node
  readonly nodeStart: Int32Array; // where its key begins
}

const AMPERSAND = 38;

/** The key of one stretch of plain text into `units`; −1 if it holds a character that needs the long way. */
function copySimple(html: string, start: number, end: number, units: Uint16Array, to: number): number {
  let at = to;
  for (let i = start; i < end; i++) {
    const code = html.charCodeAt(i);
    if (code > 0x20 && code < 0x7f) units[at++] = code;
    else if (isSpacing(code)) continue;
    else if (isSimple(code)) units[at++] = code;
    else return -1;
  }
  return at;
}

/** Joins the texts of one node and makes their key. */
export function nodeKey(page: Page, first: number, end: number): string {
  let text = textOf(page, first);
  for (let i = first + 1; i < end; i++) text += page.textFlags[i]! & BORDER_SPACE ? ` ${textOf(page, i)}` : textOf(page, i);
  return textKey(text);
}

export function pageKey(page: Page, withHidden: boolean): PageKey {
  const { textCount, textStart, textEnd, textFlags, html } = page;
  let characters = 0;
  for (let i = 0; i < textCount; i++) characters += textEnd[i]! - textStart[i]!;
  let units = new Uint16Array(characters); // rarely too few: NFC makes some characters two or three
  const nodeText = new Int32Array(textCount);
  const nodeStart = new Int32Array(textCount + 1);
  let nodes = 0;
  let at = 0;
  for (let i = 0; i < textCount; ) {
    if (!withHidden && isHiddenText(page, i)) {
      i++;
      continue;
    }
    let end = i + 1;
    while (end < textCount && continuesNode(page, end)) end++;
    nodeText[nodes] = i;
    nodeStart[nodes++] = at;
    let next = at;
    for (let j = i; j < end && next >= 0; j++)
      next = textFlags[j]! & TEXT_ENTITY ? -1 : copySimple(html, textStart[j]!, textEnd[j]!, units, next);
    if (next < 0) {
      const key = nodeKey(page, i, end);
      next = at + key.length;
      if (next > units.length) units = grown(units, next);
      for (let j = 0; j < key.length; j++) units[at + j] = key.charCodeAt(j);
    }
    at = next;
    i = end;
  }
  nodeStart[nodes] = at;
  return { page, key: stringOfUnits(units, at), isFolded: false, nodeCount: nodes, nodeText, nodeStart };
}

function grown(units: Uint16Array, least: number): Uint16Array<ArrayBuffer> {
  const copy = new Uint16Array(Math.max(least, units.length * 2));
  copy.set(units);
  return copy;
}

/** The same key, case-folded node by node; at once where no fold is longer and no node ends in half a character. */
export function foldedPageKey(plain: PageKey): PageKey {
  const whole = foldKey(plain.key);
  if (whole.length === plain.key.length && !/[\uD800-\uDFFF]/.test(whole)) return { ...plain, key: whole, isFolded: true };
  const nodeStart = new Int32Array(plain.nodeCount + 1);
  const parts: string[] = [];
  let at = 0;
  for (let node = 0; node < plain.nodeCount; node++) {
    nodeStart[node] = at;
    const part = foldKey(plain.key.slice(plain.nodeStart[node]!, plain.nodeStart[node + 1]!));
    parts.push(part);
    at += part.length;
  }
  nodeStart[plain.nodeCount] = at;
  return { ...plain, key: parts.join(""), nodeStart, isFolded: true };
}

/** Walks the characters of one text node: for each the key it gives and the source it stands for. */
class AtomWalk {
  key = "";
  start = 0;
  end = 0;
  private text = 0;
  private at = 0;

  constructor(
    private readonly page: Page,
    private readonly isFolded: boolean,
  ) {}

  /** To the node that begins with this text. */
  begin(firstText: number): this {
    this.text = firstText;
    this.at = this.page.textStart[firstText]!;
    return this;
  }

  /** To the next key character. The caller asks only while the node's key has more. */
  next(): void {
    if (this.endsPlainly()) {
      this.start = this.at++;
      this.end = this.at;
      this.key = this.page.html[this.start]!;
      return;
    }
    let text = this.take();
    const from = this.text;
    this.start = this.takenStart;
    if (this.peekJoining()) {
      do this.take();
      while (this.peekJoining());
      text = this.textSince(from);
    }
    this.end = this.at;
    const key = textKey(text);
    this.key = this.isFolded ? foldKey(key) : key;
  }

  /**
   * Passes up to `count` characters that are their own key and join nothing, and the white space between them, all of
   * them before the offset `end`; returns how many. Only a shortcut: `next` would give the same, at ten times the cost.
   */
  pass(count: number, end: number): number {
    const { html, textEnd, textFlags } = this.page;
    const stop = Math.min(end, textEnd[this.text]! - 1); // what joins the last character may stand in the next text
    const reference = textFlags[this.text]! & TEXT_ENTITY ? AMPERSAND : -1;
    let passed = 0;
    let code = html.charCodeAt(this.at);
    while (this.at < stop && passed < count && code !== reference && (isSpacing(code) || this.isOwnKey(code))) {
      const next = html.charCodeAt(this.at + 1);
      if (next === 0 || next === reference || (next >= 0x300 && !isSimple(next))) break;
      if (!isSpacing(code)) passed++;
      this.at++;
      code = next;
    }
    return passed;
  }

  /** True on the last character of a node that is its own key: it needs no string. */
  private endsPlainly(): boolean {
    const { page, text, at } = this;
    if (at + 1 !== page.textEnd[text] || (text + 1 < page.textCount && continuesNode(page, text + 1))) return false;
    const code = page.html.charCodeAt(at);
    return this.isOwnKey(code) && !(code === AMPERSAND && page.textFlags[text]! & TEXT_ENTITY);
  }

  private isOwnKey(code: number): boolean {
    return this.isFolded ? code > 0x20 && code < 0x7f : isSimple(code);
  }

  /** From `start`, in the text numbered `from`, to where the walk stands; a letter may have a million marks. */
  private textSince(from: number): string {
    const { page } = this;
    if (from === this.text) return textOf(page, from, this.start, this.at);
    let text = textOf(page, from, this.start);
    for (let i = from + 1; i < this.text; i++) text += textOf(page, i);
    return text + textOf(page, this.text, page.textStart[this.text]!, this.at);
  }

  private takenStart = 0;

  /** One code point of the source, decoded. */
  private take(): string {
    const { page } = this;
    for (;;) {
      if (this.at >= page.textEnd[this.text]!) this.at = page.textStart[++this.text]!;
      else if (this.isDropped(this.text, this.at)) this.at++;
      else break;
    }
    this.takenStart = this.at;
    const flags = page.textFlags[this.text]!;
    const code = page.html.codePointAt(this.at)!;
    if (code === AMPERSAND && flags & TEXT_ENTITY) {
      const reference = referenceAt(page.html, this.at);
      if (reference) {
        this.at += reference.length;
        return reference.text;
      }
    }
    this.at += code > 0xffff ? 2 : 1;
    if (code === 0) return "\uFFFD"; // in raw text
    return String.fromCodePoint(code);
  }

  /** NUL is no character of a text, unless raw. */
  private isDropped(text: number, at: number): boolean {
    return this.page.html.charCodeAt(at) === 0 && !(this.page.textFlags[text]! & TEXT_RAW);
  }

  private peekJoining(): boolean {
    const { page } = this;
    let { text, at } = this;
    for (;;) {
      if (at >= page.textEnd[text]!) {
        if (text + 1 >= page.textCount || !continuesNode(page, text + 1)) return false;
        if (page.textFlags[++text]! & BORDER_SPACE) return false;
        at = page.textStart[text]!;
      } else if (this.isDropped(text, at)) at++;
      else break;
    }
    const code = page.html.charCodeAt(at);
    if (code === AMPERSAND && page.textFlags[text]! & TEXT_ENTITY) {
      const reference = referenceAt(page.html, at);
      return reference !== undefined && joinsPrevious(reference.text);
    }
    return code >= 0x300 && joinsPrevious(page.html.slice(at, at + 2));
  }
}

/** Source spans of places [start, end) in the key; places must rise and not overlap. One pass, however many there are. */
export function spansOf(pageKey: PageKey, places: readonly Span[]): Span[] {
  const way = new Way(pageKey);
  return places.map(({ start, end }) => way.span(start, end));
}

/** Spans of the page that are worked out when asked for: a page may show a letter a million times. */
export class Places implements Iterable<Span> {
  readonly length: number;

  /** `starts`: where the spans, all of the same `size`, begin in the key. Those that share a character are one. */
  constructor(
    private readonly pageKey: PageKey,
    private readonly starts: Int32Array,
    private readonly size: number,
  ) {
    this.length = keepApart(pageKey, starts, size);
  }

  *[Symbol.iterator](): Iterator<Span> {
    const way = new Way(this.pageKey);
    for (let i = 0; i < this.length; i++) yield way.span(this.starts[i]!, this.starts[i]! + this.size);
  }

  /** The span at this index, counted from the end if below 0. */
  at(index: number): Span | undefined {
    const start = index < this.length ? this.starts[index < 0 ? index + this.length : index] : undefined;
    return start === undefined ? undefined : new Way(this.pageKey).span(start, start + this.size);
  }

  /** Those from `start` on before `end`. */
  slice(start: number, end: number): Span[] {
    const way = new Way(this.pageKey);
    return Array.from(this.starts.subarray(0, this.length).subarray(start, end), (at) => way.span(at, at + this.size));
  }

  toJSON(): Span[] {
    return [...this];
  }
}

/** Two places in the key may be one character of the page: both halves of a folded ß. Returns how many are left. */
function keepApart(pageKey: PageKey, starts: Int32Array, size: number): number {
  const way = new Way(pageKey);
  let count = 0;
  let end = 0;
  for (const start of starts) {
    if (way.to(start).start < end) continue;
    starts[count++] = start;
    end = way.to(start + size - 1).end;
  }
  return count;
}

/** A cursor over key characters that only moves forward. */
class Way {
  private node = -1;
  private readonly walk: AtomWalk;
  private reached = 0; // key characters given so far

  constructor(private readonly pageKey: PageKey) {
    this.walk = new AtomWalk(pageKey.page, pageKey.isFolded);
  }

  /** What stands in the page for the key's [start, end). */
  span(start: number, end: number): Span {
    return { start: this.to(start).start, end: this.to(end - 1).end };
  }

  /** The atom that holds key character `index`. */
  to(index: number): AtomWalk {
    const { nodeStart, nodeText, page } = this.pageKey;
    if (this.node < 0 || index >= nodeStart[this.node + 1]!) {
      this.node = nodeOf(this.pageKey, index);
      this.walk.begin(nodeText[this.node]!);
      this.reached = nodeStart[this.node]!;
    }
    const { walk } = this;
    while (this.reached <= index) {
      this.reached += walk.pass(index - this.reached, page.html.length);
      walk.next();
      this.reached += walk.key.length;
    }
    return walk;
  }
}

/** The node whose key holds the key character `index`. */
function nodeOf({ nodeStart, nodeCount }: PageKey, index: number): number {
  let low = 0;
  let high = nodeCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (nodeStart[middle + 1]! <= index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many key characters stand before the source offset. */
export function keyIndexAt(pageKey: PageKey, offset: number): number {
  const { page, nodeText, nodeStart, nodeCount, isFolded } = pageKey;
  let low = 0;
  let high = nodeCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (page.textStart[nodeText[middle]!]! < offset) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return 0;
  const node = low - 1;
  let reached = nodeStart[node]!;
  const walk = new AtomWalk(page, isFolded).begin(nodeText[node]!);
  while (reached < nodeStart[node + 1]!) {
    reached += walk.pass(nodeStart[node + 1]! - reached - 1, offset);
    walk.next();
    if (walk.start >= offset) break;
    reached += walk.key.length;
  }
  return reached;
}
