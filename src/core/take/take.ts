/** From a found node to its value: which characters of the page they are (method §7, point 1). */

import { nodesAtTags } from "../find/steps.js";
import type { Misfit } from "../guard/guards.js";
import { isHiddenText, isInline, lowerBound, nameOf, type Span } from "../page/page.js";
import type { BetweenForm, ListForm, PieceForm } from "../template/list-template.js";
import type { Form } from "../template/page-template.js";
import { pageKey, spansOf } from "../text/page-key.js";
import { valueText } from "../text/value-text.js";
import { htmlAttribute } from "../tree/html-attributes.js";
import { intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { countAlike, RUN, runEnd, runKey, runsIn, type Segment, segmentsOf } from "../tree/tree.js";
import { cutBetween } from "./between.js";
import { runTextOf } from "./run-text.js";
import { hasLetters, isMark, isSeparator } from "./separators.js";
import { fitsShape } from "./shape.js";

export interface Value {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly htmlAttribute?: string; // the spans lie in the value of this attribute of a tag
}

export interface Taken {
  readonly values: readonly Value[];
  readonly misfit?: Misfit; // why they may not be what was meant
}

export const BUILT_OTHERWISE: Taken = { values: [], misfit: "built-otherwise" };
export const OTHER_TEXT: Taken = { values: [], misfit: "other-text" };

export function take(reading: Reading, node: number, form: Form | ListForm, known: ReadonlySet<string>): Taken {
  switch (form.kind) {
    case "whole":
    case "family": // its members are found and taken one by one
      return whole(reading, node);
    case "segment":
      return takeSegment(reading, node, form);
    case "piece":
      return takePiece(reading, node, form);
    case "between":
      return takeBetween(reading, node, form);
    case "part":
      return takePart(reading, node, form.prefix, form.suffix);
    case "range":
      return takeRange(reading, node, form);
    case "htmlAttribute":
      return takeHtmlAttribute(reading, node, form.name);
    case "items":
      return takeItems(reading, node, form, known);
  }
}

function oneValue(reading: Reading, spans: readonly Span[]): Taken {
  const text = valueText(reading.page, spans);
  return text === "" ? BUILT_OTHERWISE : { values: [{ text, spans }] };
}

function whole(reading: Reading, node: number): Taken {
  return oneValue(reading, nodeSpans(reading, node));
}

/** The source of a node's displayed texts. A hidden text between them parts it into spans, and is one itself where it counts. */
export function nodeSpans(reading: Reading, node: number): Span[] {
  const { tree, page } = reading;
  const { start, end } = runsIn(tree, node);
  if (start >= end) return [];
  const spans: Span[] = [];
  const lastText = runEnd(tree, end - 1);
  const showsHidden = reading.showsHidden || (tree.tag[node] === RUN && tree.runHidden[start] === 1);
  let wasHidden: boolean | undefined;
  for (let text = tree.runText[start]!; text < lastText; text++) {
    const isHidden = isHiddenText(page, text);
    if (!isHidden || showsHidden) {
      const from = isHidden === wasHidden ? spans.pop()!.start : page.textStart[text]!;
      spans.push({ start: from, end: page.textEnd[text]! });
    }
    wasHidden = isHidden;
  }
  return spans.map((span) => trimmed(page.html, span));
}

/** Without the white space at both ends. */
function trimmed(html: string, { start, end }: Span): Span {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(html[from]!)) from++;
  while (to > from && /\s/.test(html[to - 1]!)) to--;
  return { start: from, end: to };
}

function takeSegment(reading: Reading, node: number, form: Extract<Form, { kind: "segment" }>): Taken {
  const { tree } = reading;
  if (tree.tag[node] !== RUN) return BUILT_OTHERWISE;
  const segments = segmentsOf(tree, tree.run[node]!);
  const found = framed(segments, form) ?? afterLabel(segments, form) ?? byNumber(segments, form);
  if (!found) return BUILT_OTHERWISE;
  const [first, end] = found;
  return end <= first ? BUILT_OTHERWISE : ofSegments(reading, segments.slice(first, end));
}

function ofSegments(reading: Reading, segments: readonly Segment[]): Taken {
  const { html, textStart, textEnd } = reading.page;
  return oneValue(reading, [trimmed(html, { start: textStart[segments[0]!.first]!, end: textEnd[segments.at(-1)!.end - 1]! })]);
}

/** The names of the text-format tags around the pieces of a run, "" for none. */
export function formatsOf({ tree, page }: Reading, run: number): string[] {
  return segmentsOf(tree, run).map(({ format }) => (format ? nameOf(page, format) : ""));
}

function takePiece(reading: Reading, node: number, { formats, index }: PieceForm): Taken {
  const run = onlyRun(reading, node);
  if (run === undefined || formatsOf(reading, run).join() !== formats.join()) return BUILT_OTHERWISE;
  return ofSegments(reading, [segmentsOf(reading.tree, run)[index]!]);
}

/** Nothing where its texts stand side by side. */
function takeBetween(reading: Reading, node: number, form: BetweenForm): Taken {
  const run = onlyRun(reading, node);
  const line = run === undefined ? undefined : runTextOf(reading.tree, run);
  const cut = line ? cutBetween(line.text, form) : "unlike";
  if (cut === "empty") return { values: [] };
  return cut === "unlike" ? BUILT_OTHERWISE : oneValue(reading, [line!.spanOf(cut.start, cut.end)]);
}

function onlyRun(reading: Reading, node: number): number | undefined {
  const { first, last } = intervalOf(reading, node);
  return first === last ? reading.shown[first] : undefined;
}

