/** Exports: all records that fit, line by line as they come from the database; nothing is held that grows with them. */
import type { RecordFilter } from "../../store/record-search.js";
import { attributesFound, type FoundRecord, foundAfter } from "../../store/record-search.js";
import type { ServerTools } from "../tools.js";
import { csvHeads, csvLine } from "./csv.js";

const BATCH = 500;

export interface Export {
  readonly mediaType: string;
  readonly extension: string;
  readonly lines: AsyncIterable<string>;
}

export function exportOf(
  tools: Pick<ServerTools, "pool">,
  filter: RecordFilter,
  format: "csv" | "jsonl",
  isRaw: boolean,
): Export {
  return format === "csv"
    ? { mediaType: "text/csv; charset=utf-8", extension: "csv", lines: csv(tools, filter, isRaw) }
    : { mediaType: "application/x-ndjson; charset=utf-8", extension: "jsonl", lines: jsonLines(tools, filter) };
}

async function* csv(tools: Pick<ServerTools, "pool">, filter: RecordFilter, isRaw: boolean): AsyncIterable<string> {
  const names = await attributesFound(tools.pool, filter);
  const heads = csvHeads(["id", "source", "address", "state"], names, ["withheld", "provisional", "updated"]);
  yield `\ufeff${csvLine(heads, isRaw)}`; // spreadsheets know UTF-8 by the mark
  for await (const rows of batches(tools, filter)) {
    yield rows
      .map((row) =>
        csvLine(
          [
            row.id,
            row.sourceName,
            row.address ?? "",
            row.state,
            ...names.map((name) => (row.values[name] ?? []).join("; ")),
            Object.keys(row.withheld).join("; "),
            row.isProvisional ? "yes" : "",
            row.updatedAt.toISOString(),
          ],
          isRaw,
        ),
      )
      .join("");
  }
}

async function* jsonLines(tools: Pick<ServerTools, "pool">, filter: RecordFilter): AsyncIterable<string> {
  for await (const rows of batches(tools, filter)) {
    yield rows
      .map(
        ({ id, sourceName, address, state, values, withheld, isProvisional, updatedAt }) =>
          `${JSON.stringify({ id, source: sourceName, address, state, values, withheld, isProvisional, updatedAt })}\n`,
      )
      .join("");
  }
}

/** By id, batch after batch: a record that changes meanwhile would jump ahead of a walk back in time, and be missing. */
async function* batches({ pool }: Pick<ServerTools, "pool">, filter: RecordFilter): AsyncIterable<FoundRecord[]> {
  for (let after = "0"; ; ) {
    const rows: FoundRecord[] = await foundAfter(pool, filter, after, BATCH);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}
