/**
 * Digests of structure: 128 bits over tags and nesting, nothing else.
 *
 * Four lanes of 32 bits, mixed per element; exactness rests on the length of the digest as it would with any hash. What
 * is digested is the canonical text "tag(child child)" in spirit: a list is folded from its last member to its first, a
 * subtree is the fold of its children and its tag.
 */
import type { Page } from "../page/page.js";
import { TAG_NAMES } from "../page/tags.js";

const LANES = 4;
const SEEDS = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344] as const;
const MULTIPLIERS = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const;
const NOTHING = "0".repeat(32); // of an empty list

/** The four lanes of a name. */
export function nameLanes(name: string): Int32Array {
  const lanes = new Int32Array(LANES);
  putName(name, lanes, 0);
  return lanes;
}

function putName(name: string, lanes: Int32Array, at: number): void {
  for (let lane = 0; lane < LANES; lane++) {
    let mixed: number = SEEDS[lane]!;
    for (let i = 0; i < name.length; i++) {
      mixed = Math.imul(mixed ^ name.charCodeAt(i), MULTIPLIERS[lane]!);
      mixed ^= mixed >>> 15;
    }
    lanes[at + lane] = mixed;
  }
}

/** Of texts in their order. */
export function digestOfTexts(texts: readonly string[]): string {
  return Array.from(nameLanes(texts.join("\n")), (lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}

const knownNames = new Int32Array(TAG_NAMES.length * LANES);
for (const [id, name] of TAG_NAMES.entries()) putName(name, knownNames, id * LANES);

/** The lanes of every tag name of the page, by name number. */
function tagLanes(page: Page): Int32Array {
  const { ownNames } = page;
  if (ownNames.count === 0) return knownNames;
  const lanes = new Int32Array(knownNames.length + ownNames.count * LANES);
  lanes.set(knownNames);
  for (let i = 0; i < ownNames.count; i++) putName(ownNames.word(i), lanes, knownNames.length + i * LANES);
  return lanes;
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Eight hexadecimal digits per lane; `toString(16)` takes five times as long for numbers of 32 bits. */
export function hexOf(lanes: Int32Array, at: number): string {
  if (!(lanes[at]! | lanes[at + 1]! | lanes[at + 2]! | lanes[at + 3]!)) return NOTHING;
  let text = "";
  for (let i = at; i < at + LANES; i++) {
    const lane = lanes[i]!;
    text += BYTES[lane >>> 24]! + BYTES[(lane >>> 16) & 255]! + BYTES[(lane >>> 8) & 255]! + BYTES[lane & 255]!;
  }
  return text;
}

/** One step of a fold: the accumulator at `to` takes in the lanes at `from`. Not commutative, so order counts. */
export function foldLanes(into: Int32Array, to: number, lanes: Int32Array, from: number): void {
  let a = Math.imul(into[to]! ^ lanes[from]!, 0x9e3779b1);
  let b = Math.imul(into[to + 1]! ^ lanes[from + 1]!, 0x85ebca6b);
  let c = Math.imul(into[to + 2]! ^ lanes[from + 2]!, 0xc2b2ae35);
  let d = Math.imul(into[to + 3]! ^ lanes[from + 3]!, 0x27d4eb2f);
  a = (a ^ (a >>> 16)) + d;
  b = (b ^ (b >>> 15)) + a;
  c = (c ^ (c >>> 14)) + b;
  d = (d ^ (d >>> 13)) + c;
  into[to] = a;
  into[to + 1] = b;
  into[to + 2] = c;
  into[to + 3] = d;
}

/** What the digests of one page share: both sides may use it, no element is in both. */
export interface DigestSpace {
  readonly names: Int32Array;
  readonly lanes: Int32Array; // by element
}

export function digestSpace(page: Page): DigestSpace {
  return { names: tagLanes(page), lanes: new Int32Array(page.elementCount * LANES) };
}

/**
 * S4's digests: for each depth one fold over the elements of [from, to) that are children of the chain's element there,
 * each with its whole subtree. `isOnChain` marks the chain and the document.
 */
export function siblingDigests(
  page: Page,
  { names, lanes }: DigestSpace,
  isOnChain: Uint8Array,
  depths: number,
  from: number,
  to: number,
): string[] {
  const { tag, parent, depth } = page;
  const folds = new Int32Array(depths * LANES);
  // Backwards, so that an element is complete before its parent takes it in.
  for (let element = to - 1; element >= from; element--) {
    if (isOnChain[element]) continue;
    const at = element * LANES;
    foldLanes(lanes, at, names, tag[element]! * LANES);
    const above = parent[element]!;
    if (isOnChain[above]) foldLanes(folds, depth[above]! * LANES, lanes, at);
    else foldLanes(lanes, above * LANES, lanes, at);
  }
  return Array.from({ length: depths }, (_, d) => hexOf(folds, d * LANES));
}
