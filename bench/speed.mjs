/**
 * What a page costs, beside what others need for less: `npm run bench:speed [-- --json] [--pages N] [--rounds N]
 * [--limits]`.
 *
 * All cases run in one process, side by side, each round beginning with another one; the median of the rounds counts.
 * Only ratios within one run mean anything. A case is one row of CASES, and its name there is its key in `--json`.
 * Reading pages, extract and check, counts the page model in. Learning and healing are done once per site, in few rounds,
 * and counted by the bytes of all pages they look at.
 */
import { parseArgs } from "node:util";
import { Tokenizer } from "htmlparser2";
import { parse } from "parse5";
import { buildIfStale } from "../scripts/build.mjs";
import { limitsOf, printLimits } from "./limits.mjs";
import { benchSites } from "./pages.mjs";

await buildIfStale();
const { check, extract, heal, learn } = await import("../dist/core/index.js");
const { locate } = await import("../dist/core/locate.js");
const { measure, measureS1 } = await import("../dist/core/measure/measure.js");
const { textOf } = await import("../dist/core/page/page.js");
const { parsePage } = await import("../dist/core/page/parse-page.js");

/**
 * Every case takes one subject (html, its parsed page, a pasted region, the site's template) and answers with a number, so
 * nothing is left out. A case `perSite` takes the first subject of each site; `rounds` are the most it is timed in.
 */
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
  extract: {
    title: "extract, page model included",
    run: ({ html, template }) => 1 + Object.keys(extract(template, html).values).length,
  },
  check: { title: "check, page model included", run: ({ html, template }) => check(template, html).verdict.length },
  learn: {
    title: "learn, with 10 siblings",
    run: ({ site }) => Number(learn(site.lesson).ok),
    perSite: ({ lesson }) => [lesson, ...lesson.siblings],
    rounds: 3,
  },
  heal: {
    title: "heal, from 8 pages",
    run: ({ site, template }) => Number(heal(template, healInput(site)).ok) + 1,
    perSite: (site) => healInput(site).pages,
    rounds: 1,
  },
};

const healInput = ({ texts, known }) => ({ pages: texts.map((html) => ({ html })), known });

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
function subjectOf(html, site, template) {
  const page = parsePage(html);
  const first = Math.floor(page.textCount * 0.45);
  const last = Math.min(page.textCount - 1, first + Math.floor(page.textCount / 10));
  const lines = Array.from({ length: last + 1 - first }, (_, i) => textOf(page, first + i));
  const region = { start: page.textStart[first], end: page.textEnd[last] };
  return { html, page, pasted: lines.join("\n"), region, site, template };
}

/** All pages of the sites that taught something; the template is the site's. */
function subjectsOf(sites) {
  return sites.flatMap((site) => {
    const learned = learn(site.lesson);
    if (!learned.ok) return [];
    return site.texts.map((html) => subjectOf(html, site, learned.template)).filter(({ page }) => page.textCount > 0);
  });
}

const bytesOf = (texts) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** The bytes and pages a case looks at, all told. */
function workOf({ perSite }, subjects) {
  const sites = [...new Set(subjects.map(({ site }) => site))];
  const texts = perSite ? sites.flatMap((site) => perSite(site).map(({ html }) => html)) : subjects.map(({ html }) => html);
  return { bytes: bytesOf(texts), pages: texts.length, calls: perSite ? sites.length : texts.length };
}

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
 * Milliseconds by case, after one round that only warms up. All cases take a site's pages before any takes the next site's,
 * so a busy moment of the machine falls on all of them, and the median is taken of each site apart. Garbage is not
 * collected on demand between cases: that throws compiled code away, and every case would be timed cold.
 */
function timeAll(subjects, rounds) {
  const keys = Object.keys(CASES);
  const totals = Object.fromEntries(keys.map((key) => [key, 0]));
  const sites = [...new Set(subjects.map(({ site }) => site))];
  const groups = sites.map((site) => subjects.filter((subject) => subject.site === site));
  const times = groups.map(() => Object.fromEntries(keys.map((key) => [key, []])));
  for (let round = 0; round <= rounds; round++) {
    for (const [g, group] of groups.entries()) {
      for (let i = 0; i < keys.length; i++) {
        const key = keys[(i + round) % keys.length];
        const { run, perSite, rounds: most = rounds } = CASES[key];
        if (round > most || (round === 0 && perSite)) continue; // learning warms up while the subjects are made
        const chosen = perSite ? group.filter(({ site }, at) => group.findIndex((other) => other.site === site) === at) : group;
        const time = timeOf(run, chosen);
        if (round > 0) times[g][key].push(time);
      }
    }
  }
  for (const ofGroup of times) for (const key of keys) totals[key] += median(ofGroup[key]);
  return totals;
}

const msPerCall = (key, subjects, ms) => ms[key] / workOf(CASES[key], subjects).calls;
const peakMB = () => Math.round(process.resourceUsage().maxRSS / 1024);
const rounded = (value) => Number(value.toPrecision(4));

function printTable({ from, rounds, subjects, pages, bytes, ms }) {
  const row = (...cells) => console.log(cells.map((cell, i) => (i ? String(cell).padStart(12) : cell.padEnd(42))).join(""));
  console.log(`${pages} pages, ${(bytes / 1e6).toFixed(1)} MB: ${from}; median of ${rounds} rounds\n`);
  row("", "ms per MB", "ms per page", "× Tokenizer", "× page");
  for (const [key, one] of Object.entries(CASES)) {
    const work = workOf(one, subjects);
    const perMB = ms[key] / (work.bytes / 1e6);
    const figures = [perMB, ms[key] / work.pages, (perMB * bytes) / 1e6 / ms.tokenizer, (perMB * bytes) / 1e6 / ms.page];
    row(one.title, ...figures.map((value) => value.toFixed(3)));
  }
  const [lesson, healing] = [msPerCall("learn", subjects, ms), msPerCall("heal", subjects, ms)];
  console.log(`\nA template is learnt in ${lesson.toFixed(0)} ms and healed in ${healing.toFixed(0)} ms, on average.`);
  console.log(`parse5 with locations takes ${(ms.parse5Locations / ms.page).toFixed(1)} × the time of the page model.`);
  console.log(`Peak memory of the whole run, parse5 included: ${peakMB()} MB.`);
}

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    limits: { type: "boolean", default: false },
    pages: { type: "string", default: "Infinity" },
    rounds: { type: "string", default: "7" },
  },
});
const rounds = Number(values.rounds);
const { from, sites } = await benchSites(Number(values.pages));
const subjects = subjectsOf(sites);
const pages = subjects.length;
const bytes = bytesOf(subjects.map(({ html }) => html));
const ms = timeAll(subjects, rounds);
const limits = values.limits ? limitsOf({ learn, extract }, subjects) : undefined;
if (values.json) {
  const entries = Object.entries(CASES).map(([key, one]) => [key, rounded(ms[key] / (workOf(one, subjects).bytes / 1e6))]);
  const perCall = Object.fromEntries(["learn", "heal"].map((key) => [key, rounded(msPerCall(key, subjects, ms))]));
  console.log(
    JSON.stringify({ pages, bytes, msPerMB: Object.fromEntries(entries), peakMB: peakMB(), msPerCall: perCall, limits }),
  );
} else {
  printTable({ from, rounds, subjects, pages, bytes, ms });
  if (limits) printLimits(limits);
}
if (kept <= 0) throw new Error("no case gave an answer");
