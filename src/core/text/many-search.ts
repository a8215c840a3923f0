/**
 * Where each of many patterns begins in one text, in one walk over the text (Aho and Corasick 1975). One search after the
 * other would cost the number of values times the page: a list of all that a page shows is quadratic.
 */

const NONE = -1;

/** Left to right, none of a pattern's places overlapping another; patterns that stand nowhere have no entry. */
export function startsOfMany(text: string, patterns: Iterable<string>): Map<string, number[]> {
  const words = [...new Set(patterns)].filter((pattern) => pattern !== "");
  const trie = new Trie(words);
  const starts = new Map<string, number[]>();
  const ends = new Int32Array(words.length); // where the last place of each pattern ends
  let node = 0;
  for (let at = 0; at < text.length; at++) {
    node = trie.step(node, text.charCodeAt(at));
    for (let end = trie.ending(node); end !== NONE; end = trie.ending(trie.fail[end]!)) {
      const word = trie.word[end]!;
      const pattern = words[word]!;
      const start = at + 1 - pattern.length;
      if (start < ends[word]!) continue;
      ends[word] = at + 1;
      const known = starts.get(pattern);
      if (known) known.push(start);
      else starts.set(pattern, [start]);
    }
  }
  return starts;
}

/** The patterns as a tree of their characters; its edges hang in one table, so a node may have any number of them. */
class Trie {
  private count = 1;
  private readonly parent: Int32Array;
  private readonly code: Uint16Array;
  private readonly edges: Int32Array; // nodes by a sum of their parent and code, 0: free
  readonly word: Int32Array; // the pattern that ends here
  readonly fail: Int32Array; // the longest true suffix that is in the tree too
  private readonly nearest: Int32Array; // the node itself if a pattern ends there, else the nearest along `fail`

  constructor(words: readonly string[]) {
    const size = words.reduce((sum, { length }) => sum + length, 1);
    this.parent = new Int32Array(size);
    this.code = new Uint16Array(size);
    this.edges = new Int32Array(2 ** (33 - Math.clz32(size)));
    this.word = new Int32Array(size).fill(NONE);
    this.fail = new Int32Array(size);
    this.nearest = new Int32Array(size).fill(NONE);
    const levels: number[][] = [];
    for (const [i, word] of words.entries()) this.word[this.add(word, levels)] = i;
    for (const level of levels) for (const node of level) this.join(node);
  }

  step(from: number, code: number): number {
    for (let node = from; ; node = this.fail[node]!) {
      const next = this.child(node, code);
      if (next > 0 || node === 0) return next;
    }
  }

  /** The longest pattern that ends here, as a node; NONE without. */
  ending(node: number): number {
    return this.nearest[node]!;
  }

  private add(word: string, levels: number[][]): number {
    let node = 0;
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i);
      const known = this.child(node, code);
      if (known === 0) {
        const made = this.count++;
        this.parent[made] = node;
        this.code[made] = code;
        this.edges[this.slot(node, code)] = made;
        levels[i] ??= [];
        levels[i]!.push(made);
        node = made;
      } else node = known;
    }
    return node;
  }

  /** Of a node whose shorter ones are joined already. */
  private join(node: number): void {
    const parent = this.parent[node]!;
    this.fail[node] = parent === 0 ? 0 : this.step(this.fail[parent]!, this.code[node]!);
    this.nearest[node] = this.word[node] === NONE ? this.nearest[this.fail[node]!]! : node;
  }

  private child(node: number, code: number): number {
    return this.edges[this.slot(node, code)]!;
  }

  /** Where the edge is, or would be. */
  private slot(node: number, code: number): number {
    const last = this.edges.length - 1;
    let at = Math.imul(Math.imul(node, 0x9e3779b1) ^ code, 0x85ebca6b) >>> 7;
    for (at &= last; ; at = (at + 1) & last) {
      const found = this.edges[at]!;
      if (found === 0 || (this.parent[found] === node && this.code[found] === code)) return at;
    }
  }
}
