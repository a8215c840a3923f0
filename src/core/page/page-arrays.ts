/** The growing arrays behind a Page: capacity follows the page, and what was not needed stays behind the counts. */
const CHARACTERS_PER_ELEMENT = 64; // first guesses: real pages have one per 100 and 200 characters, dense ones twice as many
const CHARACTERS_PER_TEXT = 128;

export class PageArrays {
  elementCount = 1; // the document
  textCount = 0;
  isCut = false;
  tag: Int32Array;
  parent: Int32Array;
  depth: Uint16Array;
  start: Int32Array;
  open: Int32Array;
  classAt: Int32Array;
  idAt: Int32Array;
  firstText: Int32Array;
  textStart: Int32Array;
  textEnd: Int32Array;
  textParent: Int32Array;
  textFlags: Uint8Array;
  textFormat: Int32Array;

  constructor(private readonly characters: number) {
    const size = 64 + Math.ceil(characters / CHARACTERS_PER_ELEMENT);
    this.tag = new Int32Array(size);
    this.parent = new Int32Array(size);
    this.depth = new Uint16Array(size);
    this.start = new Int32Array(size);
    this.open = new Int32Array(size);
    this.classAt = new Int32Array(size).fill(-1);
    this.idAt = new Int32Array(size).fill(-1);
    this.firstText = new Int32Array(size);
    this.parent[0] = -1;
    const textSize = 64 + Math.ceil(characters / CHARACTERS_PER_TEXT);
    this.textStart = new Int32Array(textSize);
    this.textEnd = new Int32Array(textSize);
    this.textParent = new Int32Array(textSize);
    this.textFlags = new Uint8Array(textSize);
    this.textFormat = new Int32Array(textSize);
  }

  addElement(tag: number, parent: number, depth: number, start: number, open: number): number {
    const at = this.elementCount++;
    if (at === this.tag.length) this.growElements();
    this.tag[at] = tag;
    this.parent[at] = parent;
    this.depth[at] = depth;
    this.start[at] = start;
    this.open[at] = open;
    this.firstText[at] = this.textCount;
    return at;
  }

  addText(start: number, end: number, parent: number, flags: number, format: number): void {
    const at = this.textCount++;
    if (at === this.textStart.length) this.growTexts();
    this.textStart[at] = start;
    this.textEnd[at] = end;
    this.textParent[at] = parent;
    this.textFlags[at] = flags;
    this.textFormat[at] = format;
  }

  private growElements(): void {
    const old = this.tag.length;
    const size = roomFor(old, this.start[old - 1]!, this.characters);
    this.tag = longer(this.tag, size);
    this.parent = longer(this.parent, size);
    this.start = longer(this.start, size);
    this.open = longer(this.open, size);
    this.classAt = longer(this.classAt, size).fill(-1, old);
    this.idAt = longer(this.idAt, size).fill(-1, old);
    this.firstText = longer(this.firstText, size);
    const depth = new Uint16Array(size);
    depth.set(this.depth);
    this.depth = depth;
  }

  private growTexts(): void {
    const size = roomFor(this.textStart.length, this.textEnd[this.textStart.length - 1]!, this.characters);
    this.textStart = longer(this.textStart, size);
    this.textEnd = longer(this.textEnd, size);
    this.textParent = longer(this.textParent, size);
    this.textFormat = longer(this.textFormat, size);
    const flags = new Uint8Array(size);
    flags.set(this.textFlags);
    this.textFlags = flags;
  }
}

/**
 * The next capacity after `count` entries, reached at offset `at` of a page of `length`: what is still to come if the page
 * goes on as it has so far, a quarter more at least. Doubling would leave a page of a million tags with twice their room.
 */
export function roomFor(count: number, at: number, length: number): number {
  const rest = Math.max(0, length - at);
  const alike = Math.ceil((count / Math.max(1, at)) * rest * 1.02);
  return count + Math.max(64, count >> 2, Math.min(alike, rest >> 1));
}

function longer(array: Int32Array, size: number): Int32Array {
  const copy = new Int32Array(size);
  copy.set(array);
  return copy;
}
