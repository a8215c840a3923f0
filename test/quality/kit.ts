/** A small fixed part of the real pages beside the project (test/shared-data.ts), read and judged like the corpus. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DataPage, dataFile } from "../shared-data.js";
import { count, type Moves } from "./floors.js";
import { type Cell, scoreSite } from "./score.js";
import type { Site, Values } from "./site.js";

/** Of every set some, chosen by their names before anything was measured on them: one or two of every kind. */
const PART: Readonly<Record<string, readonly string[]>> = {
  swde: [
    ...["auto-cars", "book-borders", "camera-ecost", "job-dice", "movie-yahoo"],
    ...["nbaplayer-espn", "restaurant-fodors", "restaurant-gayot", "university-embark", "university-usnews"],
  ],
  "recipes-siblings": [
    ...["altonbrown.com", "bakels.com.au", "cook-talk.com", "grimgrains.com", "kookjij.nl"],
    ...["okokorecepten.nl", "polishfoodies.com", "recipeland.com", "themodernproper.com", "usapears.org"],
  ],
  publications: ["biorxiv.org", "hal.science", "iopscience.iop.org", "journals.aps.org"],
  "court-lists": [
    ...["delctcompl_example", "illappct_example_2", "iowa_example_2", "nmariana_example"],
    ...["nyag_example", "ohioctapp_4_example", "scotus_example", "vt_criminal_example"],
  ],
};

export interface KitCounts {
  readonly right: number; // with those rightly said to be absent
  readonly withheld: number;
  readonly wrong: number;
}

export type KitFloors = Readonly<Record<string, KitCounts>>;

const FILE = join(import.meta.dirname, "kit-today.json");

export const readKitFloors = (): KitFloors => JSON.parse(readFileSync(FILE, "utf8")) as KitFloors;
export const writeKitFloors = (floors: KitFloors): void => writeFileSync(FILE, `${JSON.stringify(floors, null, 2)}\n`);

export function scoreKit(): KitFloors {
  return Object.fromEntries(
    Object.entries(PART).map(([set, names]) => [set, countsOf(names.flatMap((name) => scoreSite(kitSite(set, name))))]),
  );
}

const countsOf = (cells: readonly Cell[]): KitCounts => ({
  right: count(cells, "right") + count(cells, "absent"),
  withheld: count(cells, "withheld"),
  wrong: count(cells, "wrong"),
});

function kitSite(set: string, name: string): Site {
  const file = dataFile(set, name);
  const common = { name, about: "", shows: ["ordinary" as const], isUnordered: true };
  if (file.page && file.truth)
    return { ...common, labelled: "page", right: { page: [...file.truth] }, pages: { page: file.page.html } };
  const pages = file.pages ?? {};
  const read = [file.learn, ...(file.test ?? [])];
  return {
    ...common,
    labelled: file.learn,
    siblings: file.siblings ?? [],
    right: Object.fromEntries(read.map((id) => [id, truthOf(file.attributes, pages[id])])),
    pages: Object.fromEntries(Object.entries(pages).map(([id, { html }]) => [id, html.replace(/^\uFEFF/, "")])),
  };
}

function truthOf(attributes: readonly string[], page: DataPage | undefined): Values {
  return Object.fromEntries(
    attributes.map((attribute) => [attribute, page?.truth[attribute]?.length ? page.truth[attribute] : null]),
  );
}

export function movedKit(before: KitFloors, after: KitFloors): Moves {
  const worse: string[] = [];
  const better: string[] = [];
  for (const [set, now] of Object.entries(after)) {
    const was = before[set] ?? now;
    if (now.right !== was.right)
      (now.right < was.right ? worse : better).push(`${set}: ${was.right} right before, ${now.right} now`);
    if (now.wrong !== was.wrong)
      (now.wrong > was.wrong ? worse : better).push(`${set}: ${was.wrong} wrong before, ${now.wrong} now`);
  }
  return { worse, better };
}