/** Between the template's segments at the run's beginning and end. */
function framed(
  segments: readonly Segment[],
  { before, after }: Extract<Form, { kind: "segment" }>,
): [number, number] | undefined {
  if (!before || !after || before.length + after.length === 0) return undefined;
  const tail = segments.length - after.length;
  const isFramed = before.every((key, i) => segments[i]?.key === key) && after.every((key, i) => segments[tail + i]?.key === key);
  return isFramed ? [before.length, tail] : undefined;
}

/** By its number, where no text of the template says more and the run has as many segments as on the labelled page. */
function byNumber(segments: readonly Segment[], form: Extract<Form, { kind: "segment" }>): [number, number] | undefined {
  const { before, after, label, index, size, count } = form;
  if (label !== null || before?.length || after?.length || segments.length !== count) return undefined;
  return [index, index + size];
}

/** Directly after its label, up to the next segment that is set like a label: "Year: 1999 Pages: 30" in one line. */
function afterLabel(
  segments: readonly Segment[],
  { label, size }: Extract<Form, { kind: "segment" }>,
): [number, number] | undefined {
  const labels = segments.flatMap(({ key }, i) => (label !== null && key === label ? [i] : []));
  const [at] = labels;
  if (at === undefined || labels.length > 1) return undefined;
  const next = segments[at + 1 + size];
  return at + size < segments.length && (!next || next.format === segments[at]!.format) ? [at + 1, at + 1 + size] : undefined;
}

function takePart(reading: Reading, node: number, prefix: string, suffix: string): Taken {
  const { tree } = reading;
  if (tree.tag[node] !== RUN) return BUILT_OTHERWISE;
  const run = tree.run[node]!;
  const key = runKey(tree, run);
  if (!key.startsWith(prefix) || !key.endsWith(suffix) || key.length < prefix.length + suffix.length) return BUILT_OTHERWISE;
  if (key.length === prefix.length + suffix.length) return BUILT_OTHERWISE;
  return oneValue(reading, [partSpan(reading, run, prefix.length, key.length - suffix.length)]);
}

/** Source of key characters [from, to) of a run. */
function partSpan(reading: Reading, run: number, from: number, to: number): Span {
  const { tree, page } = reading;
  const all = pageKey(page, true);
  const first = tree.runText[run]!;
  const base = all.nodeStart[lowerBound(all.nodeText, all.nodeCount, first)]!;
  return spansOf(all, [{ start: base + from, end: base + to }])[0]!;
}

/** Two items of a list must be parted: by a separator, or by standing in blocks of their own. */
export function areParted(reading: Reading, items: readonly number[]): boolean {
  const { tree, page } = reading;
  return items.slice(1).every((item, i) => {
    const element = tree.element[item]!;
    if (element >= 0 && !isInline(page, element)) return true;
    const before = intervalOf(reading, items[i]!).last;
    const after = intervalOf(reading, item).first;
    return after === before + 2 && isSeparator(runKey(tree, reading.shown[before + 1]!));
  });
}

function takeItems(reading: Reading, node: number, form: Extract<Form, { kind: "items" }>, known: ReadonlySet<string>): Taken {
  const { tree } = reading;
  const items = nodesAtTags(tree, node, form.tags).filter((item) => intervalOf(reading, item).last >= 0);
  let isOther = form.shape !== null && (!fitsShape(reading, items, form.shape) || countAlike(tree, node) > form.alike);
  const values: Value[] = [];
  const inItem = new Set<number>();
  for (const item of items) {
    const { start, end } = runsIn(tree, item);
    for (let run = start; run < end; run++) inItem.add(run);
    values.push(...whole(reading, item).values);
  }
  const mayHaveMarks = values.every(({ text }) => hasLetters(text)); // beside a price, "€55" is another price
  const { start, end } = runsIn(tree, node);
  for (let run = start; run < end; run++) {
    if (inItem.has(run) || tree.runHidden[run]) continue;
    const key = runKey(tree, run);
    isOther ||= !isSeparator(key) && !(mayHaveMarks && isMark(key)) && !known.has(key);
  }
  if (!isOther && !values.length) return BUILT_OTHERWISE;
  return isOther ? { values, misfit: "other-item" } : { values };
}

/** The runs of the node between the two texts, one span for each of its children that holds some. */
function takeRange(reading: Reading, node: number, { before, after }: Extract<Form, { kind: "range" }>): Taken {
  const { tree, shown } = reading;
  if (tree.tag[node] === RUN) return BUILT_OTHERWISE;
  const { first, last } = intervalOf(reading, node);
  const orderOf = (key: string): number => {
    const inside = reading
      .runsWith(key)
      .map((run) => reading.orderOf[run]!)
      .filter((order) => order >= first && order <= last);
    return inside.length === 1 ? inside[0]! : -1;
  };
  const from = before === null ? first : orderOf(before) + 1;
  const to = after === null ? last : orderOf(after) - 1;
  if ((before !== null && from === 0) || (after !== null && to < 0)) return BUILT_OTHERWISE;
  if (to < from) return BUILT_OTHERWISE;
  const spans: Span[] = [];
  let child = -1;
  for (let order = from; order <= to; order++) {
    const run = tree.runNode[shown[order]!]!;
    const span = nodeSpans(reading, run);
    let at = run;
    while (tree.parent[at] !== node) at = tree.parent[at]!;
    if (at === child) spans.push({ start: spans.pop()!.start, end: span.at(-1)!.end });
    else spans.push(...span);
    child = at;
  }
  return oneValue(reading, spans);
}

function takeHtmlAttribute({ tree, page }: Reading, node: number, name: string): Taken {
  const element = tree.element[node]!;
  const found = element < 0 ? undefined : htmlAttribute(page, element, name);
  if (!found) return BUILT_OTHERWISE;
  return found.value === "" ? BUILT_OTHERWISE : { values: [{ text: found.value, spans: [found.span], htmlAttribute: name }] };
}
