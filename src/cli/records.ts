import { exportOf } from "../server/exports/formats.js";
import { type RecordQuery, type RecordRow, recordsSince } from "../store/record.js";
import { countFound, MOST_COUNTED, type RecordFilter } from "../store/record-search.js";
import type { AppContext } from "./app-context.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import type { Out } from "./out.js";
import { showRecord } from "./record-history.js";
import { clipped, table } from "./table.js";

const FORMATS = ["table", "jsonl", "csv"] as const;
type Format = (typeof FORMATS)[number];

const MOST_IN_TABLE = 200;
const MOST_SEARCHED = 400;
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
      help: "table unless given; in csv, what a spreadsheet would take for a formula gets an apostrophe",
    },
    id: { value: "ID", help: "one record only, with its history and what proves it" },
    raw: { help: "with csv: cells as they are, for programs" },
  },
  async run({ source, search, since, format: written, raw, id }, tools) {
    if (id !== undefined) return showRecord(id, tools);
    const format = formatOf(written ?? (tools.out.isJson ? "jsonl" : "table"), tools);
    if (tools.out.isJson && format !== "jsonl") tools.reject("--json and --format contradict each other.");
    if ((search ?? "").length > MOST_SEARCHED) tools.reject(`--search takes at most ${MOST_SEARCHED} characters.`);
    const begin = since === undefined ? new Date(0) : timeOf(since, tools);
    const context = await tools.open();
    const sourceId = source === undefined ? undefined : (await context.source(source)).id;
    const query = { ...(sourceId !== undefined && { sourceId }), ...(search !== undefined && { search }) };
    await print({ format, isRaw: raw, asked: { ...query, since: begin } }, context, tools);
    return EXIT_DONE;
  },
};

/** A day that is none, such as February 31, would be taken for one of the next month. */
function timeOf(written: string, { reject }: Tools): Date {
  const [day] = /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(written) ?? [];
  const [midnight, time] = [new Date(`${day}T00:00Z`), new Date(written)];
  const isDay =
    !Number.isNaN(time.getTime()) && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${day}T`);
  return isDay ? time : reject(`--since takes a day such as 2026-01-31, or a time of it; “${written}” is none.`);
}

function formatOf(written: string, { reject }: Tools): Format {
  return FORMATS.find((format) => format === written) ?? reject(`--format takes ${FORMATS.join(", ")}; “${written}” is none.`);
}

type Asked = Omit<RecordQuery, "since" | "afterId" | "limit"> & { readonly since: Date };

const filterOf = ({ sourceId, search, since }: Asked): RecordFilter => ({
  q: search ?? null,
  sourceId: sourceId ?? null,
  state: "any",
  since,
  until: null,
});

interface Wanted {
  readonly format: Format;
  readonly isRaw: boolean;
  readonly asked: Asked;
}

async function print({ format, isRaw, asked }: Wanted, { pool }: AppContext, { out }: Tools): Promise<void> {
  if (format === "table") {
    const rows = await recordsSince(pool, { ...asked, afterId: "0", limit: MOST_IN_TABLE });
    out.print(rows, () => tableOf(rows).join("\n"));
    if (rows.length === MOST_IN_TABLE) noteRest(await countFound(pool, filterOf(asked)), out);
  } else {
    for await (const lines of exportOf(pool, filterOf(asked), { format, isRaw })) out.data(lines);
  }
}

function noteRest(count: number, out: Out): void {
  const all = count > MOST_COUNTED ? `more than ${MOST_COUNTED}` : count;
  if (count > MOST_IN_TABLE) out.note(`The first ${MOST_IN_TABLE} of ${all} records are shown; --format csv or jsonl gives all.`);
}

const attributesOf = (rows: readonly RecordRow[]): string[] => [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];

function tableOf(rows: readonly RecordRow[]): string[] {
  if (rows.length === 0) return ["There are no such records."];
  const names = attributesOf(rows);
  const isEarlier = ({ values, withheld }: RecordRow, name: string): boolean => name in withheld && !!values[name]?.length;
  const cell = (row: RecordRow, name: string): string => {
    const texts = row.values[name] ?? [];
    if (texts.length === 0) return row.withheld[name] ? `(${row.withheld[name].class})` : "";
    return clipped(texts.join("; "), CLIP) + (isEarlier(row, name) ? " *" : "");
  };
  const lines = table([
    { head: "record", cells: rows.map(({ id }) => id) },
    { head: "state", cells: rows.map(({ state, isProvisional }) => (isProvisional ? `${state}, provisional` : state)) },
    ...names.map((name) => ({ head: name, cells: rows.map((row) => cell(row, name)) })),
  ]);
  const hasEarlier = rows.some((row) => names.some((name) => isEarlier(row, name)));
  return hasEarlier ? [...lines, "", "* read earlier; withheld when its page was last read"] : lines;
}
