/**
 * How a page of the site is told from others: by its frame, which is what surrounds the labelled places. That is the texts
 * outside the smallest element around all of them, and the ids and classes of the elements around each; so the length of an
 * article does not move it. It can only withhold.
 *
 * In a stored frame a token has a space before it, which no text's key has.
 */
import { isPlainToken } from "../find/plain-token.js";
import { GATE, isShare, type Share } from "../limits.js";
import { parsePage } from "../page/parse-page.js";
import type { KnownRecord, Template } from "../template/page-template.js";
import { keySumOf } from "../text/key-sum.js";
import { textKey } from "../text/text-key.js";
import { type Interval, intervalOf } from "../tree/interval.js";
import { Reading } from "../tree/reading.js";
import { commonAncestor, nodeChain, type Tree } from "../tree/tree.js";

/** A template, or one that is still being learnt and has no key yet. */
export type ReadableTemplate = Omit<Template, "key"> & Partial<Pick<Template, "key">>;

/** Without siblings: enough of the labelled page's own frame is there. */
export function isLikePage(reading: Reading, frame: readonly string[]): boolean {
  return showsSome(reading, frame, GATE.pageFrame);
}

/** Enough of the frame that all siblings share is there. */
export function isOfSite(reading: Reading, frame: readonly string[]): boolean {
  return showsSome(reading, frame, GATE.siteFrame);
}

/** Whether at least that share of the frame is there; it looks no further than it must. */
function showsSome(reading: Reading, keys: readonly string[], [part, whole]: Share): boolean {
  const sums = sumsOf(keys);
  let missing = (keys.length * part) / whole;
  for (let i = 0; i < keys.length && missing > 0 && keys.length - i >= missing; i++)
    if (hasMark(reading, keys[i]!, sums[i])) missing--;
  return missing <= 0;
}

/** Whether a text of a frame is displayed, or an element carries a token of it. */
export function hasMark(reading: Reading, mark: string, sum?: number): boolean {
  return mark.startsWith(" ") ? reading.hasToken(mark.slice(1)) : reading.shows(mark, sum);
}

const knownSums = new WeakMap<readonly string[], Int32Array>();

/** Of a template's texts, made for its first page and kept for the others. */
function sumsOf(keys: readonly string[]): Int32Array {
  const sums = knownSums.get(keys) ?? Int32Array.from(keys, keySumOf);
  knownSums.set(keys, sums);
  return sums;
}

/**
 * Whether a page shares as many of its texts, or of the other's, with the other page as pages of one site do. Only ever
 * said to a person.
 */
export function areAlike(a: string, b: string): boolean {
  const [few, many] = [wordyKeys(a), wordyKeys(b)].sort((x, y) => x.size - y.size) as [Set<string>, Set<string>];
  const shared = [...few].filter((key) => many.has(key)).length;
  return isShare(shared, few.size, GATE.alikeTexts);
}

const wordyKeys = (html: string): Set<string> =>
  new Set([...new Reading(parsePage(html)).keys].filter((key) => /\p{L}/u.test(key)));

/** The frame of a labelled page; where nothing is outside the places, texts from all over the page stand for it. */
export function frameOf(reading: Reading, record: KnownRecord): string[] {
  const values = new Set(Object.values(record).flat().map(textKey));
  const nodes = placesOf(reading, values);
  const inside = nodes.length ? intervalOf(reading, commonAncestorOf(reading.tree, nodes)) : NOWHERE;
  const texts = textsOutside(reading, inside, values);
  const kept = texts.length ? texts : textsOutside(reading, NOWHERE, values);
  const step = Math.ceil(kept.length / GATE.mostTexts);
  return [...kept.filter((_, i) => i % step === 0), ...tokensAround(reading, nodes).filter((mark) => isPlainToken(mark))];
}

/** The ids and classes around the labelled places, as marks of a frame. */
export function pathMarks(reading: Reading, record: KnownRecord): string[] {
  return tokensAround(reading, placesOf(reading, Object.values(record).flat().map(textKey)));
}

/** Of every value that is a text of its own the first place. */
function placesOf(reading: Reading, keys: Iterable<string>): number[] {
  const runs = [...keys].flatMap((key) => reading.runsWith(key).slice(0, 1));
  return runs.map((run) => reading.tree.runNode[run]!).sort((a, b) => a - b);
}

const commonAncestorOf = (tree: Tree, nodes: readonly number[]): number => commonAncestor(tree, nodes[0]!, nodes.at(-1)!);

const tokensAround = (reading: Reading, nodes: readonly number[]): string[] =>
  [...new Set(nodes.flatMap((node) => nodeChain(reading.tree, node)).flatMap((node) => reading.tokensOfNode(node)))].map(
    (token) => ` ${token}`,
  );

const NOWHERE: Interval = { first: 0, last: -1 };

function textsOutside(reading: Reading, { first, last }: Interval, values: ReadonlySet<string>): string[] {
  const orders = [...reading.shown.keys()].filter((order) => order < first || order > last);
  const keys = new Set(orders.map((order) => reading.keyAt(order)));
  return [...keys].filter((key) => !values.has(key) && /\p{L}/u.test(key));
}

/** The page gate; it can only withhold. */
export function passesGate({ frame, key, sets }: ReadableTemplate, reading: Reading): boolean {
  const isFirstAlone = key && !frame.length && sets.length === 1; // a further labelled page may be of another design
  return isFirstAlone ? isLikePage(reading, key.frame) : isOfSite(reading, frame);
}
