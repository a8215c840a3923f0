/**
 * Template files that were cut, changed byte by byte, or written by somebody who means harm. Each is refused with its code,
 * or does what a template may do: it reads values that stand on the page where their proofs say, or withholds them.
 */
import { afterAll, describe, expect, it } from "vitest";
import { ReportedError } from "../../src/api/errors.js";
import { parseTemplate, type StoredTemplate, templateText } from "../../src/api/template.js";
import { measuredBars } from "../../src/core/draw/measured-bars.js";
import { check, delimiterTable, draw, extract, extractList, heal, learnList, parsePage } from "../../src/core/index.js";
import { proofText } from "../../src/core/text/proof-text.js";
import { BOOKS, newPage, oldPage, oldTemplate, recordOf, tryLesson } from "../core/bookshop.js";
import { randomOf } from "../core/mutate.js";
import { randomFrom, siteFrom } from "../core/record-pages.js";
import { isLong, seed as roaming, say } from "../run.js";
import { type Damage, damaged } from "./damage.js";

const COUNT = isLong ? 100_000 : 1_500;
const seed = isLong ? roaming : 974_615_476; // with it a count of bars beyond 32 bits was found
const SLOW_MS = 1000;
const LONGEST_MS = 5000;

interface Case {
  readonly name: string;
  readonly text: string; // the file
  readonly pages: readonly string[]; // of the source; the first was labelled
  readonly known: readonly Readonly<Record<string, readonly string[]>>[]; // what they show
  readonly fresh: readonly string[]; // the same records, displayed otherwise
}

const learnt = { by: "labels" as const, siblings: 5, further: 0, unconfirmed: false };

function bookshop(): Case {
  const text = templateText({ kind: "page", template: oldTemplate({ volatile: ["price"] }), learnt });
  return {
    name: "bookshop",
    text,
    pages: BOOKS.map((book) => oldPage(book)),
    known: BOOKS.map(recordOf),
    fresh: BOOKS.map(newPage),
  };
}

function randomSite(number: number): Case | undefined {
  const random = randomFrom(number);
  const site = siteFrom(random);
  const known = Array.from({ length: 5 }, () => site.record());
  const pages = known.map((record) => site.page(record));
  const [html = "", ...siblings] = pages;
  const template = tryLesson({ html, labels: known[0] ?? {}, siblings });
  if (!template) return undefined;
  return { name: `site ${number}`, text: templateText({ kind: "page", template, learnt }), pages, known, fresh: pages.slice(1) };
}

function list(): Case {
  const html = `<ul>${BOOKS.map(({ title, author }) => `<li><a href="/${author}">${title}</a> <i>${author}</i>`).join("")}</ul>`;
  const learned = learnList({ html, records: BOOKS.slice(0, 2).map(({ title, author }) => ({ title, author })) });
  if (!learned.ok) throw new Error(learned.code);
  const text = templateText({ kind: "list", template: learned.template, delimiters: [] });
  return { name: "list", text, pages: [html], known: [], fresh: [] };
}

function cases(): Case[] {
  const sites = Array.from({ length: 30 }, (_, number) => randomSite(number)).filter((site) => site !== undefined);
  return [bookshop(), list(), ...sites.slice(0, isLong ? 20 : 6)];
}

const CASES = cases();
const slow: string[] = [];

/** By the processor's time: others may be at work beside us. */
function timed<Result>(what: string, act: () => Result): Result {
  const before = process.cpuUsage();
  const result = act();
  const ms = process.cpuUsage(before).user / 1000;
  if (ms > SLOW_MS) slow.push(`${what} took ${Math.round(ms)} ms`);
  if (ms > LONGEST_MS) throw new Error(`${what} took ${Math.round(ms)} ms`);
  return result;
}

/** Refused with a code of a template, or what it holds. */
function parsed(text: string): StoredTemplate | string {
  try {
    return timed("to read the file", () => parseTemplate(text, "t.json"));
  } catch (error) {
    if (error instanceof ReportedError) return error.report.code;
    throw error;
  }
}

type Proofs = Readonly<Record<string, readonly { value: number; start: number; end: number; htmlAttribute?: string }[]>>;

