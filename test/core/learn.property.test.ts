/** Learning and reading on random sites: what must hold on every page, whatever the layout (method §7). */
import { describe, expect, it } from "vitest";
import { type Extraction, extract } from "../../src/core/extract.js";
import { type Learned, learn } from "../../src/core/learn/learn.js";
import { parsePage } from "../../src/core/page/parse-page.js";
import type { Template } from "../../src/core/template/page-template.js";
import { textKey } from "../../src/core/text/text-key.js";
import { valueText } from "../../src/core/text/value-text.js";
import { isLong, say, seed } from "../run.js";
import { randomFrom, type Site, type SiteRecord, siteFrom } from "./record-pages.js";

const SITES = isLong ? 1500 : 180;
const SIBLINGS = [0, 3, 5, 8];
const random = randomFrom(seed);

interface Lesson {
  readonly name: string; // for the reader of a failure
  readonly site: Site;
  readonly record: SiteRecord;
  readonly html: string;
  readonly siblings: readonly string[];
  readonly learned: Learned;
}

let pages = 0;

function pageOf(site: Site, record: SiteRecord): string {
  pages++;
  return site.page(record);
}

/** A record of the site without some of its optional fields. */
function siblingRecord(site: Site): SiteRecord {
  const isKept = (name: string): boolean => !site.optional.includes(name) || random() < 0.6;
  return Object.fromEntries(Object.entries(site.record()).filter(([name]) => isKept(name)));
}

function lessonOf(number: number): Lesson {
  const site = siteFrom(random);
  const record = site.record();
  const html = pageOf(site, record);
  const siblings = Array.from({ length: SIBLINGS[number % SIBLINGS.length]! }, () => pageOf(site, siblingRecord(site)));
  const name = `site ${number} of BARTREE_TEST_SEED=${seed}, ${siblings.length} siblings`;
  return { name, site, record, html, siblings, learned: learnAll(html, record, siblings) };
}

const learnAll = (html: string, labels: SiteRecord, siblings: readonly string[]): Learned =>
  learn({ html, labels, siblings: siblings.map((sibling) => ({ html: sibling })) });

const lessons = Array.from({ length: SITES }, (_, number) => lessonOf(number));
const learnt = lessons.flatMap((lesson) =>
  lesson.learned.ok && !lesson.learned.problems.length ? [{ ...lesson, template: lesson.learned.template }] : [],
);

const keys = (texts: readonly string[] | undefined): string[] => (texts ?? []).map(textKey);

/** Values that are not what their spans show. */
function unproved({ values, proofs }: Extraction, html: string): string[] {
  const page = parsePage(html);
  return Object.entries(values).flatMap(([name, texts]) =>
    texts.filter(
      (text, i) =>
        valueText(
          page,
          proofs[name]!.filter(({ value }) => value === i),
        ) !== text,
    ),
  );
}

/** The key lists attributes and values as the person gave them; all else must be equal to the letter. */
function unordered({ key, ...template }: Template): object {
  return { ...template, key: { ...key, reads: key.reads.toSorted(), common: key.common.toSorted() } };
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

describe("learning on random sites", () => {
  it("succeeds on at least 95 % of the pages", () => {
    say(`learnt ${learnt.length} of ${lessons.length} random sites (seed ${seed})`);
    expect(learnt.length / lessons.length).toBeGreaterThanOrEqual(0.95);
  });

  it("then gives the labels back from their own page", () => {
    for (const { name, template, html, record } of learnt) {
      const { values } = extract(template, html);
      const read = Object.fromEntries(Object.entries(values).map(([field, texts]) => [field, keys(texts)]));
      const labels = Object.fromEntries(Object.entries(record).map(([field, texts]) => [field, keys(texts)]));
      expect(read, `${name}\n${html}`).toEqual(labels);
    }
  });

  it("does not depend on the order of siblings or labels", () => {
    for (const { name, template, html, record, siblings } of learnt) {
      const labels = Object.fromEntries(shuffled(Object.entries(record)).map(([field, texts]) => [field, shuffled(texts)]));
      const again = learnAll(html, labels, shuffled(siblings));
      expect(again.ok && unordered(again.template), name).toEqual(unordered(template));
    }
  });
});

describe("reading on random sites", () => {
  /**
   * A label that happens to stand in a menu too, with no siblings to tell, is read from the menu where its field is
   * missing: such a value is counted and not judged, as it is no other field's.
   */
  it("a missing field never gets another field's value, and spoils no other one", () => {
    const counts = { right: 0, absent: 0, withheld: 0, "from elsewhere": 0 };
    for (const { name, site, template } of learnt) {
      for (const missing of site.fields) {
        const { [missing]: _, ...record } = site.record();
        const html = pageOf(site, record);
        const { values } = extract(template, html);
        const others = new Set(keys(Object.values(record).flat()));
        for (const field of site.fields) {
          const read = keys(values[field]);
          const isElsewhere = field === missing && read.length > 0 && !read.some((key) => others.has(key));
          const isJudged = values[field] !== undefined && !isElsewhere;
          if (isJudged) expect(read, `${name}: ${field}, without ${missing}\n${html}`).toEqual(keys(record[field]));
          counts[!values[field] ? "withheld" : isElsewhere ? "from elsewhere" : read.length ? "right" : "absent"]++;
        }
      }
    }
    say(
      `a field left out: ${Object.entries(counts)
        .map(([what, count]) => `${what} ${count}`)
        .join(", ")}; wrong 0`,
    );
  });

  it("swapping texts between pages never yields a value that is not proved", () => {
    let swaps = 0;
    for (const { name, site, template, record, html, siblings } of learnt) {
      const [a, b] = [pageOf(site, site.record()), pageOf(site, siblingRecord(site))];
      for (const swapped of swapTexts(a, b)) {
        expect(unproved(extract(template, swapped), swapped), name).toEqual([]);
        swaps++;
      }
      if (siblings.length < 2) continue;
      const others = [...swapTexts(siblings[0]!, siblings[1]!), ...siblings.slice(2)];
      const relearnt = learnAll(html, record, others);
      const again: Template = relearnt.ok ? relearnt.template : template;
      for (const page of [html, a, ...others]) expect(unproved(extract(again, page), page), name).toEqual([]);
    }
    say(`swapped texts on ${swaps} pages, unproved 0; ${pages} random pages in all`);
  });
});

/** Both pages with some texts of one in the places of the other. */
function swapTexts(a: string, b: string): [string, string] {
  const [left, right] = [parsePage(a), parsePage(b)];
  const edits = Array.from({ length: 3 }, () => ({
    from: Math.floor(random() * left.textCount),
    to: Math.floor(random() * right.textCount),
  }));
  const replaced = (page: typeof left, at: readonly number[], texts: readonly string[]): string => {
    const order = at.map((text, i) => ({ text, by: texts[i]! })).sort((x, y) => y.text - x.text);
    let html = page.html;
    for (const { text, by } of order) html = html.slice(0, page.textStart[text]) + by + html.slice(page.textEnd[text]);
    return html;
  };
  const source = (page: typeof left, text: number): string => page.html.slice(page.textStart[text], page.textEnd[text]);
  const [froms, tos] = [edits.map(({ from }) => from), edits.map(({ to }) => to)];
  return [
    replaced(left, froms, tos.map((text) => source(right, text))),
    replaced(right, tos, froms.map((text) => source(left, text))),
  ]; // biome-ignore format: two pages, two lines
}
