/**
 * Memory in which pages lie while a reading thread has them, the same again and again. Bytes sent in a message are copied
 * twice, and what is left of them outside the heap sets off collections: a twentieth of all that a harvest costs.
 */
const SLOT_BYTES = 2 ** 18; // nearly all pages are smaller; a larger one is sent as it is
const MOST_FREE = 16;

export class PageSlots {
  readonly #free: SharedArrayBuffer[] = [];

  /** The same bytes where every thread sees them, until they are given back. */
  hold(bytes: Uint8Array): Uint8Array {
    if (bytes.length > SLOT_BYTES) return bytes;
    const held = new Uint8Array(this.#free.pop() ?? new SharedArrayBuffer(SLOT_BYTES), 0, bytes.length);
    held.set(bytes);
    return held;
  }

  /** Nobody reads them any more. */
  giveBack({ buffer }: Uint8Array): void {
    if (buffer instanceof SharedArrayBuffer && this.#free.length < MOST_FREE) this.#free.push(buffer);
  }
}
