/** Strings from code units, without a string per character on the way. */

interface Decoder {
  decode(units: Uint8Array | Uint16Array): string;
}

/** Node and browsers have it, the language alone does not; no library of types that both share names it. */
declare const TextDecoder: (new (label: string, options: { readonly ignoreBOM: boolean }) => Decoder) | undefined;

const decoderOf = (label: string): Decoder | undefined =>
  typeof TextDecoder === "undefined" ? undefined : new TextDecoder(label, { ignoreBOM: true });

const CHUNK = 8192; // more arguments at once may not fit the stack
const ascii = decoderOf("utf-8");
const wide = decoderOf("utf-16le");
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

const LONG = 1 << 18;

/**
 * The first `length` code units as a string; they are used up. Decoders take twice the time but leave no garbage, so long
 * texts pass them.
 */
export function stringOfUnits(units: Uint16Array, length: number): string {
  if (length < LONG) return joined(units, length);
  const used = units.subarray(0, length);
  let highest = 0;
  for (let i = 0; i < length; i++) highest |= units[i]!;
  if (highest < 0x80 && ascii) return ascii.decode(packed(used));
  return highest > 0xff && wide && isLittleEndian && !hasLoneSurrogate(used) ? wide.decode(used) : joined(units, length);
}

/** One byte a unit, in the place they have: a byte is written where its unit and those before it have been read. */
function packed(units: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(units.buffer, units.byteOffset, units.length);
  for (let i = 0; i < units.length; i++) bytes[i] = units[i]!;
  return bytes;
}

function hasLoneSurrogate(units: Uint16Array): boolean {
  for (let i = 0; i < units.length; i++) {
    if ((units[i]! & 0xf800) !== 0xd800) continue;
    if (units[i]! > 0xdbff || (units[++i]! & 0xfc00) !== 0xdc00) return true;
  }
  return false;
}

function joined(units: Uint16Array, length: number): string {
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
