/** Where the values of one attribute stand, for the elements that have it. */
import { Forecast, longer } from "./forecast.js";

const CHARACTERS_PER_VALUE = 256; // a first guess

export class ValueOffsets {
  count = 0;
  element: Int32Array; // rising
  at: Int32Array; // offset of the value
  private readonly forecast: Forecast;

  constructor(characters: number) {
    const size = 16 + Math.ceil(characters / CHARACTERS_PER_VALUE);
    this.element = new Int32Array(size);
    this.at = new Int32Array(size);
    this.forecast = new Forecast(characters);
  }

  /** The element is the last one so far, or has come late: html and body take what a second tag of theirs adds. */
  add(element: number, at: number): void {
    let place = this.count++;
    if (place === this.at.length) this.grow(at);
    for (; place > 0 && this.element[place - 1]! > element; place--) {
      this.element[place] = this.element[place - 1]!;
      this.at[place] = this.at[place - 1]!;
    }
    this.element[place] = element;
    this.at[place] = at;
  }

  /** Offset of the element's value, −1 without the attribute. */
  of(element: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.element[middle]! < element) low = middle + 1;
      else high = middle;
    }
    return low < this.count && this.element[low] === element ? this.at[low]! : -1;
  }

  private grow(at: number): void {
    const size = this.forecast.room(this.at.length, at);
    this.element = longer(this.element, size);
    this.at = longer(this.at, size);
  }
}
