/**
 * Whole real sites, read by the library alone: `npm run bench:sites [-- --core DIR] [--site a,b] [--turn n] [--json FILE]`.
 *
 * Each site of ../shared/data/sites is learnt from its labelled page with the first ten other record pages as siblings, and
 * from `--turn` other labelled pages, and all its record pages are read. Per site and attribute: cells that are exact, wrong
 * (whatever is given and not exact), withheld though displayed, with their classes, and what is said or not said of absent
 * ones. How the pages are found is no part of it. `--json` writes every cell, to compare two builds (`--core`).
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { buildIfStale } from "../scripts/build.mjs";

const DATA = fileURLToPath(new URL("../../shared/data/sites", import.meta.url));
const SIBLINGS = 10;

const { values: options } = parseArgs({
  options: {
    core: { type: "string" },
    site: { type: "string" },
    turn: { type: "string", default: "2" },
    json: { type: "string" },
  },
});
if (!options.core) await buildIfStale();
const folder = options.core ? resolve(options.core) : fileURLToPath(new URL("../dist/core", import.meta.url));
const core = await import(pathToFileURL(join(folder, "index.js")).href);

const plain = (text) => text.normalize("NFC").replace(/\s+/gu, " ").trim();
const isSame = (given, truth) => JSON.stringify(given.map(plain).sort()) === JSON.stringify(truth.map(plain).sort());

/** The labelled pages a site is learnt from: the one of its set-up, then others that show as much, spread over the site. */
function labelledPages({ setup, records, truth }, turns) {
  const names = Object.keys(setup.attributes);
  const shown = (page) => names.filter((name) => truth[page]?.[name]?.length).length;
  const most = Math.max(...records.map(shown));
  const full = records.filter((page) => page !== setup.page && shown(page) === most);
  return [setup.page, ...Array.from({ length: turns }, (_, i) => full[Math.floor(((i + 1) * full.length) / (turns + 1))])];
}

function cellsOf(site, labelled) {
  const { setup, records, truth, pages, origin } = site;
  const names = Object.keys(setup.attributes);
  const htmlOf = (page) => ({
    html: pages[page].body ?? Buffer.from(pages[page].base64, "base64").toString(),
    url: origin + page,
  });
  const labels = {};
  const htmlAttributes = {};
  for (const name of names) {
    if (!truth[labelled][name]?.length) continue;
    labels[name] = truth[labelled][name];
    if (setup.attributes[name].attr) htmlAttributes[name] = setup.attributes[name].attr;
  }
  const siblings = records
    .filter((page) => page !== labelled)
    .slice(0, SIBLINGS)
    .map(htmlOf);
  const learned = core.learn({ ...htmlOf(labelled), labels, htmlAttributes, siblings });
  const template = learned.ok ? JSON.parse(JSON.stringify(learned.template)) : undefined;
  return records.flatMap((page) => {
    const read = template && core.extract(template, htmlOf(page).html);
    return names.map((name) => {
      const given = read?.values[name];
      const reason = read ? read.withheld[name]?.class : learned.code;
      return { page, name, truth: truth[page][name] ?? [], ...(given ? { given } : { reason: reason ?? "not-learnt" }) };
    });
  });
}

function classOf({ truth, given, reason }) {
  if (reason) return truth.length ? "withheld" : "absentKept";
  if (isSame(given, truth)) return truth.length ? "exact" : "rightEmpty";
  return given.length ? "wrong" : "falseEmpty";
}

const CLASSES = ["exact", "wrong", "falseEmpty", "withheld", "rightEmpty", "absentKept"];
const countClasses = (cells) => CLASSES.map((each) => cells.filter((cell) => cell.class === each).length);
const all = [];
const line = (...words) => console.log(words.map((word, i) => String(word).padEnd(i ? 11 : 26)).join(""));
line("", ...CLASSES);
for (const file of readdirSync(DATA).filter((each) => each.endsWith(".json.br"))) {
  const site = JSON.parse(brotliDecompressSync(readFileSync(join(DATA, file))).toString());
  if (options.site && !options.site.split(",").includes(site.name)) continue;
  for (const [turn, labelled] of labelledPages(site, Number(options.turn)).entries()) {
    const cells = cellsOf(site, labelled).map((cell) => ({ site: site.name, turn, ...cell, class: classOf(cell) }));
    all.push(...cells);
    line(`${site.name} ${turn}`, ...countClasses(cells));
    for (const name of Object.keys(site.setup.attributes)) {
      const own = cells.filter((cell) => cell.name === name);
      const reasons = {};
      for (const { reason } of own) if (reason) reasons[reason] = (reasons[reason] ?? 0) + 1;
      if (own.some((cell) => !["exact", "rightEmpty"].includes(cell.class)))
        line(
          `    ${name}`,
          ...countClasses(own),
          Object.entries(reasons)
            .map((each) => each.join(" "))
            .join(", "),
        );
    }
  }
}
line("all", ...countClasses(all));
if (options.json) writeFileSync(options.json, all.map((cell) => `${JSON.stringify(cell)}\n`).join(""));
