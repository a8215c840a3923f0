/**
 * Combining marks in canonical order, in linear time and little memory.
 *
 * Engines order the marks of one letter by insertion, in quadratic time: a page of a million of them in disorder would
 * take NFC an hour. Class numbers are nowhere to be had, but NFD of two marks shows which of both classes is lower.
 */
import { stringOfUnits } from "../page/units.js";

const MANY = 33; // no language writes as many marks on one letter
const MANY_MARKS = /\p{M}{33}/u; // bounded: an open end would exhaust the engine's stack

/** A text with the same NFC whose marks the engine has not to move far. */
export function withMarksInOrder(text: string): string {
  if (text.length < MANY || !MANY_MARKS.test(text)) return text;
  const isMark = new Map<number, boolean>(); // by code point; a loop over characters would make a string of each
  const parts: string[] = [];
  let done = 0;
  let runStart = 0;
  let at = 0;
  const endRun = (): void => {
    if (at - runStart < MANY) return;
    parts.push(text.slice(done, runStart), inOrder(text.slice(runStart, at)));
    done = at;
  };
  while (at < text.length) {
    const code = text.codePointAt(at)!;
    const length = code > 0xffff ? 2 : 1;
    if (!isMark.has(code)) isMark.set(code, /\p{M}/u.test(String.fromCodePoint(code)));
    if (!isMark.get(code)) {
      endRun();
      runStart = at + length;
    }
    at += length;
  }
  endRun();
  return parts.join("") + text.slice(done);
}

interface MarkClass {
  readonly sample: string;
  readonly isMovable: boolean; // not of class 0
  rank: number;
}

interface Member {
  readonly code: number;
  readonly its: MarkClass;
}

/** The marks in canonical order, stable within a class; a mark of class 0 stays where it is. */
function inOrder(marks: string): string {
  const classes: MarkClass[] = []; // rising
  const known = new Map<number, readonly Member[]>();
  let total = 0;
  for (let at = 0; at < marks.length; at++) {
    const code = marks.codePointAt(at)!;
    if (code > 0xffff) at++;
    let members = known.get(code);
    if (!members) {
      const apart = [...String.fromCodePoint(code).normalize("NFD")];
      members = apart.map((mark) => ({ code: mark.codePointAt(0)!, its: classOf(mark, classes) }));
      known.set(code, members);
    }
    total += members.length;
  }
  for (const [rank, its] of classes.entries()) its.rank = rank;
  return sorted(marks, known, total, classes);
}

const LAST = "\u0345"; // the only mark of the highest class
const swaps = (first: string, second: string): boolean => (first + second).normalize("NFD") !== first + second;

function classOf(mark: string, classes: MarkClass[]): MarkClass {
  const isMovable = mark === LAST || swaps(LAST, mark);
  const at = classes.findIndex(({ sample, isMovable: moves }) => moves === isMovable && !swaps(mark, sample));
  const found = classes[at];
  if (found && !swaps(found.sample, mark)) return found;
  const added = { sample: mark, isMovable, rank: 0 };
  classes.splice(at < 0 ? classes.length : at, 0, added);
  return added;
}

/** Counting sort by rank, between one mark of class 0 and the next. */
function sorted(marks: string, known: Map<number, readonly Member[]>, total: number, classes: readonly MarkClass[]): string {
  const isWide = [...known.values()].some((members) => members.some(({ code }) => code > 0xffff));
  const codes = isWide ? new Uint32Array(total) : new Uint16Array(total);
  const ranks = new Uint8Array(total);
  let count = 0;
  for (let at = 0; at < marks.length; at++) {
    const whole = marks.codePointAt(at)!;
    if (whole > 0xffff) at++;
    for (const { code, its } of known.get(whole)!) {
      codes[count] = code;
      ranks[count++] = its.rank;
    }
  }
  const units = new Uint16Array(isWide ? total * 2 : total);
  let length = 0;
  const put = (code: number): void => {
    if (code > 0xffff) units[length++] = 0xd7c0 + (code >> 10);
    units[length++] = code > 0xffff ? 0xdc00 | (code & 0x3ff) : code;
  };
  for (let start = 0; start < total; ) {
    let end = start;
    const present = new Set<number>();
    while (end < total && classes[ranks[end]!]!.isMovable) present.add(ranks[end++]!);
    for (const rank of [...present].sort((a, b) => a - b)) {
      for (let i = start; i < end; i++) if (ranks[i] === rank) put(codes[i]!);
    }
    if (end < total) put(codes[end++]!); // of class 0
    start = end;
  }
  return stringOfUnits(units, length);
}
