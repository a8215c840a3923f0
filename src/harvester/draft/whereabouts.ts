/** Where a text stands, with the words around it, for a person to see and to choose from. */
import type { z } from "zod";
import type { LocateAnswer } from "../../api/server/drafts.js";
import type { LocatedView, Place } from "../../api/server/located.js";
import { Finder, type Located } from "../../core/locate.js";
import { isHiddenText, type Page, type Span, textAt } from "../../core/page/page.js";
import { parsePage } from "../../core/page/parse-page.js";
import { textKey } from "../../core/text/text-key.js";
import { valueText } from "../../core/text/value-text.js";
import { htmlOf } from "../../fetch/charset.js";
import type { PageBytes } from "../read/page-bytes.js";
import { ownWords } from "./own-words.js";
import { propose } from "./propose.js";

const MOST_PLACES = 100;
const MOST_NEAREST = 3;
const WORDS = 60; // characters around a place

export interface Pointed {
  readonly page: PageBytes;
  readonly text: string;
  readonly place: number | null;
  readonly taken: readonly string[]; // names
}

/** In a thread: where a text stands, and what it might be called. */
export function pointAt({ page, text, place, taken }: Pointed): Pick<z.infer<typeof LocateAnswer>, "located" | "proposal"> {
  const html = htmlOf(page);
  const finder = new Finder(parsePage(html));
  const located = locatedView(finder, text, place);
  const at =
    located.kind === "found" ? located.place.start : located.kind === "ambiguous" ? (located.places[0]?.start ?? null) : null;
  return { located, proposal: propose(finder.page, text, at, ownWords(html), taken) };
}

/** `place` counts the places of an ambiguous text, from 1. */
export function locatedView(finder: Finder, text: string, place: number | null, region?: Span): LocatedView {
  const located = finder.label(text, region);
  return viewOf(finder, located, place);
}

function viewOf(finder: Finder, located: Located, place: number | null): LocatedView {
  const { page } = finder;
  if (located.ok) return { kind: "found", place: placeAt(page, located.span), flags: [...located.flags] };
  switch (located.code) {
    case "empty":
      return { kind: "empty" };
    case "not-found":
      return { kind: "not-found", prefix: located.longestPrefix, nearest: nearest(finder, located.longestPrefix) };
    case "ambiguous": {
      const chosen = place === null ? undefined : located.places.at(place - 1);
      if (chosen) return { kind: "found", place: placeAt(page, chosen), flags: [...located.flags] };
      return {
        kind: "ambiguous",
        places: located.places.slice(0, MOST_PLACES).map((span) => placeAt(page, span)),
        count: located.places.length,
        flags: [...located.flags],
      };
    }
  }
}

function placeAt(page: Page, { start, end }: Span): Place {
  return { start, end, before: wordsBefore(page, start), after: wordsAfter(page, end) };
}

function wordsBefore(page: Page, start: number): string {
  let words = "";
  for (let text = textAt(page, start); text >= 0 && words.length < WORDS; text--) {
    if (isHiddenText(page, text)) continue;
    const span = { start: page.textStart[text] ?? 0, end: Math.min(page.textEnd[text] ?? 0, start) };
    if (span.start < span.end) words = `${valueText(page, [span])} ${words}`;
  }
  return words.trim().slice(-WORDS);
}

function wordsAfter(page: Page, end: number): string {
  let words = "";
  for (let text = textAt(page, end - 1); text < page.textCount && words.length < WORDS; text++) {
    if (isHiddenText(page, text)) continue;
    const span = { start: Math.max(page.textStart[text] ?? 0, end), end: page.textEnd[text] ?? 0 };
    if (span.start < span.end) words = `${words} ${valueText(page, [span])}`;
  }
  return words.trim().slice(0, WORDS);
}

/** The texts of the page in which the longest beginning that is found ends; no likeness is guessed. */
function nearest(finder: Finder, prefix: string): (Place & { text: string })[] {
  const { page } = finder;
  const places = prefix === "" ? undefined : finder.find(textKey(prefix))?.places;
  return (places?.slice(0, MOST_NEAREST) ?? []).map(({ end }) => {
    const text = textAt(page, end - 1);
    const span = { start: page.textStart[text] ?? 0, end: page.textEnd[text] ?? 0 };
    return { ...placeAt(page, span), text: valueText(page, [span]) };
  });
}
