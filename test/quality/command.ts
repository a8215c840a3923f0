/** `npm run quality`: what is read of the corpus today, as a table; `--site NAME` cell by cell; `--pin` makes it the floor. */
import { parseArgs } from "node:util";
import { hasSharedData } from "../shared-data.js";
import { DIFFICULTIES, type Difficulty } from "./difficulties.js";
import { count, type Floors, type Moves, moved, pinOf, readFloors, writeFloors } from "./floors.js";
import { movedKit, readKitFloors, scoreKit, writeKitFloors } from "./kit.js";
import { type Cell, scoreSite } from "./score.js";
import { loadSite, type Site, siteNames } from "./site.js";

export function run(args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: { site: { type: "string" }, pin: { type: "boolean" }, lower: { type: "boolean" } },
  });
  if (values.site !== undefined) return showSite(values.site);
  const scored = siteNames()
    .map(loadSite)
    .map((site) => ({ site, cells: scoreSite(site) }));
  showTable(
    "site",
    scored.map(({ site, cells }) => [site.name, cells]),
  );
  console.log();
  showTable("shows", difficultiesOf(scored));
  console.log();
  showTable("", [
    ["all", scored.flatMap(({ cells }) => cells)],
    ["without what was labelled", scored.flatMap(({ cells }) => cells.filter(({ isLabelled }) => !isLabelled))],
  ]);
  return values.pin || values.lower ? pin(scored, values.lower === true) : 0;
}

interface Scored {
  readonly site: Site;
  readonly cells: readonly Cell[];
}

function difficultiesOf(scored: readonly Scored[]): [string, Cell[]][] {
  return (Object.keys(DIFFICULTIES) as Difficulty[]).map((difficulty) => [
    difficulty,
    scored.filter(({ site }) => site.shows.includes(difficulty)).flatMap(({ cells }) => cells),
  ]);
}

function showTable(head: string, rows: readonly (readonly [string, readonly Cell[]])[]): void {
  const width = Math.max(...rows.map(([name]) => name.length));
  const line = (name: string, cells: readonly (string | number)[]): string =>
    name.padEnd(width) + cells.map((cell) => String(cell).padStart(10)).join("");
  console.log(line(head, ["cells", "right", "absent", "refused", "withheld", "wrong"]));
  for (const [name, cells] of rows) {
    const counts = (["right", "absent", "refused", "withheld", "wrong"] as const).map((outcome) => count(cells, outcome) || "·");
    console.log(line(name, [cells.length, ...counts]));
  }
}

function showSite(name: string): number {
  if (!siteNames().includes(name)) {
    console.error(`There is no site ${name} in test/quality/sites.`);
    return 2;
  }
  const site = loadSite(name);
  console.log(`${site.name}: ${site.about}\n`);
  for (const { name, outcome, right, given, reason } of scoreSite(site)) {
    const shown = (texts: Cell["given"] | Cell["right"]): string =>
      Array.isArray(texts) ? texts.join(" | ") || "(absent)" : String(texts);
    console.log(`${outcome.padEnd(9)} ${name.padEnd(36)} ${shown(right)}`);
    if (outcome === "wrong") console.log(`${" ".repeat(10)}${"given".padEnd(36)} ${shown(given)}`);
    if (outcome === "withheld") console.log(`${" ".repeat(10)}${"because".padEnd(36)} ${reason}`);
  }
  return 0;
}

/** Writes the floors; where a cell got worse only if that is meant. */
function pin(scored: readonly Scored[], mayLower: boolean): number {
  const before = readFloors();
  const after: Floors = Object.fromEntries(scored.map(({ site, cells }) => [site.name, pinOf(site, cells)]));
  const changed = Object.keys(after).filter((name) => before[name]?.digest !== after[name]?.digest);
  if (changed.length) console.log(`New or changed, so not compared: ${changed.join(", ")}`);
  const moves = Object.entries(after).flatMap(([name, now]) => {
    const was = before[name];
    return was?.digest === now.digest ? [named(name, moved(was, now))] : [];
  });
  const kit = hasSharedData ? scoreKit() : undefined;
  if (kit) moves.push(named("kit", movedKit(readKitFloors(), kit)));
  for (const cell of moves.flatMap(({ better }) => better)) console.log(`better: ${cell}`);
  const worse = moves.flatMap(({ worse }) => worse);
  for (const cell of worse) console.log(`worse: ${cell}`);
  if (worse.length && !mayLower) {
    console.error(
      "Not pinned: some cells got worse. If that is meant, run npm run quality -- --lower and say why in the commit.",
    );
    return 1;
  }
  writeFloors(after);
  if (kit) writeKitFloors(kit);
  console.log("Pinned in test/quality.");
  return 0;
}

const named = (name: string, { worse, better }: Moves): Moves => ({
  worse: worse.map((cell) => `${name}: ${cell}`),
  better: better.map((cell) => `${name}: ${cell}`),
});
