/** The text of one run as a person reads it, with the way back to source offsets: what parts of a run are cut from. */
import { referenceAt } from "../page/entities.js";
import { BORDER_SPACE } from "../page/open-elements.js";
import { type Span, TEXT_ENTITY } from "../page/page.js";
import { runEnd, type Tree } from "../tree/tree.js";

export interface RunText {
  readonly text: string; // white space collapsed
  spanOf(start: number, end: number): Span; // source of text[start, end)
}

const SPACE = /^[\t-\r \x85\xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]$/;

/** Undefined where a character may not stand for itself (text that NFC changes): such a run is never cut. */
export function runTextOf(tree: Tree, run: number): RunText | undefined {
  const { page, runText } = tree;
  const starts: number[] = [];
  const ends: number[] = [];
  const pieces: string[] = [];
  const put = (piece: string, start: number, end: number): void => {
    const isSpace = SPACE.test(piece);
    if (isSpace && (pieces.length === 0 || pieces.at(-1) === " ")) return;
    const kept = isSpace ? " " : piece;
    for (let i = 0; i < kept.length; i++) {
      starts.push(start);
      ends.push(end);
    }
    pieces.push(kept);
  };
  const last = runEnd(tree, run);
  for (let i = runText[run]!; i < last; i++) {
    if (page.textFlags[i]! & BORDER_SPACE) put(" ", page.textStart[i]!, page.textStart[i]!);
    for (let at = page.textStart[i]!; at < page.textEnd[i]!; ) {
      const reference = page.html[at] === "&" && page.textFlags[i]! & TEXT_ENTITY ? referenceAt(page.html, at) : undefined;
      const length = reference?.length ?? 1;
      put(reference?.text ?? page.html[at]!, at, at + length);
      at += length;
    }
  }
  const text = pieces.join("").trimEnd();
  if (text.normalize("NFC") !== text || text.includes("\0")) return undefined;
  return { text, spanOf: (start, end) => ({ start: starts[start]!, end: ends[end - 1]! }) };
}

/** A label as it is looked for in such a text. */
export function plainText(label: string): string {
  return label
    .replace(/[\t-\r \x85\xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/g, " ")
    .trim()
    .normalize("NFC");
}
