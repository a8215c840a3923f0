/** Finding pasted text again (method §2): one attempt after the other until one of them finds something. */
import { type Page, type Span, TEXT_HIDDEN } from "./page/page.js";
import { startsOfMany } from "./text/many-search.js";
import { foldedPageKey, keyIndexAt, type PageKey, Places, pageKey } from "./text/page-key.js";
import { Search } from "./text/search.js";
import { foldKey, textKey } from "./text/text-key.js";

export type Flag = "anchored" | "hidden" | "folded";

export type Located =
  | { readonly ok: true; readonly span: Span; readonly flags: readonly Flag[] }
  | { readonly ok: false; readonly code: "ambiguous"; readonly places: Places; readonly flags: readonly Flag[] }
  | { readonly ok: false; readonly code: "not-found"; readonly longestPrefix: string }
  | { readonly ok: false; readonly code: "empty" };

interface Matches {
  readonly places: Places;
  readonly flags: readonly Flag[];
}

const MANY = 64; // keys from which on one walk for all is quicker than a search for each
const ANCHOR = 40; // code points at either end of a long single line

/** The keys of one page, made when first asked for. */
export class Finder {
  private displayed: PageKey | undefined;
  private all: PageKey | undefined;
  private folded: PageKey | undefined;
  private hidden: boolean | undefined;
  private readonly search = new Search();
  private foreseen: ReadonlySet<string> = new Set();
  private readonly found = new Map<PageKey, ReadonlyMap<string, readonly number[]>>();

  constructor(readonly page: Page) {}

  get displayedKey(): PageKey {
    this.displayed ??= pageKey(this.page, false);
    return this.displayed;
  }
  private get hasHidden(): boolean {
    this.hidden ??= this.page.textFlags.subarray(0, this.page.textCount).some((flags) => flags & TEXT_HIDDEN);
    return this.hidden;
  }
  private get wholeKey(): PageKey {
    this.all ??= pageKey(this.page, true);
    return this.all;
  }
  private get foldedKey(): PageKey {
    this.folded ??= foldedPageKey(this.displayedKey);
    return this.folded;
  }

  /** Tells which keys will be asked for: where they are many, each text of the page is searched for all of them at once. */
  foresee(keys: Iterable<string>): void {
    const all = new Set(keys);
    if (all.size < MANY) return;
    this.foreseen = all;
    this.found.clear();
  }

  /** Attempts 1 to 3: displayed, with the hidden text, case-folded. */
  find(key: string, within?: Span): Matches | undefined {
    return (
      this.attempt(this.displayedKey, key, [], within) ??
      (this.hasHidden ? this.attempt(this.wholeKey, key, ["hidden"], within) : undefined) ??
      this.attempt(this.foldedKey, key, ["folded"], within)
    );
  }

  private attempt(text: PageKey, asked: string, flags: readonly Flag[], within?: Span): Matches | undefined {
    const key = text.isFolded ? foldKey(asked) : asked;
    const starts = !within && this.foreseen.has(asked) ? this.foreseenStarts(text, key) : this.searched(text, key, within);
    return starts.length ? { places: new Places(text, starts, key.length), flags } : undefined;
  }

  private searched(text: PageKey, key: string, within?: Span): Int32Array {
    const from = within ? keyIndexAt(text, within.start) : 0;
    const to = within ? keyIndexAt(text, within.end) : text.key.length;
    return this.search.startsOf(text.key, key, from, to);
  }

  private foreseenStarts(text: PageKey, key: string): Int32Array {
    let found = this.found.get(text);
    if (!found) {
      found = startsOfMany(text.key, text.isFolded ? Array.from(this.foreseen, foldKey) : this.foreseen);
      this.found.set(text, found);
    }
    return new Int32Array(found.get(key) ?? []);
  }

  /** Attempts 1 to 4. */
  region(text: string): Located {
    const key = textKey(text);
    if (key === "") return { ok: false, code: "empty" };
    const found = this.find(key);
    if (found) return outcome(found);
    return this.anchored(text, key) ?? this.notFound(key);
  }

  /** Attempts 1 to 3, inside the region first, then on the whole page. */
  label(text: string, region?: Span): Located {
    const key = textKey(text);
    if (key === "") return { ok: false, code: "empty" };
    const found = (region && this.find(key, region)) ?? this.find(key);
    return found ? outcome(found) : this.notFound(key);
  }

  private notFound(key: string): Located {
    const length = this.search.longestPrefix(this.displayedKey.key, key);
    return { ok: false, code: "not-found", longestPrefix: key.slice(0, length) };
  }

  private anchored(text: string, key: string): Located | undefined {
    const anchors = anchorsOf(text, key);
    if (!anchors) return undefined;
    const first = this.find(anchors.first);
    if (!first) return undefined;
    if (first.places.length > 1) {
      return { ok: false, code: "ambiguous", places: first.places, flags: ordered(["anchored", ...first.flags]) };
    }
    const { start, end } = first.places.at(0)!;
    const last = this.find(anchors.last, { start: end, end: this.page.html.length });
    if (!last) return undefined;
    return {
      ok: true,
      span: { start, end: last.places.at(0)!.end },
      flags: ordered(["anchored", ...first.flags, ...last.flags]),
    };
  }
}

function outcome({ places, flags }: Matches): Located {
  return places.length === 1 ? { ok: true, span: places.at(0)!, flags } : { ok: false, code: "ambiguous", places, flags };
}

function ordered(flags: readonly Flag[]): Flag[] {
  return (["anchored", "hidden", "folded"] as const).filter((flag) => flags.includes(flag));
}

function anchorsOf(text: string, key: string): { first: string; last: string } | undefined {
  const first = /[\n\r]/.test(text) ? lineKey(text, 1) : key;
  if (first !== key) return { first, last: lineKey(text, -1) };
  if (key.length <= 4 * ANCHOR && [...key].length <= 2 * ANCHOR) return undefined;
  // a code point has at most two units, so both pieces hold ANCHOR of them; the whole key may be millions long
  const head = [...key.slice(0, 2 * ANCHOR)].slice(0, ANCHOR);
  const tail = [...key.slice(-2 * ANCHOR)].slice(-ANCHOR);
  return { first: head.join(""), last: tail.join("") };
}

/** The key of the first line that has one, or, with step −1, of the last. The text has one. */
function lineKey(text: string, step: 1 | -1): string {
  let at = step > 0 ? 0 : text.length;
  for (;;) {
    let end = at;
    const isInside = (): boolean => (step > 0 ? end < text.length : end > 0);
    while (isInside() && !isLineBreak(text.charCodeAt(step > 0 ? end : end - 1))) end += step;
    const key = textKey(text.slice(Math.min(at, end), Math.max(at, end)));
    if (key !== "" || !isInside()) return key;
    at = end + step;
  }
}

const isLineBreak = (code: number): boolean => code === 10 || code === 13;

/** Where the pasted region stands. */
export function locate(page: Page, text: string): Located {
  return new Finder(page).region(text);
}

/** Where the text of one label stands: inside the region if it is there, else anywhere. */
export function locateLabel(page: Page, text: string, region?: Span): Located {
  return new Finder(page).label(text, region);
}
