/** Character references, decoded by the Standard's tables, with how many source characters each one took. */
import { DecodingMode, HtmlEntityDecoder } from "entities/decode";
import { stringOfUnits, withoutNul } from "./units.js";

const AMPERSAND = 38;
let emitted = "";
const decoder = new HtmlEntityDecoder((code) => {
  emitted += String.fromCodePoint(code);
});

export interface Reference {
  readonly text: string;
  readonly length: number; // source characters, the ampersand included
}

/** The reference that begins at the ampersand at `at`, undefined if it is a plain ampersand. */
export function referenceAt(source: string, at: number, mode = DecodingMode.Legacy): Reference | undefined {
  emitted = "";
  decoder.startEntity(mode);
  const written = decoder.write(source, at + 1);
  const length = written < 0 ? decoder.end() : written;
  return length > 0 && emitted !== "" ? { text: emitted, length } : undefined;
}

const LONG = 4096;

/** As `decode`, into one array: a million references must not leave a million strings behind. */
function decodeLong(source: string, mode: DecodingMode): string {
  const units = new Uint16Array(source.length); // no reference is shorter than what it stands for
  let length = 0;
  for (let at = 0; at < source.length; ) {
    const code = source.charCodeAt(at);
    const reference = code === AMPERSAND ? referenceAt(source, at, mode) : undefined;
    if (reference) {
      for (let i = 0; i < reference.text.length; i++) units[length++] = reference.text.charCodeAt(i);
      at += reference.length;
    } else {
      units[length++] = code;
      at++;
    }
  }
  return stringOfUnits(units, length);
}

function decode(source: string, mode: DecodingMode): string {
  let at = source.indexOf("&");
  if (at < 0) return source;
  if (source.length > LONG) return decodeLong(source, mode);
  let text = "";
  let done = 0;
  while (at >= 0) {
    const reference = referenceAt(source, at, mode);
    if (reference) {
      text += source.slice(done, at) + reference.text;
      done = at + reference.length;
    }
    at = source.indexOf("&", Math.max(done, at + 1));
  }
  return text + source.slice(done);
}

/** Text content: NUL is dropped as in body, references are decoded. A reference to NUL gives U+FFFD and stays. */
export function decodeText(source: string): string {
  const text = decode(source, DecodingMode.Legacy);
  return text.includes("\0") ? withoutNul(text) : text;
}

export function decodeAttribute(source: string): string {
  const text = decode(source, DecodingMode.Attribute);
  return text.includes("\0") ? withoutNul(text, 0xfffd) : text;
}
