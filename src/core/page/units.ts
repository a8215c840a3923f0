const CHUNK = 8192; // more arguments at once may not fit the stack

/** The first `length` code units as a string, without a string per character on the way. */
export function stringOfUnits(units: Uint16Array, length: number): string {
  const parts: string[] = [];
  for (let at = 0; at < length; at += CHUNK) {
    parts.push(String.fromCharCode.apply(null, units.subarray(at, Math.min(at + CHUNK, length)) as unknown as number[]));
  }
  return parts.join("");
}

/** The text with every NUL left out, or replaced by the character with this code. */
export function withoutNul(text: string, code?: number): string {
  return mapUnits(text, (unit) => unit || code);
}

/** Every code unit replaced, or left out; the engine's own replacing keeps a string for each place until it is done. */
export function mapUnits(text: string, map: (unit: number) => number | undefined): string {
  const units = new Uint16Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = map(text.charCodeAt(i));
    if (unit !== undefined) units[length++] = unit;
  }
  return stringOfUnits(units, length);
}