function prove(html: string, values: Readonly<Record<string, readonly string[]>>, proofs: Proofs): void {
  const page = parsePage(html);
  for (const [name, texts] of Object.entries(values))
    for (const [index, text] of texts.entries()) {
      const spans = proofs[name]?.filter(({ value }) => value === index) ?? [];
      if (spans.length === 0 || proofText(page, spans) !== text) throw new Error(`${name} “${text}” is not where its proof says`);
    }
}

/** A record of a list has one text an attribute. */
const asMany = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, [text]]));
const asFirst = (proofs: Readonly<Record<string, readonly Omit<Proofs[string][number], "value">[]>>): Proofs =>
  Object.fromEntries(Object.entries(proofs).map(([name, spans]) => [name, spans.map((span) => ({ ...span, value: 0 }))]));

/** Every value stands where its proof says; gives those that are not the truth, unless the check before a harvest says so. */
function read(stored: StoredTemplate, { pages, known, fresh }: Case, number: number): string[] {
  const untrue: string[] = [];
  let isNoticed = false;
  for (const [index, html] of [...pages.slice(0, 2), ...fresh.slice(0, 1)].entries()) {
    if (stored.kind === "list") {
      for (const { values, proofs } of timed("to extract", () => extractList(stored.template, { html })).records)
        prove(html, asMany(values), asFirst(proofs));
      continue;
    }
    const { values, proofs } = timed("to extract", () => extract(stored.template, html));
    prove(html, values, proofs);
    const { verdict } = timed("to check", () => check(stored.template, html));
    if (index === 0) isNoticed = verdict !== "same" && verdict !== "changed";
    if (index >= 2) continue;
    for (const [name, texts] of Object.entries(values)) {
      const truth = known[index]?.[name];
      if (truth && JSON.stringify(texts) !== JSON.stringify(truth))
        untrue.push(`${name}: ${texts.join("; ").slice(0, 100)} instead of ${truth.join("; ").slice(0, 100)}`);
    }
  }
  if (stored.kind === "page") {
    timed("to show", () => delimiterTable(stored.template));
    const bars =
      stored.template.key.measures && timed("to measure", () => measuredBars(stored.template.key.measures ?? expect.fail()));
    if (bars) for (const figure of ["tree", "bars", "pattern"] as const) timed("to draw", () => draw(bars, figure));
    if (number % 20 === 0) timed("to heal", () => heal(stored.template, { pages: fresh.map((html) => ({ html })), known }));
  }
  timed("to write", () => templateText(stored));
  return isNoticed ? [] : untrue;
}

describe("damaged template files", () => {
  afterAll(() => {
    if (slow.length > 0) say(`over ${SLOW_MS} ms: ${slow.slice(0, 20).join("; ")}`);
  });

  it("each beginning of a file is refused", () => {
    let tried = 0;
    for (const { text } of CASES.slice(0, 2))
      for (let length = 0; length < text.trimEnd().length; length += isLong ? 1 : 5) {
        expect(parsed(text.slice(0, length))).toBe("template-unreadable");
        tried += 1;
      }
    say(`template files cut at each length: tried ${tried}, all refused`);
  });

  it(`${COUNT} are refused with a code, or read what stands on the page`, () => {
    const failed: string[] = [];
    const untrue: Record<Damage, string[]> = { cut: [], bytes: [], tree: [] };
    const refused = new Map<string, number>();
    for (let number = 0; number < COUNT; number++) {
      const random = randomOf(seed + number);
      const own = CASES[random(CASES.length)] ?? expect.fail();
      const { kind, text } = damaged(own.text, random);
      try {
        const stored = parsed(text);
        if (typeof stored === "string") refused.set(stored, (refused.get(stored) ?? 0) + 1);
        else untrue[kind].push(...read(stored, own, number).map((words) => `${number}, ${own.name}: ${words}`));
      } catch (error) {
        failed.push(`${number}, ${own.name}: ${error instanceof Error ? error.stack?.slice(0, 600) : error}`);
      }
    }
    const others = [...untrue.bytes, ...untrue.cut];
    say(
      `seed ${seed}, damaged templates: tried ${COUNT}, refused ${JSON.stringify(Object.fromEntries(refused))}, failed ${failed.length}; other values by changed bytes ${others.length}, by a changed tree ${untrue.tree.length}`,
    );
    expect(failed.slice(0, 3)).toEqual([]);
    expect(others.slice(0, 5)).toEqual([]);
    expect(untrue.tree.slice(0, 5)).toEqual([]);
  }, 1_800_000);
});
