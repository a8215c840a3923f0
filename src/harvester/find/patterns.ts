/** Patterns of addresses: `*` stands for any text, the rest for itself, held against the whole address. */

/** In one pass per pattern, so that no pattern, however many stars it has, takes long. */
export function fits(pattern: string, address: string): boolean {
  const [head = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return pattern === address;
  if (!address.startsWith(head)) return false;
  const tail = rest.pop() ?? "";
  let at = head.length;
  for (const piece of rest) {
    const found = address.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return address.length - tail.length >= at && address.endsWith(tail);
}

export interface Wanted {
  readonly keep: readonly string[];
  readonly drop: readonly string[];
  readonly noRecords?: readonly string[]; // addresses
}

/** Why the address is left out, or undefined. */
export function leftOut(address: string, { keep, drop, noRecords = [] }: Wanted): string | undefined {
  if (noRecords.includes(address)) return "it is no record, as a person said";
  const dropped = drop.find((pattern) => fits(pattern, address));
  if (dropped !== undefined) return `it fits the drop pattern ${dropped}`;
  return keep.length > 0 && !keep.some((pattern) => fits(pattern, address)) ? "it fits no keep pattern" : undefined;
}
