/** The pages speed is measured on: real ones where the data folder stands beside the project, else those of the demo's site. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const SITES = fileURLToPath(new URL("../../shared/data/swde/", import.meta.url));
const PAGES_PER_SITE = 8;
const SIBLINGS = 10;

/**
 * Sites with the texts of at most `limit` pages, as many of every site, and a word on where they are from. A site also
 * has a lesson to learn (html, labels, siblings) and the records known of its pages.
 */
export async function benchSites(limit = Number.POSITIVE_INFINITY) {
  const hasSites = existsSync(SITES);
  const sites = hasSites ? realSites() : await demoSites();
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

/** The bundled institutions, each in both its designs. */
async function demoSites() {
  const { institute } = await import("../dist/demo/institute.js");
  const { library } = await import("../dist/demo/library.js");
  const { observatory } = await import("../dist/demo/observatory.js");
  return [institute, library, observatory].flatMap((institution) =>
    ["old", "new"].map((design) => demoSite(institution, design)),
  );
}

function demoSite({ papers, key, paper, truthOf }, design) {
  const own = papers.find(({ id }) => id === key);
  const others = papers.filter((each) => each !== own && each.kind === own.kind);
  const html = (each) => flat(paper(each, design));
  return {
    texts: papers.map(html),
    lesson: {
      html: html(own),
      labels: truthOf(own),
      siblings: others.slice(0, SIBLINGS).map((each) => ({ html: html(each) })),
    },
    known: papers.map(truthOf),
  };
}

/** As a page comes from the network: without byte order mark, decoded anew, so that Latin letters take one byte each. */
function flat(html) {
  return Buffer.from(html.replace(/^\uFEFF/, "")).toString("utf8");
}
