/**
 * Where the text of a label stands on the labelled page, as forms a rule can lead to (method §7, kinds of attribute).
 *
 * `node` is what rules find; the form says which of its text is the value.
 */

import { isOfWholeWords } from "../displayed.js";
import { foldLabel, hasColon, prefixOf } from "../find/label-words.js";
import { LABELS, PLACES } from "../limits.js";
import { baseOf, resolved } from "../page/address.js";
import { lowerBound } from "../page/page.js";
import type { Form } from "../template/page-template.js";
import { pageKey, spansOf } from "../text/page-key.js";
import { placesOf } from "../text/search.js";
import { textKey } from "../text/text-key.js";
import { carriersIn, htmlAttribute, isAddress } from "../tree/html-attributes.js";
import { intervalKey, intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { commonAncestor, isInside, runKey, runsIn, segmentsOf, type Tree } from "../tree/tree.js";
import type { Sample } from "./sample.js";

export interface LabelPlace {
  readonly node: number;
  readonly form: Form;
  readonly isNumberless?: boolean; // a signature tells the members: rules that count siblings have nothing to add
  readonly isJoined?: boolean; // the first of a list joined by separators, all of which are the value
}

/** All places of a label's key, those that are whole nodes or segments before those that are parts of a run. */
export function placesOfLabel(reading: Reading, key: string, sample: Sample): LabelPlace[] {
  const exact = reading.runsWith(key).map((run): LabelPlace => ({ node: reading.tree.runNode[run]!, form: { kind: "whole" } }));
  const { wide, segments, parts } = otherPlaces(reading, key, sample);
  const named = parts.filter(({ form }) => form.kind === "part" && form.suffix === "" && isPrefix(form.prefix));
  const whole = [...exact, ...wide, ...segments, ...named].sort((a, b) => a.node - b.node);
  if (whole.length > named.length) return whole;
  return parts.length ? ofWholeWords(reading, parts) : hiddenPlaces(reading, key);
}

/** All that stands before a value in its line is its label: "Language: English". */
const isPrefix = (prefix: string): boolean => prefixOf(`${prefix}x`) === prefix;

/** Whether a piece of a line stands behind a label in it. */
export const isLabelBefore = ({ before, label }: Extract<Form, { kind: "segment" }>): boolean =>
  label !== null || (before !== null && before.length > 0);

/** "Logil" in "Author: Logil" is meant and not the one in "Logilpa": parts that cut words only where there are no others. */
function ofWholeWords({ tree, page }: Reading, parts: readonly LabelPlace[]): LabelPlace[] {
  if (parts.length < 2) return [...parts];
  const all = pageKey(page, true);
  const kept = parts.filter(({ node, form }) => {
    if (form.kind !== "part") return true;
    const run = tree.run[node]!;
    const base = all.nodeStart[lowerBound(all.nodeText, all.nodeCount, tree.runText[run]!)]!;
    const { length } = runKey(tree, run);
    const [span] = spansOf(all, [{ start: base + form.prefix.length, end: base + length - form.suffix.length }]);
    return isOfWholeWords(page, span!);
  });
  return kept.length ? kept : [...parts];
}

function hiddenPlaces({ tree }: Reading, key: string): LabelPlace[] {
  const places: LabelPlace[] = [];
  for (let run = 0; run < tree.runCount; run++) {
    if (tree.runHidden[run] && runKey(tree, run) === key) places.push({ node: tree.runNode[run]!, form: { kind: "whole" } });
  }
  return places;
}

function otherPlaces(
  reading: Reading,
  key: string,
  sample: Sample,
): { wide: LabelPlace[]; segments: LabelPlace[]; parts: LabelPlace[] } {
  const { tree, shown } = reading;
  const wide: LabelPlace[] = [];
  const segments: LabelPlace[] = [];
  const parts: LabelPlace[] = [];
  const starts: number[] = [];
  let line: Line | undefined;
  let all = "";
  for (const run of shown) {
    starts.push(all.length);
    all += runKey(tree, run);
  }
  for (const place of placesOf(all, key).slice(0, PLACES.listed)) {
    const first = lastAtMost(starts, place.start);
    const last = lastAtMost(starts, place.end - 1);
    const isFromStart = starts[first] === place.start;
    const isToEnd = (starts[last + 1] ?? all.length) === place.end;
    if (first !== last) {
      if (isFromStart && isToEnd)
        wide.push(...(widePlace(tree, shown[first]!, shown[last]!) ?? rangePlace(reading, first, last, sample)));
    } else if (!isFromStart || !isToEnd) {
      const run = shown[first]!;
      const offset = place.start - starts[first]!;
      if (line?.run !== run) line = new Line(tree, run, sample);
      const segment = line.place(offset, key.length);
      if (segment) segments.push(segment);
      else parts.push(partPlace(tree, run, offset, key.length));
    }
  }
  return { wide, segments, parts };
}

/** Index of the last entry of a rising list that is at most the value. */
function lastAtMost(list: readonly number[], value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The element that holds exactly these runs, if there is one. */
function widePlace(tree: Tree, first: number, last: number): LabelPlace[] | undefined {
  const node = commonAncestor(tree, tree.runNode[first]!, tree.runNode[last]!);
  const { start, end } = runsIn(tree, node);
  for (let run = start; run < end; run++) if ((run < first || run > last) && !tree.runHidden[run]) return undefined;
  return [{ node, form: { kind: "whole" } }];
}

/** Runs that do not fill their container: between two texts of the template, or from or to the container's edge. */
function rangePlace(reading: Reading, first: number, last: number, sample: Sample): LabelPlace[] {
  const { tree, shown } = reading;
  const node = commonAncestor(tree, tree.runNode[shown[first]!]!, tree.runNode[shown[last]!]!);
  const inside = intervalOf(reading, node);
  const before = first > inside.first ? runKey(tree, shown[first - 1]!) : null;
  const after = last < inside.last ? runKey(tree, shown[last + 1]!) : null;
  if ([before, after].some((key) => key !== null && !sample.isConstant(key))) return [];
  return [{ node, form: { kind: "range", before, after } }];
}

/** Elements whose HTML attribute has that value, as it stands or resolved; else those that display it, as link or picture. */
export function attributePlaces(reading: Reading, label: string, name: string, url: string | null): LabelPlace[] {
  const { tree, page } = reading;
  const base = baseOf(page.html, url);
  const wanted = label.trim();
  const isMeant = (value: string): boolean =>
    value === wanted || (isAddress(name) && resolved(value, base) === resolved(wanted, base));
  const carriers = carriersIn(reading, 0, name);
  const carrying = carriers.filter((node) => isMeant(htmlAttribute(page, tree.element[node]!, name)!.value));
  const nodes = carrying.length ? carrying : displaying(reading, carriers, textKey(label));
  return nodes.map((node) => ({ node, form: { kind: "htmlAttribute", name } }));
}

/** Of links those that show just this text, of pictures, also in a link, those whose alternative text it is. */
function displaying(reading: Reading, carriers: readonly number[], key: string): number[] {
  const { tree, page } = reading;
  const isAlt = (node: number): boolean => textKey(htmlAttribute(page, tree.element[node]!, "alt")?.value ?? "") === key;
  return carriers.filter((node) => {
    const { first, last } = intervalOf(reading, node);
    if (last - first >= PLACES.runsOfLink) return false;
    return last < first ? carriersIn(reading, node, "alt").some(isAlt) : intervalKey(reading, { first, last }) === key;
  });
}

/** The segments of one run, looked through once for all places in it: a line may be 100,000 pieces, and as many places. */
class Line {
  private readonly keys: readonly string[];
  private readonly indexAt = new Map<number, number>(); // segment by the key characters before it
  private readonly constantUntil: number; // segments before this one are all the template's
  private readonly constantFrom: number; // and so are all from this one on

  constructor(
    private readonly tree: Tree,
    readonly run: number,
    private readonly sample: Sample,
  ) {
    this.keys = segmentsOf(tree, run).map(({ key }) => key);
    let at = 0;
    for (const [i, key] of this.keys.entries()) {
      this.indexAt.set(at, i);
      at += key.length;
    }
    const isValue = (key: string): boolean => !sample.isConstant(key);
    const first = this.keys.findIndex(isValue);
    this.constantUntil = first < 0 ? this.keys.length : first;
    this.constantFrom = this.keys.findLastIndex(isValue) + 1;
  }

  /** Undefined where these characters of the run's key are no whole segments. */
  place(offset: number, length: number): LabelPlace | undefined {
    const first = this.indexAt.get(offset);
    if (first === undefined) return undefined;
    let end = first;
    for (let left = length; left > 0 && end < this.keys.length; end++) {
      left -= this.keys[end]!.length;
      if (left < 0) return undefined;
    }
    const formOf = (): Form => this.form(first, end);
    return {
      node: this.tree.runNode[this.run]!,
      // when it is asked for: it holds all pieces of the line, and of so many places most are never tried
      get form() {
        return formOf();
      },
    };
  }

  private form(first: number, end: number): Form {
    const { keys, sample } = this;
    return {
      kind: "segment",
      before: first <= this.constantUntil ? keys.slice(0, first) : null,
      after: end >= this.constantFrom ? keys.slice(end) : null,
      label: first > 0 && isLabel(keys[first - 1]!, sample) ? keys[first - 1]! : null,
      index: first,
      size: end - first,
      count: keys.length,
    };
  }
}

/** A text of the template, be it on few pages, or one that says by its colon that it names what follows. */
const isLabel = (key: string, sample: Sample): boolean =>
  sample.isAnchor(key) || (foldLabel(key).length >= LABELS.letters && (hasColon(key) || sample.pagesWith(key) > 0));

function partPlace(tree: Tree, run: number, offset: number, length: number): LabelPlace {
  const key = runKey(tree, run);
  return { node: tree.runNode[run]!, form: { kind: "part", prefix: key.slice(0, offset), suffix: key.slice(offset + length) } };
}

/**
 * The values of one attribute stand together: of several places per label only those inside the smallest subtree that
 * holds a place of every label are kept.
 */
export function placesTogether<P extends { readonly node: number }>(
  reading: Reading,
  places: readonly (readonly P[])[],
): readonly (readonly P[])[] {
  if (places.length < 2 || places.some((each) => !each.length)) return places;
  const smallest = smallestAround(reading, places);
  return places.map((each) => each.filter(({ node }) => isInside(reading.tree, node, smallest)));
}

/** The smallest subtree that holds one of each. */
export function smallestAround({ tree }: Reading, places: readonly (readonly { readonly node: number }[])[]): number {
  let smallest = 0;
  for (const { node } of places[0]!) {
    for (let at = node; at > 0; at = tree.parent[at]!) {
      if (!places.every((each) => each.some((place) => isInside(tree, place.node, at)))) continue;
      if (smallest === 0 || runCount(tree, at) < runCount(tree, smallest)) smallest = at;
      break;
    }
  }
  return smallest;
}

function runCount(tree: Tree, node: number): number {
  const { start, end } = runsIn(tree, node);
  return end - start;
}
