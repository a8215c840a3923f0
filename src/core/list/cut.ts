/** Cutting the children of a container into groups, one per record. */
import { LISTS } from "../limits.js";
import { nameOf } from "../page/page.js";
import type { ChildKind, ListCut } from "../template/list-template.js";
import { intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { tagWord } from "../tree/tag-words.js";
import { segmentsOf } from "../tree/tree.js";
import { type Group, shownChildren } from "./group.js";
import { commonClasses } from "./step.js";

export interface CutResult {
  readonly groups: readonly Group[];
  readonly broken: readonly Group[]; // stretches in which the count of children does not come out
}

export function cutContainer(reading: Reading, container: number, cut: ListCut): CutResult {
  const children = shownChildren(reading, container);
  switch (cut.kind) {
    case "single":
      return {
        groups: children.filter((child) => tagWord(reading.tree, child) === cut.tag).map((child) => group(container, [child])),
        broken: [],
      };
    case "headed":
      return { groups: fromHeadToHead(reading, container, children, cut), broken: [] };
    case "counted":
      return inTurn(reading, container, children, cut.kinds);
  }
}

const group = (container: number, children: readonly number[]): Group => ({ container, children });

function fromHeadToHead(
  reading: Reading,
  container: number,
  children: readonly number[],
  { head, sequences }: Extract<ListCut, { kind: "headed" }>,
): Group[] {
  const heads = children.flatMap((child, i) => (isOfKind(reading, child, head) ? [i] : []));
  return heads.map((from, i) => {
    const to = heads[i + 1];
    const whole = children.slice(from, to);
    return group(container, whole.slice(0, ownLength(reading, whole, sequences, to === undefined)));
  });
}

/**
 * How many of the children up to the next head are the record's own. Headings and footers stand behind some records;
 * they are cut off where the children before them are just those of a labelled record.
 */
function ownLength(reading: Reading, children: readonly number[], sequences: readonly string[], isLast: boolean): number {
  const longest = Math.max(...sequences.map((sequence) => sequence.split(" ").length));
  const words = children.slice(0, longest + 1).map((child) => childWord(reading, child));
  for (const sequence of sequences) {
    const own = sequence.split(" ");
    if (children.length <= own.length || own.some((word, i) => words[i] !== word)) continue;
    if (isLast || !own.includes(words[own.length]!)) return own.length;
  }
  return children.length;
}

/** Tag and classes of a child, one word: "p.docket.first". */
export function childWord(reading: Reading, child: number): string {
  const classes = reading.tokensOfNode(child).filter((token) => token[0] === ".");
  return tagWord(reading.tree, child) + [...classes].sort().join("");
}

/** Stretches of children that follow the kinds in turn. One child too many or too few, and nobody knows where records begin. */
function inTurn(reading: Reading, container: number, children: readonly number[], kinds: readonly ChildKind[]): CutResult {
  const groups: Group[] = [];
  const broken: Group[] = [];
  let from = 0;
  while (from < children.length) {
    let to = from;
    while (to < children.length && kinds.some((kind) => isOfKind(reading, children[to]!, kind))) to++;
    const stretch = children.slice(from, to);
    const isWhole =
      stretch.length % kinds.length === 0 && stretch.every((child, i) => isOfKind(reading, child, kinds[i % kinds.length]!));
    if (!isWhole) broken.push(group(container, stretch));
    else for (let i = 0; i < stretch.length; i += kinds.length) groups.push(group(container, stretch.slice(i, i + kinds.length)));
    from = Math.max(to, from + 1);
  }
  return { groups, broken };
}

export function isOfKind(reading: Reading, child: number, kind: ChildKind): boolean {
  if (tagWord(reading.tree, child) !== kind.tag) return false;
  if (kind.tokens.length && !reading.tokensOfNode(child).some((token) => kind.tokens.includes(token))) return false;
  if (kind.format !== null && formatOf(reading, child) !== kind.format) return false;
  return kind.shape === null || shapeOf(reading, child) === kind.shape;
}

/** The text-format element around the first displayed text, "" for plain text and for none. */
function formatOf(reading: Reading, child: number): string {
  const { first, last } = intervalOf(reading, child);
  const format = first <= last ? segmentsOf(reading.tree, reading.shown[first]!)[0]?.format : 0;
  return format ? nameOf(reading.page, format) : "";
}

function shapeOf(reading: Reading, child: number): string {
  const words = shownChildren(reading, child).slice(0, LISTS.shape);
  return words.map((inside) => tagWord(reading.tree, inside)).join(" ");
}

/** Tags of what the group's children hold. */
export function groupShape(reading: Reading, { children }: Group): string {
  return children.map((child) => `${tagWord(reading.tree, child)}(${shapeOf(reading, child)})`).join(" ");
}

/** The plainest kind that all heads are of and none of the others is; undefined if there is none. */
export function headKind(reading: Reading, heads: readonly number[], others: readonly number[]): ChildKind | undefined {
  const tag = tagWord(reading.tree, heads[0]!);
  const plain: ChildKind = { tag, tokens: [], format: null, shape: null };
  const rivals = others.filter((child) => tagWord(reading.tree, child) === tag);
  const tokens = commonClasses(reading, heads).filter(
    (token) => !rivals.some((rival) => reading.tokensOfNode(rival).includes(token)),
  );
  const kinds: ChildKind[] = [plain];
  if (tokens.length) kinds.push({ ...plain, tokens });
  kinds.push({ ...plain, format: formatOf(reading, heads[0]!) }, { ...plain, shape: shapeOf(reading, heads[0]!) });
  return kinds.find(
    (kind) => heads.every((head) => isOfKind(reading, head, kind)) && !others.some((child) => isOfKind(reading, child, kind)),
  );
}

/** The kinds of the children of one record, for records that only counting tells apart; undefined if two labelled ones differ. */
export function countedKinds(reading: Reading, records: readonly (readonly number[])[]): ChildKind[] | undefined {
  const kinds: ChildKind[] = [];
  for (const [i, child] of records[0]!.entries()) {
    const same = records.map((record) => record[i]);
    if (same.some((each) => each === undefined || tagWord(reading.tree, each) !== tagWord(reading.tree, child))) return undefined;
    const shape = shapeOf(reading, child);
    const isShaped = same.every((each) => shapeOf(reading, each!) === shape);
    kinds.push({ tag: tagWord(reading.tree, child), tokens: [], format: null, shape: isShaped ? shape : null });
  }
  return kinds;
}
