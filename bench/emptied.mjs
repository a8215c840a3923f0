/**
 * Values taken away from real pages, one at a time: `npm run bench:emptied [-- --show N]`.
 *
 * Each page set of the accuracy kit's `swde` is learnt from three pages in turn, each with ten siblings. On the test pages
 * every value that is read right is taken away in two ways: its text is removed and its element stays, or the row around it
 * goes too. Whatever is then given under its name, but the same text from another place, is wrong.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { buildIfStale } from "../scripts/build.mjs";

await buildIfStale();
const { extract, learn } = await import("../dist/core/index.js");

const { values: options } = parseArgs({ options: { show: { type: "string", default: "0" } } });
const DATA = fileURLToPath(new URL("../../shared/data/swde", import.meta.url));
const SIBLINGS = 10;
const LONGEST_ROW = 3000;
const counts = { emptied: newCount(), "without its row": newCount() };
let left = Number(options.show);

if (!existsSync(DATA)) {
  console.error("bench: the pages are not here; they are expected in ../shared/data/swde.");
  process.exitCode = 2;
} else {
  for (const file of readdirSync(DATA)) trySite(JSON.parse(gunzipSync(readFileSync(join(DATA, file)))));
  console.table(counts);
}

function newCount() {
  return { tried: 0, wrong: 0, "same text elsewhere": 0, withheld: 0, "said empty": 0 };
}

function trySite({ site, learn: first, siblings, test, pages }) {
  for (const page of Object.values(pages)) page.html = page.html.replace(/^\ufeff/, "");
  for (const own of [first, ...siblings.slice(0, 2)]) {
    const { html, url, truth } = pages[own];
    const labels = Object.fromEntries(Object.entries(truth).filter(([, texts]) => texts.length > 0));
    const others = [first, ...siblings].filter((id) => id !== own).slice(0, SIBLINGS);
    const learned = learn({ html, url, labels, siblings: others.map((id) => ({ html: pages[id].html })) });
    if (learned.ok) for (const id of test) tryPage(learned.template, pages[id], `${site} ${own} ${id}`);
  }
}

function tryPage(template, { html, truth }, where) {
  const { values, proofs } = extract(template, html);
  for (const [name, texts] of Object.entries(values)) {
    const [text = "", ...more] = texts;
    const [proof, ...further] = proofs[name];
    if (more.length + further.length > 0 || proof?.htmlAttribute !== undefined || text === "") continue;
    if (!truth[name]?.some((right) => bare(right) === bare(text)) || html.slice(proof.start, proof.end).includes("<")) continue;
    judge("emptied", { template, html: without(html, proof), name, text, where });
    const row = rowAround(html, proof.start);
    if (row) judge("without its row", { template, html: without(html, row), name, text, where });
  }
}

function judge(kind, { template, html, name, text, where }) {
  const count = counts[kind];
  const given = extract(template, html).values[name];
  count.tried += 1;
  if (given === undefined) count.withheld += 1;
  else if (given.length === 0) count["said empty"] += 1;
  else if (given.length === 1 && bare(given[0]) === bare(text)) count["same text elsewhere"] += 1;
  else {
    count.wrong += 1;
    if (left-- > 0) console.log(`${kind}: ${where} ${name} ${JSON.stringify(text)} → ${JSON.stringify(given)}`);
  }
}

function without(html, { start, end }) {
  return html.slice(0, start) + html.slice(end);
}

function bare(text) {
  return text.normalize("NFC").replace(/\s+/g, "");
}

/** From the nearest start tag of a row before the value to its end tag. */
function rowAround(html, at) {
  const [start] = [...html.slice(0, at).matchAll(/<(tr|li|p|dd|div)\b[^>]*>/gi)].slice(-1);
  if (!start) return undefined;
  const endTag = html.toLowerCase().indexOf(`</${start[1].toLowerCase()}`, at);
  const end = html.indexOf(">", endTag) + 1;
  return endTag < 0 || end === 0 || end - start.index > LONGEST_ROW ? undefined : { start: start.index, end };
}
