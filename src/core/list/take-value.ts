/** From the node of a place to its value: verbatim text with its spans (method §7, point 1). */

import type { ReadSpan } from "../guard/same-text.js";
import { BORDER_BLOCK } from "../page/open-elements.js";
import { isOpaque, nameOf, type Span } from "../page/page.js";
import { TAG_NAMES } from "../page/tags.js";
import { nodeSpans, trimmed } from "../take/take.js";
import type { ListForm } from "../template/list-template.js";
import { valueText } from "../text/value-text.js";
import { htmlAttribute } from "../tree/html-attributes.js";
import { intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { RUN, segmentsOf } from "../tree/tree.js";
import { cutPart } from "./part.js";
import { runTextOf } from "./run-text.js";

export interface ListValue {
  readonly text: string;
  readonly proofs: readonly ReadSpan[];
}

export type TakenValue = ListValue | "empty" | "more" | "unlike"; // more: other text stands there too

export function takeValue(reading: Reading, node: number, form: ListForm): TakenValue {
  if (form.kind === "htmlAttribute") return takeAttribute(reading, node, form.name);
  const { first, last } = intervalOf(reading, node);
  if (last < first) return "empty";
  if (form.kind === "whole")
    return first === last || form.isJoined || isOneText(reading, node) ? textOf(reading, nodeSpans(reading, node)) : "more";
  if (first !== last) return "more";
  const run = reading.shown[first]!;
  return form.kind === "segment" ? takeSegment(reading, run, form) : takePart(reading, run, form);
}

function textOf(reading: Reading, spans: readonly Span[]): TakenValue {
  const text = valueText(reading.page, spans);
  return text === "" ? "empty" : { text, proofs: spans };
}

function takeAttribute({ page, tree }: Reading, node: number, name: string): TakenValue {
  const found = tree.tag[node] === RUN ? undefined : htmlAttribute(page, tree.element[node]!, name);
  if (!found || found.value === "") return "empty";
  return { text: found.value, proofs: [{ ...found.span, htmlAttribute: name }] };
}

/** Several runs that only misspelt tags part: unknown names inside, no break between. */
function isOneText(reading: Reading, node: number): boolean {
  const { tree, page, shown } = reading;
  const { first, last } = intervalOf(reading, node);
  for (let at = first + 1; at <= last; at++) {
    if (page.textFlags[tree.runText[shown[at]!]!]! & BORDER_BLOCK) return false;
  }
  const [firstRun, lastRun] = [tree.runNode[shown[first]!]!, tree.runNode[shown[last]!]!];
  for (let inside = node + 1; inside < tree.end[node]!; inside++) {
    const holdsAll = inside < firstRun && tree.end[inside]! > lastRun;
    if (tree.tag[inside] !== RUN && !holdsAll && tree.tag[inside]! < TAG_NAMES.length) return false;
    if (tree.tag[inside] !== RUN && isOpaque(page, tree.element[inside]!)) return false;
  }
  return true;
}

export function formatsOf({ tree, page }: Reading, run: number): string[] {
  return segmentsOf(tree, run).map(({ format }) => (format ? nameOf(page, format) : ""));
}

function takeSegment(reading: Reading, run: number, form: Extract<ListForm, { kind: "segment" }>): TakenValue {
  const formats = formatsOf(reading, run);
  if (formats.length !== form.formats.length || formats.some((format, i) => format !== form.formats[i])) return "unlike";
  const { page, tree } = reading;
  const segment = segmentsOf(tree, run)[form.index]!;
  const span = { start: page.textStart[segment.first]!, end: page.textEnd[segment.end - 1]! };
  return textOf(reading, [trimmed(page.html, span)]);
}

function takePart(reading: Reading, run: number, form: Extract<ListForm, { kind: "part" }>): TakenValue {
  const text = runTextOf(reading.tree, run);
  const cut = text ? cutPart(text.text, form) : "unlike";
  return typeof cut === "string" ? cut : textOf(reading, [text!.spanOf(cut.start, cut.end)]);
}
