import { csvLine } from "../server/exports/csv.js";
import { type RecordQuery, type RecordRow, recordsSince } from "../store/record.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { showRecord } from "./record-history.js";
import { clipped, table } from "./table.js";
import type { Workshop } from "./workshop.js";

const FORMATS = ["table", "jsonl", "csv"] as const;
type Format = (typeof FORMATS)[number];

const BATCH = 200;
const MOST_IN_TABLE = 200;
const CLIP = 40;

export const recordsCommand: Command<never, "source" | "search" | "since" | "format" | "id", never, "raw"> = {
  summary: "Read and export the records: those of a source, those with a word, those changed since a day.",
  example: "bartree records --source rivers --since 2026-01-01 --format csv",
  operands: {},
  options: {
    source: { value: "SOURCE", help: "of this source only" },
    search: { value: "TEXT", help: "with all of these words" },
    since: { value: "DATE", help: "changed since this day or time" },
    format: {
      value: "table|jsonl|csv",
      help: "table unless given; in csv, a cell that a spreadsheet would take for a formula gets an apostrophe",
    },
    id: { value: "ID", help: "one record only, with its history and what proves it" },
    raw: { help: "with csv: cells as they are, for programs" },
  },
  async run({ source, search, since, format: written, raw, id }, tools) {
    if (id !== undefined) return showRecord(id, tools);
    const format = formatOf(written ?? (tools.out.isJson ? "jsonl" : "table"), tools);
    const begin = since === undefined ? new Date(0) : new Date(since);
    if (Number.isNaN(begin.getTime())) tools.reject(`--since takes a day such as 2026-01-31; “${since}” is none.`);
    const workshop = await tools.open();
    const sourceId = source === undefined ? undefined : (await workshop.source(source)).id;
    const query = { ...(sourceId !== undefined && { sourceId }), ...(search !== undefined && { search }) };
    await print(format, raw, inBatches(workshop, { ...query, since: begin }), tools);
    return EXIT_DONE;
  },
};

function formatOf(written: string, { reject }: Tools): Format {
  return FORMATS.find((format) => format === written) ?? reject(`--format takes ${FORMATS.join(", ")}; “${written}” is none.`);
}

async function* inBatches({ pool }: Workshop, query: Omit<RecordQuery, "afterId" | "limit">): AsyncGenerator<RecordRow[]> {
  let [since, afterId] = [query.since, "0"];
  for (;;) {
    const rows = await recordsSince(pool, { ...query, since, afterId, limit: BATCH });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    [since, afterId] = [last.updatedAt, last.id];
  }
}

async function print(format: Format, isRaw: boolean, batches: AsyncGenerator<RecordRow[]>, { out }: Tools): Promise<void> {
  if (format === "jsonl") {
    for await (const rows of batches) for (const row of rows) out.data(`${JSON.stringify(jsonOf(row))}\n`);
  } else if (format === "csv") await printCsv(isRaw, batches, (line) => out.data(line));
  else {
    const rows: RecordRow[] = [];
    for await (const batch of batches) {
      rows.push(...batch.slice(0, MOST_IN_TABLE - rows.length));
      if (rows.length >= MOST_IN_TABLE) break;
    }
    out.data(`${tableOf(rows).join("\n")}\n`);
  }
}

function jsonOf({ id, address, identity, state, values, withheld, isProvisional, createdAt, updatedAt }: RecordRow): object {
  return { id, address: address ?? identity, state, values, withheld, provisional: isProvisional, createdAt, updatedAt };
}

/** The attributes of the first batch make the columns; records of other attributes are found with --source, one by one. */
async function printCsv(isRaw: boolean, batches: AsyncGenerator<RecordRow[]>, print: (line: string) => void): Promise<void> {
  let names: readonly string[] | undefined;
  for await (const rows of batches) {
    if (!names) {
      names = attributesOf(rows);
      print(csvLine(["address", "state", ...names, "withheld", "provisional", "updated"], isRaw));
    }
    for (const { address, identity, state, values, withheld, isProvisional, updatedAt } of rows) {
      const cells = names.map((name) => (values[name] ?? []).join("; "));
      const rest = [Object.keys(withheld).join("; "), isProvisional ? "yes" : "", updatedAt.toISOString()];
      print(csvLine([address ?? identity, state, ...cells, ...rest], isRaw));
    }
  }
}

const attributesOf = (rows: readonly RecordRow[]): string[] => [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];

function tableOf(rows: readonly RecordRow[]): string[] {
  if (rows.length === 0) return ["There are no such records."];
  const names = attributesOf(rows);
  const cell = ({ values, withheld }: RecordRow, name: string): string => {
    const texts = values[name] ?? [];
    return texts.length > 0 ? clipped(texts.join("; "), CLIP) : withheld[name] ? `(${withheld[name].class})` : "";
  };
  return table([
    { head: "record", cells: rows.map(({ id }) => id) },
    { head: "state", cells: rows.map(({ state, isProvisional }) => (isProvisional ? `${state}, provisional` : state)) },
    ...names.map((name) => ({ head: name, cells: rows.map((row) => cell(row, name)) })),
  ]);
}
