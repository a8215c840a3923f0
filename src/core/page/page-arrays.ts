/** The growing arrays behind a Page: capacity follows the page, and what was not needed stays behind the counts. */
import { Forecast, longer } from "./forecast.js";
import { ValueOffsets } from "./value-offsets.js";

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
  textStart: Int32Array;
  textEnd: Int32Array;
  textParent: Int32Array;
  textFlags: Uint8Array;
  textFormat: Uint8Array;
  readonly classes: ValueOffsets;
  readonly ids: ValueOffsets;
  private readonly elementForecast: Forecast;
  private readonly textForecast: Forecast;

  constructor(characters: number) {
    const size = 64 + Math.ceil(characters / CHARACTERS_PER_ELEMENT);
    this.tag = new Int32Array(size);
    this.parent = new Int32Array(size);
    this.depth = new Uint16Array(size);
    this.start = new Int32Array(size);
    this.parent[0] = -1;
    const textSize = 64 + Math.ceil(characters / CHARACTERS_PER_TEXT);
    this.textStart = new Int32Array(textSize);
    this.textEnd = new Int32Array(textSize);
    this.textParent = new Int32Array(textSize);
    this.textFlags = new Uint8Array(textSize);
    this.textFormat = new Uint8Array(textSize);
    this.classes = new ValueOffsets(characters);
    this.ids = new ValueOffsets(characters);
    this.elementForecast = new Forecast(characters);
    this.textForecast = new Forecast(characters);
  }

  addElement(tag: number, parent: number, depth: number, start: number): number {
    const at = this.elementCount++;
    if (at === this.tag.length) this.growElements();
    this.tag[at] = tag;
    this.parent[at] = parent;
    this.depth[at] = depth;
    this.start[at] = start;
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
    const full = this.tag.length;
    const size = this.elementForecast.room(full, this.start[full - 1]!);
    this.tag = longer(this.tag, size);
    this.parent = longer(this.parent, size);
    this.depth = longer(this.depth, size);
    this.start = longer(this.start, size);
  }

  private growTexts(): void {
    const full = this.textStart.length;
    const size = this.textForecast.room(full, this.textEnd[full - 1]!);
    this.textStart = longer(this.textStart, size);
    this.textEnd = longer(this.textEnd, size);
    this.textParent = longer(this.textParent, size);
    this.textFlags = longer(this.textFlags, size);
    this.textFormat = longer(this.textFormat, size);
  }
}
