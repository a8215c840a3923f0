/** The pages of one example, written beside each other: SOURCE/page/PAGE/MODE/PLACEMENT or SOURCE/group/NUMBER[/PAGE]. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { changed } from "../changes/change.mjs";
import { makePage, variantOf } from "../corpus/page.mjs";
import { makeSource } from "../corpus/source.mjs";
import { pageIndexes, variantFor } from "../measure/groups.mjs";
import { SCALES, sourceGroups } from "./units.mjs";

export function show(name, { seed, scale }, folder) {
  const [source, what, number, ...rest] = name.split("/");
  const own = makeSource(seed, Number(source));
  const { variant, kinds, index } =
    what === "page" ? pageExample(own, seed, number, rest) : groupExample(own, { seed, scale }, number, rest);
  mkdirSync(folder, { recursive: true });
  const paths = Object.entries({ before: variantOf(own), after: variant }).map(([when, each]) => {
    const path = join(folder, `${when}.html`);
    writeFileSync(path, makePage(own, each, index).html);
    return path;
  });
  return `${kinds.join(", ")}: ${paths.join(" → ")}`;
}

function pageExample(source, seed, page, [mode, placement]) {
  return { ...changed(source, { mode, placement, seed: [seed, "page", source.index, Number(page)] }), index: Number(page) };
}

function groupExample(source, { seed, scale }, group, [page = "0"]) {
  const own = sourceGroups(SCALES[scale], source.index)[Number(group)];
  return {
    ...variantFor(source, own, [seed, "group", source.index, Number(group)]),
    index: pageIndexes(Number(group))[Number(page)],
  };
}
