/**
 * How much room an array needs that has become full: what is still to come if the page goes on as it has since the array
 * was last made longer. Doubling would leave a page of a million tags with twice their room, and garbage beside it.
 */
const LEAST = 64;
const MOST_ENTRIES = 0.37; // to a character: the four elements of "<table><td>"

export class Forecast {
  private count = 0;
  private at = 0;
  /** `length` is that of the page; `most`, how many entries a character can bring. */
  constructor(
    private readonly length: number,
    private readonly most = MOST_ENTRIES,
  ) {}

  /** The next size after `count` entries, the last of them met at offset `at`. */
  room(count: number, at: number): number {
    const rate = (count - this.count) / Math.max(1, at - this.at);
    const rest = Math.max(0, this.length - at);
    this.count = count;
    this.at = at;
    return count + Math.max(LEAST, count >> 2, Math.ceil(Math.min(rate * 1.02, this.most) * rest));
  }
}

/** A longer copy; what is new holds 0. */
export function longer<A extends Int32Array | Uint16Array | Uint8Array>(array: A, size: number): A {
  const copy = new (array.constructor as new (size: number) => A)(size);
  copy.set(array);
  return copy;
}
