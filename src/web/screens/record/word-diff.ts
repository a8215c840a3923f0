/** What changed between two texts, words as units: a longest common sequence of them stays. */
export interface Piece {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

const MOST_CELLS = 4_000_000; // beyond it the texts are shown whole, one after the other

export function wordDiff(before: string, after: string): Piece[] {
  const old = wordsOf(before);
  const now = wordsOf(after);
  const head = commonHead(old, now);
  const tail = commonTail(old.slice(head), now.slice(head));
  const pieces = [
    ...old.slice(0, head).map((text): Piece => ({ kind: "same", text })),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...old.slice(old.length - tail).map((text): Piece => ({ kind: "same", text })),
  ];
  return joined(pieces);
}

/** Words with the blanks before them, so that the pieces put together are the text. */
const wordsOf = (text: string): string[] => text.match(/\s*\S+|\s+$/gu) ?? [];

function commonHead(old: readonly string[], now: readonly string[]): number {
  let n = 0;
  while (n < old.length && n < now.length && old[n] === now[n]) n++;
  return n;
}

const commonTail = (old: readonly string[], now: readonly string[]): number => commonHead(old.toReversed(), now.toReversed());

function middle(old: readonly string[], now: readonly string[]): Piece[] {
  if (old.length * now.length > MOST_CELLS) return replaced(old, now);
  const longest = longestCommon(old, now);
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]];
    if (was !== undefined && was === is) {
      pieces.push({ kind: "same", text: was });
      i++;
      j++;
    } else if (was !== undefined && (is === undefined || longest(i + 1, j) >= longest(i, j + 1))) {
      pieces.push({ kind: "removed", text: was });
      i++;
    } else {
      pieces.push({ kind: "added", text: is ?? "" });
      j++;
    }
  }
  return pieces;
}

/** The length of the longest common sequence of what follows from (i, j) on. */
function longestCommon(old: readonly string[], now: readonly string[]): (i: number, j: number) => number {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
}

const replaced = (old: readonly string[], now: readonly string[]): Piece[] => [
  ...old.map((text): Piece => ({ kind: "removed", text })),
  ...now.map((text): Piece => ({ kind: "added", text })),
];

/** Neighbours of one kind become one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.kind === piece.kind) all[all.length - 1] = { kind: piece.kind, text: last.text + piece.text };
    else all.push(piece);
  }
  return all;
}
