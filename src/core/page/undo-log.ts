/** A stack of whole numbers that are mostly small: seven bits to a byte. All but the lowest byte carry a mark. */
import { Forecast, longer } from "./forecast.js";

const MOST_AT_ONCE = 32; // bytes put between two calls of `reserve`
const MORE = 128;
const MOST_BYTES = 1.3; // to a character: "<table><td>" again

export class UndoLog {
  private length = 0;
  private bytes = new Uint8Array(256);
  private readonly forecast: Forecast;

  /** `characters`: the length of the page. */
  constructor(characters: number) {
    this.forecast = new Forecast(characters, MOST_BYTES);
  }

  /** Makes room for some more numbers; `position` is how far the page has been read. */
  reserve(position: number): void {
    if (this.length + MOST_AT_ONCE <= this.bytes.length) return;
    this.bytes = longer(this.bytes, this.forecast.room(this.bytes.length, position));
  }

  put(value: number): void {
    this.bytes[this.length++] = value & 127;
    if (value > 127) this.putHigher(value >>> 7);
  }

  private putHigher(value: number): void {
    for (let rest = value; rest > 0; rest >>>= 7) this.bytes[this.length++] = (rest & 127) | MORE;
  }

  take(): number {
    const byte = this.bytes[--this.length]!;
    return byte & MORE ? this.takeLower(byte & 127) : byte;
  }

  private takeLower(high: number): number {
    let value = high;
    for (;;) {
      const byte = this.bytes[--this.length]!;
      value = (value << 7) | (byte & 127);
      if (!(byte & MORE)) return value;
    }
  }
}
