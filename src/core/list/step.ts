/** Steps from a group down to a node: learnt from labelled records, walked on every other. */

import { hasColon, prefixOf } from "../find/label-words.js";
import type { Step } from "../template/list-template.js";
import { intervalKey, intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { tagNumber, tagWord } from "../tree/tag-words.js";
import { runKey } from "../tree/tree.js";
import { type Group, shownChildren, shownRuns } from "./group.js";
import { type CellRow, columnSpan, isCell, rowOf } from "./table-cells.js";

/** `absent`: the parent is there and displays less than it did with the child. `unlike`: it looks unlike any labelled record. */
export type Walked = number | "absent" | "unlike";

/** One labelled record's way: from a group or a node down to a node. `value` is the node that displays the label, if any. */
export interface Way {
  readonly from: Group | number;
  readonly node: number;
  readonly value?: number;
}

/** What a step chooses from: the children of a node, or those of a group, which has no node of its own. */
interface Choice {
  readonly parent: number; // −1 for a group
  readonly children: readonly number[];
}

interface Sibling extends Choice {
  readonly node: number;
  readonly isValue: boolean; // it displays the label and nothing else
}

export function commonClasses(reading: Reading, nodes: readonly number[]): string[] {
  const [first, ...others] = nodes as [number, ...number[]];
  const tokens = reading.tokensOfNode(first).filter((token) => token[0] === ".");
  return tokens.filter((token) => others.every((other) => reading.tokensOfNode(other).includes(token)));
}

/** Those of the children a step chooses from, by number: the cells of the row by column, else all of the tag. */
function alikeOf(reading: Reading, { parent, children }: Choice, word: string): CellRow {
  const { tree } = reading;
  if (parent > 0 && isCell(word) && tagWord(tree, parent) === "tr") return rowOf(reading, parent);
  const tag = tagNumber(reading.page, word);
  return children.filter((child) => tree.tag[child] === tag);
}

/** The step that leads to each node among its siblings, one sibling per labelled record. */
function learnStep(reading: Reading, siblings: readonly Sibling[], isWorded: boolean): Step | undefined {
  const word = tagWord(reading.tree, siblings[0]!.node);
  const nodes = siblings.map(({ node }) => node);
  const alike = siblings.map((sibling) => alikeOf(reading, sibling, word));
  const tokens = commonClasses(reading, nodes);
  const isOnly = (is: (node: number) => boolean): boolean =>
    alike.every((list) => list.filter((child) => child !== null && is(child)).length === 1);
  const naming = tokens.filter((token) => isOnly((child) => reading.tokensOfNode(child).includes(token)));
  const counts = alike.map((list) => list.length);
  const isNamed = naming.length > 0 && Math.max(...counts) > 1;
  const text = isWorded && !isNamed ? startOf(reading, siblings) : null;
  const isNeeded = text !== null && (Math.max(...counts) > 1 || hasColon(text));
  const isDistinguished = isNeeded && isOnly((child) => startsWith(reading, child, text));
  const indices = nodes.map((node, i) => alike[i]!.indexOf(node) + 1);
  const fromEnd = indices.map((index, i) => counts[i]! - index + 1);
  const isFromStart = indices.every((index) => index === indices[0]);
  const isCounted = isFromStart || fromEnd.every((index) => index === fromEnd[0]);
  // Rows of different width do not show which cell is missing.
  const isRagged = isCell(word) && counts.some((count) => count !== counts[0]);
  if (!isNamed && !isDistinguished && (!isCounted || isRagged)) return undefined;
  return {
    tag: word,
    tokens: isNamed ? naming : tokens,
    isNamed,
    text: isDistinguished ? text : null,
    index: isFromStart ? indices[0]! : fromEnd[0]!,
    isFromEnd: !isFromStart,
    least: Math.min(...counts),
    most: Math.max(...counts),
    span: isCell(word) ? Math.max(...nodes.map((node) => columnSpan(reading, node))) : 0,
    shown: Math.min(...siblings.map(({ children }) => shownRuns(reading, children))),
  };
}

const keyOf = (reading: Reading, node: number): string => intervalKey(reading, intervalOf(reading, node));
const startsWith = (reading: Reading, node: number, text: string): boolean => keyOf(reading, node).startsWith(text);

/** What the nodes of all records display first and is no value: all of it, the first of several runs, or a start with a colon. */
function startOf(reading: Reading, siblings: readonly Sibling[]): string | null {
  if (siblings.length < 2 || siblings.some(({ isValue }) => isValue)) return null;
  const keys = siblings.map(({ node }) => keyOf(reading, node));
  const [key] = keys as [string];
  if (key !== "" && keys.every((each) => each === key)) return key;
  const firsts = siblings.map(({ node }) => {
    const { first, last } = intervalOf(reading, node);
    return last > first ? runKey(reading.tree, reading.shown[first]!) : "";
  });
  if (firsts[0] !== "" && firsts.every((each) => each === firsts[0])) return firsts[0]!;
  const label = prefixOf(key);
  return label !== "" && keys.every((each) => each.startsWith(label)) ? label : null;
}

/** Steps along each way; undefined if the ways differ. Worded: constant texts of the records tell nodes apart too. */
export function learnSteps(reading: Reading, ways: readonly Way[], isWorded: boolean): Step[] | undefined {
  const { tree } = reading;
  const chains = ways.map(({ from, node }) => {
    const top = typeof from === "number" ? from : from.container;
    const chain: number[] = [];
    for (let at = node; at > top; at = tree.parent[at]!) chain.push(at);
    return chain.reverse();
  });
  const steps: Step[] = [];
  for (const [level, first] of chains[0]!.entries()) {
    if (chains.some((chain) => chain[level] === undefined || tree.tag[chain[level]] !== tree.tag[first])) return undefined;
    const step = learnStep(
      reading,
      chains.map((chain, i) => siblingAt(reading, ways[i]!, chain[level]!, level)),
      isWorded,
    );
    if (!step) return undefined;
    steps.push(step);
  }
  return chains.every((chain) => chain.length === steps.length) ? steps : undefined;
}

function siblingAt(reading: Reading, { from, value }: Way, node: number, level: number): Sibling {
  const choice = level === 0 && typeof from !== "number" ? choiceIn(from) : choiceBelow(reading, reading.tree.parent[node]!);
  return { ...choice, node, isValue: value !== undefined && keyOf(reading, node) === keyOf(reading, value) };
}

const choiceIn = ({ children }: Group): Choice => ({ parent: -1, children });
const choiceBelow = (reading: Reading, node: number): Choice => ({ parent: node, children: shownChildren(reading, node) });

export function walkSteps(reading: Reading, from: Group | number, steps: readonly Step[]): Walked {
  let at = typeof from === "number" ? from : -1;
  for (const step of steps) {
    const next = takeStep(reading, at < 0 ? choiceIn(from as Group) : choiceBelow(reading, at), step);
    if (typeof next === "string") return next;
    at = next;
  }
  return at;
}

function takeStep(reading: Reading, choice: Choice, step: Step): Walked {
  const { tokens, text } = step;
  const { children } = choice;
  const alike = alikeOf(reading, choice, step.tag);
  const hasToken = (child: number): boolean => reading.tokensOfNode(child).some((token) => tokens.includes(token));
  if (step.isNamed || text !== null) {
    const named = alike.filter(
      (child): child is number => child !== null && (text === null ? hasToken(child) : startsWith(reading, child, text)),
    );
    return named.length === 1 ? fitting(reading, named[0]!, step) : named.length ? "unlike" : lacking(reading, children, step);
  }
  if (!alike.length) return lacking(reading, children, step);
  if (alike.length < step.least || alike.length > step.most) return "unlike";
  const node = step.isFromEnd ? alike.at(-step.index) : alike[step.index - 1];
  if (node === undefined || node === null || (tokens.length > 0 && !hasToken(node))) return "unlike";
  return fitting(reading, node, step);
}

const lacking = (reading: Reading, children: readonly number[], { shown }: Step): Walked =>
  shownRuns(reading, children) < shown ? "absent" : "unlike";

/** A cell of another kind, or one that reaches over more columns, is another thing. */
function fitting(reading: Reading, node: number, { tag, span }: Step): Walked {
  if (tagWord(reading.tree, node) !== tag) return "unlike";
  return span > 0 && columnSpan(reading, node) > span ? "unlike" : node;
}
