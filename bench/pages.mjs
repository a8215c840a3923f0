/** The pages speed is measured on: real ones where the data folder stands beside the project, else the demo's own. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const SITES = fileURLToPath(new URL("../../shared/data/swde/", import.meta.url));
const DEMO = fileURLToPath(new URL("../src/demo/pages/", import.meta.url));
const PAGES_PER_SITE = 8;
const SIBLINGS = 10;

/**
 * Sites with the texts of at most `limit` pages, as many of every site, and a word on where they are from. A site also
 * has a lesson to learn (html, labels, siblings) and the records known of its pages.
 */
export function benchSites(limit = Number.POSITIVE_INFINITY) {
  const hasSites = existsSync(SITES);
  const sites = hasSites ? realSites() : [demoSite()];
  let left = limit;
  const shown = sites.map((site) => {
    const texts = site.texts.slice(0, left);
    left -= texts.length;
    return { ...site, texts };
  });
  return {
    from: hasSites ? "real pages of ../shared/data/swde" : "the demo's pages",
    sites: shown.filter(({ texts }) => texts.length > 0),
  };
}

function realSites() {
  return readdirSync(SITES)
    .filter((name) => name.endsWith(".json.gz"))
    .sort()
    .map((name) => {
      const { pages, learn, siblings, attributes } = JSON.parse(gunzipSync(readFileSync(SITES + name)).toString("utf8"));
      const html = (id) => flat(pages[id].html);
      const record = (id) => Object.fromEntries(attributes.map((attribute) => [attribute, pages[id].truth[attribute] ?? []]));
      const ids = Object.keys(pages).sort().slice(0, PAGES_PER_SITE);
      return {
        texts: ids.map(html),
        lesson: {
          html: html(learn),
          labels: record(learn),
          siblings: siblings.slice(0, SIBLINGS).map((id) => ({ html: html(id) })),
        },
        known: ids.map(record),
      };
    });
}

/** Without labels of anyone: the longest texts of the first page, the other pages as siblings. */
function demoSite() {
  const texts = readdirSync(DEMO)
    .filter((name) => name.endsWith(".html"))
    .sort()
    .map((name) => flat(readFileSync(DEMO + name, "utf8")));
  const shown = [...texts[0].matchAll(/>([^<>&]{4,60})</g)].map(([, text]) => text.trim()).filter((text) => text !== "");
  const labels = shown.sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, 3);
  const record = Object.fromEntries(labels.map((label, i) => [`value${i + 1}`, [label]]));
  const siblings = texts.slice(1).map((html) => ({ html }));
  return { texts, lesson: { html: texts[0], labels: record, siblings }, known: [record] };
}

/** As a page comes from the network: without byte order mark, decoded anew, so that Latin letters take one byte each. */
function flat(html) {
  return Buffer.from(html.replace(/^\uFEFF/, "")).toString("utf8");
}
