/**
 * Rows that one has instead of a labelled page: `npm run bench:known [-- --site a,b]`. For ten sites of ../shared/data/sites five
 * rows of truth are looked for on the pages that the site's list leads to, without any page being named; what is learnt from
 * the pages found reads all record pages, beside what the labelled page of the set-up reads. Both have ten siblings.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { buildIfStale } from "../scripts/build.mjs";

const DATA = fileURLToPath(new URL("../../shared/data/sites", import.meta.url));
const SITES = "beritafmi,ccid,drupalcz,glass,iphoc,kaitai,neps,openehr,reps,usfmath";
const [ROWS, SIBLINGS] = [5, 10];

const { values: options } = parseArgs({ options: { site: { type: "string", default: SITES } } });
if (!existsSync(DATA)) {
  console.error("bench: the whole sites are not here; they are expected in ../shared/data/sites.");
  process.exit(2);
}
await buildIfStale();
const core = await import("../dist/core/index.js");
const { findKnownRows, knownLabels, knownLinks } = await import("../dist/harvester/set-up/known-rows.js");
const { nextLinks } = await import("../dist/harvester/find/next-links.js");
const { SourceSettings } = await import("../dist/api/source.js");

const plain = (text) => text.normalize("NFC").replace(/\s+/gu, " ").trim();
const isSame = (given, truth) => JSON.stringify(given.map(plain).sort()) === JSON.stringify(truth.map(plain).sort());

/** The site as a visitor meets it: redirects are followed, what is not there is not there. */
function pageAt({ pages, origin }, address) {
  const { pathname, search } = new URL(address);
  const page = pages[pathname + search] ?? pages[decodeURI(pathname) + search];
  if (page?.location) return pageAt({ pages, origin }, new URL(page.location, address).href);
  const body = page?.body ?? (page?.base64 === undefined ? undefined : Buffer.from(page.base64, "base64").toString());
  return body === undefined || page.status >= 400 ? undefined : { html: body, url: address };
}

/** Those with most values, evenly spread. */
function rowsOf({ records, truth, setup }) {
  const names = Object.keys(setup.attributes);
  const size = (page) => names.filter((name) => truth[page]?.[name]?.length).length;
  const most = Math.max(...records.map(size));
  const full = records.filter((page) => size(page) === most);
  const chosen = Array.from({ length: Math.min(ROWS, full.length) }, (_, i) => full[Math.floor((i * full.length) / ROWS)]);
  return chosen.map((page) => Object.fromEntries(names.map((name) => [name, truth[page][name] ?? []])));
}

async function foundRows(site) {
  const lists = site.setup.lists.map((path) => site.origin + path);
  const work = {
    knownLinks: async (asked) => knownLinks(asked),
    knownLabels: async (asked) => knownLabels(asked),
    nextLinks: async (asked) => nextLinks(asked),
    page: async (address) => {
      const found = pageAt(site, address);
      return found && { address, bytes: new TextEncoder().encode(found.html), charset: "utf-8" };
    },
  };
  return findKnownRows(rowsOf(site), SourceSettings.parse({ discovery: { lists } }), work);
}

function score(site, labelled) {
  const { records, truth, setup, origin } = site;
  const counts = { cells: 0, exact: 0, bad: 0, given: 0 };
  const [own, ...further] = labelled;
  const taken = new Set(labelled.map(({ url }) => url));
  const siblings = records
    .map((page) => pageAt(site, origin + page))
    .filter((page) => page && !taken.has(page.url))
    .slice(0, SIBLINGS);
  const learned = own ? core.learn({ ...own, further, siblings }) : { ok: false };
  for (const page of records) {
    const { values } = learned.ok ? core.extract(learned.template, pageAt(site, origin + page).html) : { values: {} };
    for (const name of Object.keys(setup.attributes)) {
      const [given, right] = [values[name] ?? [], truth[page]?.[name] ?? []];
      if (right.length) counts.cells++;
      if (given.length) counts.given++;
      if (given.length && isSame(given, right)) counts.exact++;
      else if (given.length || (values[name] && right.length)) counts.bad++;
    }
  }
  return counts;
}

const percent = (part, whole) => (whole ? ((100 * part) / whole).toFixed(2) : "-").padStart(7);
console.log("site        rows found  lists  pages | labelled: recall %  bad % | known: recall %  bad %");
const totals = { labelled: { recall: 0, bad: 0 }, known: { recall: 0, bad: 0 } };
const names = options.site.split(",");
for (const name of names) {
  const site = JSON.parse(brotliDecompressSync(readFileSync(join(DATA, `${name}.json.br`))).toString());
  const labels = site.truth[site.setup.page];
  const shown = Object.fromEntries(Object.keys(site.setup.attributes).flatMap((each) => (labels[each]?.length ? [[each, labels[each]]] : [])));
  const byLabels = score(site, [{ ...pageAt(site, site.origin + site.setup.page), labels: shown }]);
  const found = await foundRows(site);
  const byRows = score(
    site,
    found.labelled.map(({ address, labels: own }) => ({ ...pageAt(site, address), url: address, labels: own })),
  );
  for (const [kind, { cells, exact, bad, given }] of [["labelled", byLabels], ["known", byRows]]) {
    totals[kind].recall += exact / cells / names.length;
    totals[kind].bad += bad / Math.max(1, given) / names.length;
  }
  const told = ({ cells, exact, bad, given }) => `${percent(exact, cells)} ${percent(bad, given)}`;
  console.log(
    `${name.padEnd(12)} ${found.labelled.length} of ${ROWS} ${String(found.lists).padStart(9)} ${String(found.pages).padStart(6)} |  ${told(byLabels)} |  ${told(byRows)}`,
  );
}
for (const [kind, { recall, bad }] of Object.entries(totals))
  console.log(`mean, ${kind}: recall ${percent(recall, 1).trim()} %, bad ${percent(bad, 1).trim()} %`);
