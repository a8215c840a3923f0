/**
 * A digest of structure: 128 bits over tags and nesting, nothing else.
 *
 * Four lanes of 32 bits, mixed per element; exactness rests on the length of the digest as it would with any hash. What
 * is digested is the canonical text "tag(child child)" in spirit: a list is folded left to right, a subtree is its tag
 * and the fold of its children.
 */

export type Digest = Int32Array; // four lanes

const MULTIPLIERS = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const;

/** The four lanes of a tag name. */
export function nameLanes(name: string): Digest {
  const lanes = new Int32Array([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344]);
  for (let i = 0; i < name.length; i++) {
    for (let lane = 0; lane < 4; lane++) {
      const mixed = Math.imul(lanes[lane]! ^ name.charCodeAt(i), MULTIPLIERS[lane]!);
      lanes[lane] = mixed ^ (mixed >>> 15);
    }
  }
  return lanes;
}

export function hexOf(lanes: ArrayLike<number>, at = 0): string {
  let text = "";
  for (let lane = 0; lane < 4; lane++) text += (lanes[at + lane]! >>> 0).toString(16).padStart(8, "0");
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
