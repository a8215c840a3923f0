/**
 * What is read today, kept to compare with tomorrow: a change that shall only make things faster must not change one line.
 *
 *   npm run bench:freeze -- write FILE [--core DIR] [--set a,b] [--limit n]
 *   npm run bench:freeze -- compare BEFORE AFTER
 *
 * `write` goes through the accuracy kit's pages (../shared/data): it learns, extracts, checks, heals and reads lists as the
 * kit does, and writes one JSON line per page and step: values, proofs, the class of what is withheld, verdicts. Every set
 * ends with a line of its digest. `--core` takes another build of the library (a folder with index.js), to freeze an older
 * state with this script. `compare` lists each difference as set, site, step, page, attribute, before, after and ends with 1
 * if there is one. Times are not part of it.
 */
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { buildIfStale } from "../scripts/build.mjs";

const DATA = fileURLToPath(new URL("../../shared/data", import.meta.url));
const MOST_SHOWN = 200; // characters of a value in a listed difference

const digestOf = (text) => createHash("sha256").update(text).digest("hex");
const trip = (template) => JSON.parse(JSON.stringify(template)); // as if it had been stored
const pageOf = ({ html, url }) => ({ html: html.replace(/^\uFEFF/, ""), ...(url && { url }) });
const labelsOf = (truth, names) =>
  Object.fromEntries(names.flatMap((name) => (truth[name]?.length ? [[name, truth[name]]] : [])));

// ---------------------------------------------------------------- the steps, each with what it gives by attribute

/** Cells of one page: attribute → what is said of it. */
function cellsOf({ values, withheld, proofs }) {
  const cells = {};
  for (const name of Object.keys(values)) cells[name] = { values: values[name], proofs: proofs[name] };
  for (const [name, { class: kind }] of Object.entries(withheld)) cells[name] = { withheld: kind };
  return cells;
}

const checkCells = ({ verdict, sets, case: change, at, attributes }) => ({ verdict, sets, case: change, at, attributes });

/** A template by its digest: it may change while what is read does not, and the difference shall show. */
const templateCells = ({ template, ...rest }) => ({ ...rest, ...(template && { template: digestOf(JSON.stringify(template)) }) });

function steps(core, write) {
  const learn = (file, from) => {
    const { truth, ...page } = from.pages[from.learn];
    const learned = core.learn({
      ...pageOf(page),
      labels: labelsOf(truth, file.attributes),
      siblings: (from.siblings ?? []).map((id) => pageOf(from.pages[id])),
    });
    write("learn", from.learn, templateCells(learned));
    return learned.ok ? trip(learned.template) : undefined;
  };
  const readAll = (template, pages, suffix = "") => {
    for (const [id, page] of Object.entries(pages)) {
      const { html } = pageOf(page);
      write(`extract${suffix}`, id, cellsOf(core.extract(template, html)));
      write(`check${suffix}`, id, checkCells(core.check(template, html)));
    }
  };
  const pages = (file) => {
    const template = learn(file, file);
    if (template) readAll(template, file.pages);
  };
  const beforeAndAfter = (file) => {
    const { before, after } = file;
    const template = learn(file, before);
    if (!template) return;
    readAll(template, after.pages, " by the old template");
    const known = [before.learn, ...(before.siblings ?? [])].map((id) => labelsOf(before.pages[id].truth, file.attributes));
    const healed = core.heal(template, { pages: Object.values(after.pages).map(pageOf), known });
    write("heal", "", templateCells(healed));
    if (healed.ok) readAll(trip(healed.template), after.pages, " by the healed template");
  };
  const readList = (template, page, suffix = "") => {
    const { records, withheld, rejected } = core.extractList(template, page);
    write(`extractList${suffix}`, "", { ...records, withheld, rejected });
    const known = records.map(({ identity, values }) => ({ identity, values }));
    write(`checkList${suffix}`, "", core.checkList(template, { ...page, known, before: page.html }));
  };
  const lists = (file) => {
    const page = pageOf(file.page);
    const learned = core.learnList({ ...page, records: file.learnRecords });
    write("learnList", "", templateCells(learned));
    if (!learned.ok) return;
    const template = trip(learned.template);
    readList(template, page);
    const known = file.truth.map((values) => ({ identity: null, values }));
    write("checkList of what a person knows", "", core.checkList(template, { ...page, known }));
    const healed = core.healList(template, { pages: [{ url: "", ...page }], known });
    write("healList", "", templateCells(healed));
    if (healed.ok) readList(trip(healed.template), page, " by the healed template");
  };
  return (file) => (file.page ? lists : file.before ? beforeAndAfter : pages)(file);
}

