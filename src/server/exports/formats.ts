/** Exports: all records that fit, line by line as they come from the database; nothing is held that grows with them. */
import { jsonLine } from "../../core/text/visible.js";
import type { Db } from "../../store/db.js";
import { attributesFound, type FoundRecord, foundAfter, type RecordFilter } from "../../store/record-search.js";
import { csvHeads, csvLine } from "./csv.js";

const BATCH = 500;

/** `mark`: in front of CSV that is saved as a file, since spreadsheets know UTF-8 by it. */
export interface Form {
  readonly format: "csv" | "jsonl";
  readonly isRaw: boolean;
  readonly mark?: string;
}

export function exportOf(db: Db, filter: RecordFilter, { format, isRaw, mark = "" }: Form): AsyncIterable<string> {
  return format === "csv" ? csv(db, filter, isRaw, mark) : jsonLines(db, filter);
}

async function* csv(db: Db, filter: RecordFilter, isRaw: boolean, mark: string): AsyncIterable<string> {
  const names = await attributesFound(db, filter);
  yield mark + csvLine(csvHeads(["id", "source", "address", "state"], names, ["withheld", "provisional", "updated"]), isRaw);
  for await (const rows of batches(db, filter)) yield rows.map((row) => csvLine(cellsOf(row, names), isRaw)).join("");
}

function cellsOf(row: FoundRecord, names: readonly string[]): string[] {
  const { id, sourceName, address, state, values, withheld, isProvisional, updatedAt } = row;
  const cells = names.map((name) => (values[name] ?? []).join("; "));
  const rest = [Object.keys(withheld).join("; "), isProvisional ? "yes" : "", updatedAt.toISOString()];
  return [id, sourceName, address ?? "", state, ...cells, ...rest];
}

async function* jsonLines(db: Db, filter: RecordFilter): AsyncIterable<string> {
  for await (const rows of batches(db, filter)) yield rows.map((row) => jsonLine(jsonOf(row))).join("");
}

function jsonOf({ id, sourceName: source, address, state, values, withheld, ...rest }: FoundRecord): object {
  const { isProvisional: provisional, createdAt, updatedAt } = rest;
  return { id, source, address, state, values, withheld, provisional, createdAt, updatedAt };
}

/** By id, batch after batch: a record that changes meanwhile would jump ahead of a walk back in time, and be missing. */
async function* batches(db: Db, filter: RecordFilter): AsyncIterable<FoundRecord[]> {
  for (let after = "0"; ; ) {
    const rows = await foundAfter(db, filter, after, BATCH);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}
