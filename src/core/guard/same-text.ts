/**
 * Attributes that are read from the same text although they stood apart on the labelled page. Where one is missing, the
 * next one's value may stand at its place: then two attributes claim one text, at most one rightly, and nothing says which.
 */

import type { Span } from "../page/page.js";
import type { KnownRecord } from "../template/page-template.js";
import { textKey } from "../text/text-key.js";

/** Where a value, or a part of it, was read; in the value of a tag's attribute where one is named. */
export interface ReadSpan extends Span {
  readonly htmlAttribute?: string;
}

export type ReadSpans = Readonly<Record<string, readonly ReadSpan[]>>;

export function sharingText(record: KnownRecord, proofs: ReadSpans): string[] {
  const names = Object.keys(proofs);
  const sharesText = (a: string): boolean =>
    names.some((b) => a !== b && overlap(proofs[a]!, proofs[b]!) && stoodApart(record[a] ?? [], record[b] ?? []));
  return names.filter(sharesText);
}

const overlap = (a: readonly Span[], b: readonly Span[]): boolean =>
  a.some((one) => b.some((other) => one.start < other.end && other.start < one.end));

/** A year inside a title may share its text everywhere. */
function stoodApart(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [a.map(textKey), b.map(textKey)];
  const isShared = (one: string): boolean => right.some((other) => one.includes(other) || other.includes(one));
  return left.length > 0 && right.length > 0 && !left.some(isShared);
}
