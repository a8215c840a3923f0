/** Damaged real pages: whatever the page, what is said of it holds. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compareMeasures } from "../../src/core/compare.js";
import { type Located, locate, locateLabel } from "../../src/core/locate.js";
import { measure } from "../../src/core/measure/measure.js";
import { decodeText } from "../../src/core/page/entities.js";
import { BORDER_SPACE } from "../../src/core/page/open-elements.js";
import {
  continuesNode,
  isHiddenText,
  openEnd,
  type Page,
  type Span,
  TEXT_ENTITY,
  TEXT_RAW,
  textAt,
  textOf,
} from "../../src/core/page/page.js";
import { parsePage } from "../../src/core/page/parse-page.js";
import { foldKey, textKey } from "../../src/core/text/text-key.js";
import { DEMO_PAGES, demoPageAddress } from "../../src/demo/pages.js";
import { isLong, say, seed } from "../run.js";
import { ALL_SETS, dataFiles, hasSharedData } from "../shared-data.js";
import { mutant, type Random, randomOf } from "./mutate.js";

const COUNT = isLong ? 120_000 : 10_000;
const LONGEST = isLong ? 12_000 : 4_000; // characters of a page that are kept before it is damaged

/** One page per site, or the bundled ones. */
function pool(): string[] {
  if (!hasSharedData) return DEMO_PAGES.map(({ name }) => readFileSync(demoPageAddress(name), "utf8"));
  const pages: string[] = [];
  for (const file of dataFiles(ALL_SETS)) {
    const first = file.page ?? Object.values(file.pages ?? file.after?.pages ?? {})[0];
    if (first) pages.push(first.html);
  }
  return pages;
}

/** A stretch of the page, so that a run meets many pages; every so often the beginning, with doctype and head. */
function stretch(html: string, random: Random): string {
  const start = random(4) ? random(Math.max(1, html.length - LONGEST)) : 0;
  return html.slice(start, start + LONGEST);
}

const fail = (what: string): never => {
  throw new Error(what);
};

/** The rest is asked of every page: see `page-invariants.ts`. */
function checkStartTags(page: Page): void {
  for (let i = 1; i < page.elementCount; i++) {
    const open = openEnd(page, i);
    if (open < page.start[i]! || open > page.html.length) fail(`start tag of element ${i}`);
  }
}

/** The key of what stands at a span, read anew from the source. */
function keyAt(page: Page, span: Span, withHidden: boolean, keyOf: (text: string) => string): string {
  let key = "";
  let node = "";
  for (let i = Math.max(0, textAt(page, span.start)); i < page.textCount && page.textStart[i]! < span.end; i++) {
    if (isHiddenText(page, i) && !withHidden) continue;
    const raw = page.html.slice(Math.max(span.start, page.textStart[i]!), Math.min(span.end, page.textEnd[i]!));
    const flags = page.textFlags[i]!;
    const text = flags & TEXT_ENTITY ? decodeText(raw) : raw.replaceAll("\0", flags & TEXT_RAW ? "\uFFFD" : "");
    if (continuesNode(page, i)) node += (flags & BORDER_SPACE ? " " : "") + text;
    else {
      key += keyOf(node);
      node = text;
    }
  }
  return key + keyOf(node);
}

function checkLocated(page: Page, pasted: string, located: Located): void {
  if (!located.ok && located.code !== "ambiguous") return;
  const { flags } = located;
  if (flags.includes("anchored")) return; // begins and ends like the pasted text, no more
  const isFolded = flags.includes("folded");
  const keyOf = isFolded ? (text: string): string => foldKey(textKey(text)) : textKey;
  const expected = isFolded ? foldKey(textKey(pasted)) : textKey(pasted);
  let end = 0;
  for (const span of located.ok ? [located.span] : located.places) {
    if (span.start < end || span.end <= span.start || span.end > page.html.length) fail(`span ${span.start}–${span.end}`);
    const key = keyAt(page, span, flags.includes("hidden"), keyOf);
    if (!key.includes(expected)) fail(`${JSON.stringify(expected)} pasted, ${JSON.stringify(key)} at ${span.start}–${span.end}`);
    if (key !== expected && /^[\w\s.,]*$/.test(page.html.slice(span.start, span.end))) fail(`more than was pasted: ${key}`);
    end = span.end;
  }
}

interface Pasted {
  readonly text: string;
  readonly isThere: boolean; // made of whole text nodes, all displayed
}

/** Some neighbouring texts of the page, or a piece of them; now and then a text that does not stand there. */
function pastedFrom(page: Page, random: Random): Pasted {
  if (page.textCount === 0 || random(12) === 0) return { text: `no such text ${random(1000)}`, isThere: false };
  const first = random(page.textCount);
  const last = Math.min(page.textCount - 1, first + random(4));
  const parts: string[] = [];
  let isThere = last + 1 === page.textCount || !continuesNode(page, last + 1);
  for (let i = first; i <= last; i++) {
    parts.push(textOf(page, i));
    if (isHiddenText(page, i) || continuesNode(page, i)) isThere = false;
  }
  const text = parts.join(" ");
  if (random(3)) return { text, isThere };
  const start = random(text.length);
  return { text: random(8) ? text.slice(start, start + 1 + random(30)) : text.toUpperCase(), isThere: false };
}

function checkMeasures(page: Page, span: Span): void {
  const measures = measure(page, span);
  const { S4, case: change, at } = compareMeasures(measures, measure(page, span));
  if (!S4 || change !== "1" || at) fail("two measurements of one page differ");
  if (measures.counts.some((count, d) => count < measures.orders[d]! || measures.orders[d]! < 1)) fail("k_d > P_d");
  if (measures.path.length !== measures.depth || measures.upperDigests.length !== measures.depth + 1) fail("lengths");
}

function check(html: string, random: Random): void {
  const page = parsePage(html);
  checkStartTags(page);
  const pasted = pastedFrom(page, random);
  const located = locate(page, pasted.text);
  checkLocated(page, pasted.text, located);
  if (pasted.isThere && textKey(pasted.text) !== "") {
    if (!located.ok && located.code !== "ambiguous") fail(`not found: ${JSON.stringify(pasted.text)}`);
    if ("flags" in located && located.flags.length) fail(`found only ${located.flags}: ${JSON.stringify(pasted.text)}`);
  }
  const region = located.ok ? located.span : undefined;
  const label = pastedFrom(page, random).text.slice(0, 40);
  checkLocated(page, label, locateLabel(page, label, region));
  if (region) checkMeasures(page, region);
}

it("damaged pages: no throw, offsets in order and inside, places that give the pasted text again", () => {
  const pages = pool();
  const failed: string[] = [];
  for (let i = 0; i < COUNT; i++) {
    const random = randomOf(seed + i);
    const html = mutant(stretch(pages[random(pages.length)]!, random), pages[random(pages.length)]!, random);
    try {
      check(html, random);
    } catch (error) {
      failed.push(`mutant ${i}: ${error instanceof Error ? error.stack : error}`);
    }
  }
  say(`damaged pages: tried ${COUNT} of ${pages.length} pages, failed ${failed.length} (seed ${seed})`);
  expect(failed.slice(0, 3)).toEqual([]);
}, 1_800_000);
