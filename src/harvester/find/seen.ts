/**
 * Addresses that came already. A site may name any number of them, of any length: they are kept as digests, and after half
 * a million it begins anew. What comes again then is told again, and the store knows it.
 */
import { createHash } from "node:crypto";

const MOST = 500_000;

export class Seen {
  readonly #digests = new Set<string>();

  has(address: string): boolean {
    return this.#digests.has(digestOf(address));
  }

  add(address: string): void {
    if (this.#digests.size >= MOST) this.#digests.clear();
    this.#digests.add(digestOf(address));
  }
}

const digestOf = (address: string): string => createHash("sha256").update(address).digest("binary");
