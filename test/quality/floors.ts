/** What we read today, pinned cell by cell: it may get better, and then the pin must follow; it may not get worse. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Cell, Outcome } from "./score.js";
import { digestOf, type Site } from "./site.js";

export interface Pin {
  readonly digest: string; // of the site's files
  readonly right: number;
  readonly absent: number;
  readonly refused: number;
  readonly wrong: readonly string[]; // names of cells; those that are named nowhere are right
  readonly withheld: readonly string[];
}

export type Floors = Readonly<Record<string, Pin>>; // by the site's name

export interface Moves {
  readonly worse: readonly string[];
  readonly better: readonly string[];
}

const FILE = join(import.meta.dirname, "today.json");

export const readFloors = (): Floors => JSON.parse(readFileSync(FILE, "utf8")) as Floors;
export const writeFloors = (floors: Floors): void => writeFileSync(FILE, `${JSON.stringify(floors, null, 2)}\n`);

export const count = (cells: readonly Cell[], outcome: Outcome): number =>
  cells.filter((cell) => cell.outcome === outcome).length;

export function pinOf(site: Site, cells: readonly Cell[]): Pin {
  const named = (outcome: Outcome): string[] => cells.filter((cell) => cell.outcome === outcome).map(({ name }) => name);
  return {
    digest: digestOf(site),
    right: count(cells, "right"),
    absent: count(cells, "absent"),
    refused: count(cells, "refused"),
    wrong: named("wrong"),
    withheld: named("withheld"),
  };
}

/** Right before withheld, withheld before wrong. */
function rank(pin: Pin, cell: string): number {
  if (pin.wrong.includes(cell)) return 0;
  return pin.withheld.includes(cell) ? 1 : 2;
}

/** Between two readings of the same site. */
export function moved(before: Pin, after: Pin): Moves {
  const cells = [...new Set([before, after].flatMap(({ wrong, withheld }) => [...wrong, ...withheld]))];
  const change = (cell: string): number => rank(after, cell) - rank(before, cell);
  return { worse: cells.filter((cell) => change(cell) < 0), better: cells.filter((cell) => change(cell) > 0) };
}
