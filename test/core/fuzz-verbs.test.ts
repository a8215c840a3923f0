/**
 * Nests, tables and lists around labelled values, through every verb of the library: nothing throws, nothing hangs, and
 * every value is what stands at its spans.
 *
 * BARTREE_SEED gives other mutants than the fixed ones. The long run (`npm run test:long`) can be stopped and go on: resume.ts.
 */
import { expect, it } from "vitest";
import { check, type KeyedTemplate } from "../../src/core/check.js";
import { extract } from "../../src/core/extract.js";
import { heal } from "../../src/core/heal/heal.js";
import { learn } from "../../src/core/learn/learn.js";
import { checkList } from "../../src/core/list/check-list.js";
import { extractList } from "../../src/core/list/extract-list.js";
import { healList } from "../../src/core/list/heal-list.js";
import { learnList } from "../../src/core/list/learn-list.js";
import type { Page, Span } from "../../src/core/page/page.js";
import { parsePage } from "../../src/core/page/parse-page.js";
import type { ListTemplate } from "../../src/core/template/list-template.js";
import type { KnownRecord } from "../../src/core/template/page-template.js";
import { proofText } from "../../src/core/text/proof-text.js";
import { msOf } from "../growth.js";
import { resumed } from "../resume.js";
import { isLong, say } from "../run.js";
import { dataFiles, hasSharedData } from "../shared-data.js";
import { type Fields, LISTS, recordAt, SINGLES } from "./labelled-pages.js";
import { type Random, randomOf } from "./mutate.js";
import { wrapped } from "./wrap.js";

const SEED = Number(process.env.BARTREE_SEED ?? 1);
const MOST_MS = 5_000; // of one call
const SLOW_MS = 1_000; // told
const RECORDS = 6; // of a list
const SIBLINGS = 3; // the fewest that teach anything
const LEARNS = 5; // one mutant in so many is learnt from; the others are read by what the sound page taught
const CHECKS = 3; // one in so many is checked, which reads it once more
const HEALS = 12; // one in so many is healed from; the dearest verb

// ---------------------------------------------------------------- what must hold

class Broken extends Error {}

function hold(isSo: boolean, what: string): void {
  if (!isSo) throw new Broken(what);
}

/** Runs one call; `slow` hears of those that take long. */
type Timed = <T>(verb: string, call: () => T) => T;

/** The processor's time, which costs the asking, is asked for only where the clock says that a call took long: again, for each gives the same again. */
function timedBy(slow: (line: string) => void): Timed {
  return (verb, call) => {
    const from = performance.now();
    const result = call();
    if (performance.now() - from <= SLOW_MS) return result;
    const ms = msOf(call);
    if (ms > SLOW_MS) slow(`${verb} ${Math.round(ms)} ms`);
    hold(ms <= MOST_MS, `${verb} took ${Math.round(ms)} ms`);
    return result;
  };
}

interface ProofSpan extends Span {
  readonly htmlAttribute?: string;
}

function holdProof(page: Page, what: string, value: string, spans: readonly ProofSpan[]): void {
  hold(spans.length > 0, `${what}: ${JSON.stringify(value)} has no proof`);
  for (const { start, end } of spans) hold(start >= 0 && start < end && end <= page.html.length, `${what}: span ${start}-${end}`);
  hold(proofText(page, spans) === value, `${what}: ${JSON.stringify(value)} is not what stands at its spans`);
}

function holdExtraction(html: string, { values, proofs }: ReturnType<typeof extract>): void {
  const page = parsePage(html);
  for (const [name, list] of Object.entries(values)) {
    for (const [i, value] of list.entries()) {
      holdProof(page, name, value, proofs[name]!.filter((proof) => proof.value === i)); // biome-ignore format: one thought
    }
  }
}

function holdList(html: string, { records, withheld }: ReturnType<typeof extractList>): void {
  const page = parsePage(html);
  for (const { values, proofs, span } of [...records, ...withheld.map(({ record }) => record)]) {
    hold(span.start >= 0 && span.end <= html.length, `record ${span.start}-${span.end}`);
    for (const [name, value] of Object.entries(values)) holdProof(page, name, value, proofs[name]!);
  }
}

// ---------------------------------------------------------------- what is damaged

/** A site of single pages: one labelled, others beside it. */
interface Site {
  readonly html: string;
  readonly labels: KnownRecord;
  readonly others: readonly string[];
  readonly template: KeyedTemplate | undefined;
}

interface ListSite {
  readonly html: string;
  readonly records: readonly Fields[];
  readonly template: ListTemplate | undefined;
}

function siteOf(html: string, labels: KnownRecord, others: readonly string[]): Site {
  const learned = learn({ html, labels, siblings: others.map((other) => ({ html: other })) });
  return { html, labels, others, template: learned.ok ? learned.template : undefined };
}

function listSiteOf(html: string, records: readonly Fields[]): ListSite {
  const learned = learnList({ html, records: records.slice(0, 2) });
  return { html, records, template: learned.ok ? learned.template : undefined };
}

const labelsOf = (fields: Fields): KnownRecord =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, [text]]));

function ownSites(): { singles: Site[]; lists: ListSite[] } {
  const singles = SINGLES.map((page) =>
    siteOf(
      page(recordAt(0)),
      labelsOf(recordAt(0)),
      Array.from({ length: SIBLINGS }, (_, i) => page(recordAt(i + 1))),
    ),
  );
  const records = Array.from({ length: RECORDS }, (_, i) => recordAt(i));
  const lists = LISTS.map((page) => listSiteOf(page(records), records.map(({ title, author, year }) => ({ title: title!, author: author!, year: year! })))); // biome-ignore format: one thought
  return { singles, lists };
}

