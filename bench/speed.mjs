/**
 * What a page costs, beside what others need for less: `npm run bench:speed [-- --json] [--pages N] [--rounds N]`.
 *
 * All cases run in one process, side by side, each round beginning with another one; the median of the rounds counts.
 * Only ratios within one run mean anything. A case is one row of CASES, and its name there is its key in `--json`.
 */
import { parseArgs } from "node:util";
import { Tokenizer } from "htmlparser2";
import { parse } from "parse5";
import { buildIfStale } from "../scripts/build.mjs";
import { benchPages } from "./pages.mjs";

await buildIfStale();
const { locate } = await import("../dist/core/locate.js");
const { measure, measureS1 } = await import("../dist/core/measure/measure.js");
const { textOf } = await import("../dist/core/page/page.js");
const { parsePage } = await import("../dist/core/page/parse-page.js");

/** Every case takes one subject (html, its parsed page, a pasted region) and answers with a number, so nothing is left out. */
const CASES = {
  indexOf: { title: "indexOf('<') scan", run: ({ html }) => countTags(html) },
  tokenizer: { title: "htmlparser2 Tokenizer, entities decoded", run: ({ html }) => tokenizeOnly(html) },
  parse5: { title: "parse5", run: ({ html }) => parse(html).childNodes.length },
  parse5Locations: {
    title: "parse5 with locations",
    run: ({ html }) => parse(html, { sourceCodeLocationInfo: true }).childNodes.length,
  },
  page: { title: "page model, all texts decoded", run: ({ html }) => readAll(html) },
  locate: { title: "locate", run: ({ page, pasted }) => Number(locate(page, pasted).ok) },
  measureS1: { title: "measure, S1 alone", run: ({ page, region }) => measureS1(page, region).depth },
  measure: { title: "measure, all sets", run: ({ page, region }) => measure(page, region).depth },
};

function countTags(html) {
  let count = 0;
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at + 1)) count++;
  return count;
}

const nothing = () => {};
const NO_CALLBACKS = Object.fromEntries(
  "attribdata attribentity attribend attribname cdata closetag comment declaration end opentagend opentagname processinginstruction selfclosingtag text textentity"
    .split(" ")
    .map((part) => [`on${part}`, nothing]),
);

function tokenizeOnly(html) {
  const tokenizer = new Tokenizer({ decodeEntities: true }, { ...NO_CALLBACKS, isInForeignContext: () => false });
  tokenizer.write(html);
  tokenizer.end();
  return 1;
}

function readAll(html) {
  const page = parsePage(html);
  let characters = page.elementCount;
  for (let text = 0; text < page.textCount; text++) characters += textOf(page, text).length;
  return characters;
}

/** The region is the middle tenth of the page's texts, one line each, as a person would copy it. */
function subjectOf(html) {
  const page = parsePage(html);
  const first = Math.floor(page.textCount * 0.45);
  const last = Math.min(page.textCount - 1, first + Math.floor(page.textCount / 10));
  const lines = Array.from({ length: last + 1 - first }, (_, i) => textOf(page, first + i));
  return { html, page, pasted: lines.join("\n"), region: { start: page.textStart[first], end: page.textEnd[last] } };
}

const GROUP = 8; // pages timed in one go
let kept = 0; // what the cases answer, so that no engine may leave their work out

function timeOf(run, subjects) {
  const start = process.hrtime.bigint();
  for (const subject of subjects) kept += run(subject);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/**
 * Milliseconds by case, after one round that only warms up. All cases take a few pages before any takes the next few,
 * so a busy moment of the machine falls on all of them, and the median is taken of each few pages apart. Garbage is not
 * collected on demand between cases: that throws compiled code away, and every case would be timed cold.
 */
function timeAll(subjects, rounds) {
  const keys = Object.keys(CASES);
  const totals = Object.fromEntries(keys.map((key) => [key, 0]));
  const groups = Array.from({ length: Math.ceil(subjects.length / GROUP) }, (_, i) => subjects.slice(i * GROUP, (i + 1) * GROUP));
  const times = groups.map(() => Object.fromEntries(keys.map((key) => [key, []])));
  for (let round = 0; round <= rounds; round++) {
    for (const [g, group] of groups.entries()) {
      for (let i = 0; i < keys.length; i++) {
        const key = keys[(i + round) % keys.length];
        const time = timeOf(CASES[key].run, group);
        if (round > 0) times[g][key].push(time);
      }
    }
  }
  for (const ofGroup of times) for (const key of keys) totals[key] += median(ofGroup[key]);
  return totals;
}

const peakMB = () => Math.round(process.resourceUsage().maxRSS / 1024);
const rounded = (value) => Number(value.toPrecision(4));

function printTable({ from, rounds, pages, bytes, ms }) {
  const row = (...cells) => console.log(cells.map((cell, i) => (i ? String(cell).padStart(12) : cell.padEnd(42))).join(""));
  console.log(`${pages} pages, ${(bytes / 1e6).toFixed(1)} MB: ${from}; median of ${rounds} rounds\n`);
  row("", "ms per MB", "ms per page", "× Tokenizer", "× page");
  for (const [key, { title }] of Object.entries(CASES)) {
    const figures = [ms[key] / (bytes / 1e6), ms[key] / pages, ms[key] / ms.tokenizer, ms[key] / ms.page];
    row(title, ...figures.map((value) => value.toFixed(3)));
  }
  console.log(`\nparse5 with locations takes ${(ms.parse5Locations / ms.page).toFixed(1)} × the time of the page model.`);
  console.log(`Peak memory of the whole run, parse5 included: ${peakMB()} MB.`);
}

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    pages: { type: "string", default: "Infinity" },
    rounds: { type: "string", default: "7" },
  },
});
const rounds = Number(values.rounds);
const { from, texts } = benchPages(Number(values.pages));
const subjects = texts.map(subjectOf).filter(({ page }) => page.textCount > 0);
const pages = subjects.length;
const bytes = subjects.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0);
const ms = timeAll(subjects, rounds);
if (values.json) {
  const msPerMB = Object.fromEntries(Object.entries(ms).map(([key, time]) => [key, rounded(time / (bytes / 1e6))]));
  console.log(JSON.stringify({ pages, bytes, msPerMB, peakMB: peakMB() }));
} else printTable({ from, rounds, pages, bytes, ms });
if (kept <= 0) throw new Error("no case gave an answer");
