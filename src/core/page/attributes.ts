/**
 * The attributes of a start tag, as the Standard's tokenizer reads them: one scan from front to back, no expression that
 * could go back over what a stranger has written.
 */
import { decodeAttribute } from "./entities.js";
import { asciiLower } from "./own-names.js";

export interface Attributes {
  /** Names in small letters, values decoded; of two equal names the first counts. */
  readonly values: ReadonlyMap<string, string>;
  readonly end: number; // after the closing bracket; −1 where the source ends inside of the tag
}

/** An attribute as it is written. */
export interface WrittenAttribute {
  readonly name: string; // in small letters
  readonly start: number; // of the value, without quotes
  readonly end: number; // the same as `start` where it has none
}

/** All of a tag, those written twice too; from the offset behind the tag's name. */
export function writtenAttributes(source: string, from: number): { written: WrittenAttribute[]; end: number } {
  const written: WrittenAttribute[] = [];
  let at = from;
  for (;;) {
    while (isSpace(source, at) || source[at] === "/") at++;
    if (at >= source.length) return { written, end: -1 };
    if (source[at] === ">") return { written, end: at + 1 };
    const nameStart = at++; // an equals sign in first place belongs to the name
    while (at < source.length && source[at] !== "=" && !endsName(source, at)) at++;
    const name = asciiLower(source.slice(nameStart, at));
    let [start, end] = [at, at];
    while (isSpace(source, at)) at++;
    if (source[at] === "=") {
      do at++;
      while (isSpace(source, at));
      const quote = source[at];
      if (quote === '"' || quote === "'") {
        const close = source.indexOf(quote, at + 1);
        [start, end] = [at + 1, close < 0 ? source.length : close];
        at = end + 1;
      } else {
        start = at;
        while (at < source.length && source[at] !== ">" && !isSpace(source, at)) at++;
        end = at;
      }
    }
    written.push({ name, start, end });
  }
}

/** From the offset behind the tag's name. */
export function readAttributes(source: string, from: number): Attributes {
  const { written, end } = writtenAttributes(source, from);
  const values = new Map<string, string>();
  for (const { name, start, end: valueEnd } of written)
    if (!values.has(name)) values.set(name, decodeAttribute(source.slice(start, valueEnd)));
  return { values, end };
}

/** Behind the name of the tag whose bracket stands at `lt`. */
export function tagNameEnd(source: string, lt: number): number {
  let at = lt + 1;
  while (at < source.length && !endsName(source, at)) at++;
  return at;
}

/** Of the tag whose bracket stands at `lt`. */
export function attributesAt(source: string, lt: number): ReadonlyMap<string, string> {
  return readAttributes(source, tagNameEnd(source, lt)).values;
}

function isSpace(source: string, at: number): boolean {
  const code = at < source.length ? source.charCodeAt(at) : 0;
  return code === 32 || (code >= 9 && code <= 13 && code !== 11);
}

const endsName = (source: string, at: number): boolean => source[at] === ">" || source[at] === "/" || isSpace(source, at);