// ---------------------------------------------------------------- the pages of the kit

const unpacked = (path) => JSON.parse(gunzipSync(readFileSync(join(DATA, path))).toString("utf8"));

/** One file of a set, with the pages that it keeps in another. */
function fileOf(set, name) {
  const file = unpacked(join(set, name));
  for (const part of [file.before, file.after]) {
    if (!part?.ref) continue;
    const { pages } = unpacked(`${part.ref}.json.gz`);
    part.pages = Object.fromEntries((part.ids ?? [part.learn, ...part.siblings]).map((id) => [id, pages[id]]));
  }
  return file;
}

const packedIn = (set) =>
  readdirSync(join(DATA, set))
    .filter((name) => name.endsWith(".json.gz"))
    .sort();

const setsOfKit = () =>
  readdirSync(DATA, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && packedIn(entry.name).length > 0)
    .map(({ name }) => name)
    .sort();

async function write(path, { core: folder, set: wanted, limit }) {
  if (!existsSync(DATA)) throw new Error("the kit's pages are not here; they are expected in ../shared/data");
  if (folder === undefined) await buildIfStale();
  const library =
    folder === undefined ? new URL("../dist/core/index.js", import.meta.url) : pathToFileURL(resolve(folder, "index.js"));
  const core = await import(library.href);
  const out = openSync(path, "w");
  for (const set of wanted?.split(",") ?? setsOfKit()) {
    const sum = createHash("sha256");
    for (const name of packedIn(set).slice(0, limit === undefined ? undefined : Number(limit))) {
      const file = fileOf(set, name);
      steps(core, (step, page, cells) => {
        const line = `${JSON.stringify({ set, site: file.site, step, page, cells })}\n`;
        sum.update(line);
        writeSync(out, line);
      })(file);
    }
    const digest = sum.digest("hex");
    writeSync(out, `${JSON.stringify({ set, digest })}\n`);
    console.log(`${set.padEnd(24)} ${digest}`);
  }
  closeSync(out);
}

// ---------------------------------------------------------------- two such files

/** [set, site, step, page, attribute] → what is said there, as JSON. */
function saidIn(path) {
  const said = new Map();
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const { set, site, step, page, cells } = line === "" ? {} : JSON.parse(line);
    for (const [name, cell] of Object.entries(cells ?? {}))
      said.set([set, site, step, page, name].join("\t"), JSON.stringify(cell));
  }
  return said;
}

const shown = (text) => (text === undefined ? "(not said)" : text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

function compare(before, after) {
  const [then, now] = [saidIn(before), saidIn(after)];
  const different = [...new Set([...then.keys(), ...now.keys()])].filter((place) => then.get(place) !== now.get(place));
  for (const place of different) console.log([place, shown(then.get(place)), shown(now.get(place))].join("\t"));
  console.log(`${different.length} of ${then.size} differ`);
  return different.length ? 1 : 0;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { core: { type: "string" }, set: { type: "string" }, limit: { type: "string" } },
});
const [act, first, second] = positionals;
if (act === "write" && first) await write(first, values);
else if (act === "compare" && first && second) process.exitCode = compare(first, second);
else {
  console.error("usage: freeze.mjs write FILE [--core DIR] [--set a,b] [--limit n] | compare BEFORE AFTER");
  process.exitCode = 2;
}
