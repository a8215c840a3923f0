/** What changed between two texts, words as units. */
import { diffArrays } from "diff";

export interface Piece {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

const MOST_EDITS = 1_000; // beyond it the texts are shown whole, one after the other

export function wordDiff(before: string, after: string): Piece[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const changes = diffArrays(old, now, { maxEditLength: MOST_EDITS }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  return changes.map(({ value, removed, added }) => ({
    kind: removed ? "removed" : added ? "added" : "same",
    text: value.join(""),
  }));
}

/** Words with the blanks before them, so that the pieces put together are the text. */
const wordsOf = (text: string): string[] => text.match(/\s*\S+|\s+$/gu) ?? [];