/** Sites with a labelled page of that size, where the folder of real pages is present. */
function realSites(least: number, most: number): { singles: Site[]; lists: ListSite[] } {
  const [singles, lists]: [Site[], ListSite[]] = [[], []];
  if (!hasSharedData) return { singles, lists };
  const fits = (html: string): boolean => html.length >= least && html.length <= most;
  for (const { pages, learn: id, siblings = [], attributes } of dataFiles(["swde", "recipes-siblings", "publications"])) {
    const labelled = pages?.[id];
    if (!labelled || !fits(labelled.html)) continue;
    const labels = Object.fromEntries(attributes.flatMap((name) => (labelled.truth[name]?.length ? [[name, labelled.truth[name]]] : []))); // biome-ignore format: one thought
    singles.push(siteOf(labelled.html, labels, siblings.slice(0, SIBLINGS).map((each) => pages![each]!.html))); // biome-ignore format: one thought
  }
  for (const { page, truth } of dataFiles(["court-lists"]))
    if (page && truth && fits(page.html)) lists.push(listSiteOf(page.html, truth));
  return { singles, lists };
}

// ---------------------------------------------------------------- one mutant through the verbs

function tryPage(site: Site, random: Random, timed: Timed): void {
  const { labels, others } = site;
  const values = Object.values(labels).flat();
  const html = wrapped(site.html, values, random);
  let { template } = site;
  if (random(LEARNS) === 0 || !template) {
    const siblings = random(2) ? others.map((other) => ({ html: other })) : [];
    const learned = timed("learn", () => learn({ html, labels, siblings }));
    template = learned.ok ? learned.template : template;
  }
  if (!template) return;
  const read = template;
  holdExtraction(html, timed("extract", () => extract(read, html))); // biome-ignore format: one thought
  if (random(CHECKS) === 0) timed("check", () => check(read, html));
  if (random(HEALS)) return;
  const pages = [html, ...(random(2) ? others : others.map((other) => wrapped(other, values, random)))];
  const healed = timed("heal", () => heal(read, { pages: pages.map((each) => ({ html: each })), known: [labels] }));
  if (healed.ok) holdExtraction(html, timed("extract, healed", () => extract(healed.template, html))); // biome-ignore format: one thought
}

function tryList(site: ListSite, random: Random, timed: Timed): void {
  const { records } = site;
  const html = wrapped(site.html, records.slice(0, 3).flatMap((record) => Object.values(record)), random); // biome-ignore format: one thought
  let { template } = site;
  if (random(LEARNS) === 0 || !template) {
    const learned = timed("learnList", () => learnList({ html, records: records.slice(0, 1 + random(3)) }));
    template = learned.ok ? learned.template : template;
  }
  if (!template) return;
  const read = template;
  const extraction = timed("extractList", () => extractList(read, { html }));
  holdList(html, extraction);
  const known = [...records.map((values) => ({ identity: null, values })), ...extraction.records.map(({ identity, values }) => ({ identity, values }))]; // biome-ignore format: one thought
  if (random(CHECKS) === 0) timed("checkList", () => checkList(read, { html, known, before: site.html }));
  if (random(HEALS)) return;
  const healed = timed("healList", () => healList(read, { pages: [{ html, url: "http://list.invalid/" }], known }));
  if (healed.ok) holdList(html, timed("extractList, healed", () => extractList(healed.template, { html }))); // biome-ignore format: one thought
}

// ---------------------------------------------------------------- the runs

/** Tries mutants up to `count`, from where an earlier run came to; says how many, which were slow, and what failed. */
function fuzz(
  name: string,
  { singles, lists }: { singles: readonly Site[]; lists: readonly ListSite[] },
  count: number,
): string[] {
  const failed: string[] = [];
  const { from, isTimeUp, note } = resumed(name);
  let i = from;
  for (; i < count && !isTimeUp(); i++) {
    const timed = timedBy((line) => say(`${name}, mutant ${i}: ${line}`));
    const random = randomOf(SEED * 1_000_003 + i);
    try {
      if (random(2) && lists.length) tryList(lists[random(lists.length)]!, random, timed);
      else tryPage(singles[random(singles.length)]!, random, timed);
    } catch (error) {
      failed.push(`mutant ${i}: ${error instanceof Broken ? error.message : (error as Error).stack}`);
    }
    if (i % 500 === 0) note(i);
  }
  note(i);
  say(`${name}: tried ${i - from} mutants (${from} to ${i} of ${count}), failed ${failed.length} (seed ${SEED})`);
  return failed;
}

it("damage around labelled values, pages of at most 5 kB", () => {
  const [own, real] = [ownSites(), realSites(0, 5_000)];
  for (const { template } of [...own.singles, ...own.lists]) expect(template).toBeDefined();
  const sites = { singles: [...own.singles, ...real.singles], lists: [...own.lists, ...real.lists] };
  expect(fuzz("small pages", sites, isLong ? 300_000 : 10_000).slice(0, 3)).toEqual([]);
}, 36_000_000);

it.runIf(isLong && hasSharedData)(
  "damage around labelled values, pages of 50 to 300 kB",
  () => {
    expect(fuzz("large pages", realSites(50_000, 300_000), 1_000).slice(0, 3)).toEqual([]);
  },
  36_000_000,
);
