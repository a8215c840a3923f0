/** The constant texts between which a value stands in its line, from those of the labelled records. */

import { cutBetween } from "../take/between.js";
import type { BetweenForm } from "../template/list-template.js";

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);
const isDigit = (character: string): boolean => /\p{N}/u.test(character);

interface Cut {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly from: number; // what stands before it or after `to` belongs to another label
  readonly to: number;
}

/** The form by which all the given cuts are found again, undefined without one. */
export function learnBetween(cuts: readonly Cut[]): BetweenForm | undefined {
  if (cuts.some(splitsWord)) return undefined;
  const precedingTexts = cuts.map(({ text, start }) => text.slice(0, start));
  const afters = cuts.map(({ text, end }) => text.slice(end));
  const isFirst = precedingTexts.every((before) => before === precedingTexts[0]);
  const isLast = afters.every((after) => after === afters[0]);
  const before = isFirst ? precedingTexts[0]! : sharedEnd(cuts.map(({ text, from, start }) => text.slice(from, start)));
  const after = isLast ? afters[0]! : sharedStart(cuts.map(({ text, end, to }) => text.slice(end, to)));
  if ((!isFirst && before.trim() === "") || (!isLast && after.trim() === "")) return undefined;
  const form: BetweenForm = { kind: "between", before, isFirst, after, isLast };
  const isFoundAgain = cuts.every(({ text, start, end }) => {
    const cut = cutBetween(text, form);
    return typeof cut === "object" && cut.start === start && cut.end === end;
  });
  return isFoundAgain ? form : undefined;
}

function splitsWord({ text, start, end }: Cut): boolean {
  return (isWord(text[start - 1]) && isWord(text[start])) || (isWord(text[end]) && isWord(text[end - 1]));
}

function sharedEnd(texts: readonly string[]): string {
  const [first, ...others] = texts as [string, ...string[]];
  let length = 0;
  while (length < first.length && others.every((text) => text.at(-1 - length) === first.at(-1 - length))) length++;
  let from = first.length - length;
  for (let i = from; i < first.length; i++) if (isDigit(first[i]!)) from = i + 1;
  const beginsInWord = texts.some((text) => isWord(text[text.length - (first.length - from) - 1]));
  while (beginsInWord && from < first.length && isWord(first[from])) from++;
  return first.slice(from);
}

function sharedStart(texts: readonly string[]): string {
  const [first, ...others] = texts as [string, ...string[]];
  let length = 0;
  while (length < first.length && others.every((text) => text[length] === first[length])) length++;
  for (let i = 0; i < length; i++) if (isDigit(first[i]!)) length = i;
  const endsInWord = texts.some((text) => isWord(text[length]));
  while (endsInWord && length > 0 && isWord(first[length - 1])) length--;
  return first.slice(0, length);
}
