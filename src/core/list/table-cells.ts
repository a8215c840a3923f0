/** The cells of a table row by column: a cell that reaches over several rows or columns takes its place in each of them. */
import { attributesAt } from "../page/attributes.js";
import type { Reading } from "../tree/reading.js";
import { tagWord } from "../tree/tag-words.js";
import { shownChildren } from "./group.js";

/** Per column the cell that begins there, null where one from the left or from above goes on. */
export type CellRow = readonly (number | null)[];

const MOST_COLUMNS = 64; // a row with more is taken as it is written
const MOST_SPAN = 1000; // the Standard's own limit for columns
const rowsOf = new WeakMap<Reading, Map<number, CellRow>>();

export function isCell(word: string): boolean {
  return word === "td" || word === "th";
}

export function columnSpan(reading: Reading, cell: number): number {
  return spanOf(reading, cell, "colspan");
}

function spanOf({ tree, page }: Reading, cell: number, name: "colspan" | "rowspan"): number {
  const written = attributesAt(page.html, page.start[tree.element[cell]!]!).get(name); // a cell is never implied
  return Math.min(MOST_SPAN, Math.max(1, Number.parseInt(written ?? "1", 10) || 1));
}

export function rowOf(reading: Reading, row: number): CellRow {
  const rows = rowsOf.get(reading) ?? new Map<number, CellRow>();
  rowsOf.set(reading, rows);
  if (!rows.has(row)) layOut(reading, reading.tree.parent[row]!, rows);
  return rows.get(row) ?? [];
}

/** All rows of one section from the top, for what reaches down is known only then. */
function layOut(reading: Reading, section: number, rows: Map<number, CellRow>): void {
  let open: number[] = []; // per column, for how many rows more a cell from above goes on
  for (const row of shownChildren(reading, section)) {
    if (tagWord(reading.tree, row) !== "tr") continue;
    const cells = shownChildren(reading, row).filter((child) => isCell(tagWord(reading.tree, child)));
    const columns: (number | null)[] = [];
    const next: number[] = [];
    const passOver = (): void => {
      while (open[columns.length]) {
        next[columns.length] = open[columns.length]! - 1;
        columns.push(null);
      }
    };
    for (const cell of cells) {
      passOver();
      const height = spanOf(reading, cell, "rowspan");
      for (let i = columnSpan(reading, cell), at: number | null = cell; i > 0 && columns.length <= MOST_COLUMNS; i--, at = null) {
        next[columns.length] = height - 1;
        columns.push(at);
      }
    }
    passOver();
    open = columns.length > MOST_COLUMNS ? [] : next;
    rows.set(row, columns.length > MOST_COLUMNS ? cells : columns);
  }
}
