/**
 * Attributes that are read from the same text although they stood apart on the labelled page. Where one is missing, the
 * next one's value may stand at its place: then two attributes claim one text, at most one rightly, and nothing says which.
 */
import type { Proof } from "../extract.js";
import type { KnownRecord } from "../key.js";
import { textKey } from "../text/text-key.js";

type Proofs = Readonly<Record<string, readonly Proof[]>>;

export function merged(record: KnownRecord, proofs: Proofs): string[] {
  const names = Object.keys(proofs);
  const isMerged = (a: string): boolean =>
    names.some((b) => a !== b && overlap(proofs[a]!, proofs[b]!) && stoodApart(record[a] ?? [], record[b] ?? []));
  return names.filter(isMerged);
}

const overlap = (a: readonly Proof[], b: readonly Proof[]): boolean =>
  a.some((one) => b.some((other) => one.start < other.end && other.start < one.end));

/** A year inside a title may share its text everywhere. */
function stoodApart(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [a.map(textKey), b.map(textKey)];
  const isShared = (one: string): boolean => right.some((other) => one.includes(other) || other.includes(one));
  return left.length > 0 && right.length > 0 && !left.some(isShared);
}
