/** Real pages with truth, where the folder of data stands beside the project. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const DATA = fileURLToPath(new URL("../../../shared/data/", import.meta.url));
const SETS = ["swde", "publications", "recipes-siblings"];
const END = ".json.gz";

/** None without the folder. */
export function realSites() {
  return SETS.filter((set) => existsSync(DATA + set)).flatMap((set) =>
    readdirSync(DATA + set)
      .filter((name) => name.endsWith(END))
      .sort()
      .map((name) => ({ set, site: name.slice(0, -END.length) })),
  );
}

export function realSite({ set, site }) {
  const {
    pages,
    learn,
    siblings = [],
    test = [],
  } = JSON.parse(gunzipSync(readFileSync(`${DATA + set}/${site}${END}`)).toString("utf8"));
  const page = (id) => ({ html: pages[id].html.replace(/^\uFEFF/, ""), truth: pages[id].truth });
  return { key: page(learn), siblings: siblings.map(page), tests: test.map(page) };
}
