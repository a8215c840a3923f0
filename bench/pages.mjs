/** The pages speed is measured on: real ones where the data folder stands beside the project, else the demo's own. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const SITES = fileURLToPath(new URL("../../shared/data/swde/", import.meta.url));
const DEMO = fileURLToPath(new URL("../src/demo/pages/", import.meta.url));
const PAGES_PER_SITE = 8;

/** Texts of at most `limit` pages, as many of every site, and a word on where they are from. */
export function benchPages(limit = Number.POSITIVE_INFINITY) {
  const hasSites = existsSync(SITES);
  const texts = hasSites ? sitePages() : demoPages();
  return { from: hasSites ? "real pages of ../shared/data/swde" : "the demo's pages", texts: texts.slice(0, limit).map(flat) };
}

function sitePages() {
  return readdirSync(SITES)
    .filter((name) => name.endsWith(".json.gz"))
    .sort()
    .flatMap((name) => {
      const { pages } = JSON.parse(gunzipSync(readFileSync(SITES + name)).toString("utf8"));
      return Object.keys(pages)
        .sort()
        .slice(0, PAGES_PER_SITE)
        .map((id) => pages[id].html);
    });
}

function demoPages() {
  return readdirSync(DEMO)
    .filter((name) => name.endsWith(".html"))
    .sort()
    .map((name) => readFileSync(DEMO + name, "utf8"));
}

/** As a page comes from the network: without byte order mark, decoded anew, so that Latin letters take one byte each. */
function flat(html) {
  return Buffer.from(html.replace(/^\uFEFF/, "")).toString("utf8");
}
