import type { StoredTemplate } from "../api/template.js";
import { type Extraction, extract, extractList, type ListExtraction } from "../core/index.js";
import { csvHeads, csvLine } from "../server/exports/csv.js";
import { type Command, PAGE, TEMPLATE, type Tools } from "./command.js";
import { EXIT_DONE, EXIT_WITHHELD } from "./exit-code.js";
import { describeRecords, listJson } from "./list-output.js";
import type { Emphasise } from "./out.js";

const FORMATS = ["table", "json", "jsonl", "csv"] as const;
type Format = (typeof FORMATS)[number];

export const extractCommand: Command<"template", "format", "page", "why" | "strict" | "raw"> = {
  summary: "Read the values of pages by a template; what is not proved is withheld, with the reason.",
  example: "bartree extract paper.json pages/*.html --format csv",
  operands: { template: TEMPLATE, page: { ...PAGE, several: true } },
  options: {
    format: {
      value: FORMATS.join("|"),
      help: "how to print; in csv, what a spreadsheet would take for a formula gets an apostrophe",
    },
    why: { help: "in the table: also where each value stands and which kinds of rules agreed" },
    strict: { help: "exit with 6 if a value is withheld, or a record of a list rejected" },
    raw: { help: "CSV cells exactly as they are, for programs" },
  },
  async run({ template: path, page: addresses, format: written, why, strict, raw }, tools) {
    const { read, out } = tools;
    const format = formatOf(written, tools);
    const stored = await read.template(path);
    const printer = printerOf(format, { stored, why, raw, isSeveral: addresses.length > 1 }, tools);
    let isWhole = true;
    for (const [index, address] of addresses.entries()) {
      out.progress(index, addresses.length, "reading page");
      const read = readPage(stored, address, await tools.read.page(address));
      out.progress(addresses.length, addresses.length, "");
      isWhole &&= !isLacking(read);
      printer.page(read);
    }
    printer.end?.();
    return strict && !isWhole ? EXIT_WITHHELD : EXIT_DONE;
  },
};

function formatOf(written: string | undefined, { out, reject }: Tools): Format {
  if (written === undefined) return out.isJson ? "jsonl" : "table"; // of one page, JSON lines are one object
  const format =
    FORMATS.find((each) => each === written) ?? reject(`--format is one of ${FORMATS.join(", ")}; “${written}” is none.`);
  if (out.isJson && format !== "json" && format !== "jsonl") reject("--json and --format contradict each other.");
  return format;
}

/** One page as read, with its name in the call. */
type Read = { address: string } & ({ kind: "page"; extraction: Extraction } | { kind: "list"; extraction: ListExtraction });

function readPage(stored: StoredTemplate, address: string, html: string): Read {
  if (stored.kind === "page") return { address, kind: "page", extraction: extract(stored.template, html) };
  return { address, kind: "list", extraction: extractList(stored.template, { html }) };
}

function isLacking(read: Read): boolean {
  if (read.kind === "page") return Object.keys(read.extraction.withheld).length > 0;
  return read.extraction.withheld.length + read.extraction.rejected.length > 0;
}

type Printer = { page(read: Read): void; end?(): void };
type Settings = { stored: StoredTemplate; why: boolean; raw: boolean; isSeveral: boolean };

function printerOf(format: Format, settings: Settings, { out }: Tools): Printer {
  const { isSeveral } = settings;
  const objects: object[] = [];
  switch (format) {
    case "table":
      return { page: (read) => out.print(read, (_, emphasise) => describe(read, settings, emphasise)) };
    case "json":
      return {
        page: (read) => objects.push(jsonOf(read, isSeveral)),
        end: () => out.json(isSeveral ? objects : objects[0]),
      };
    case "jsonl":
      return { page: (read) => out.json(jsonOf(read, isSeveral)) };
    case "csv":
      return csvPrinter(settings, (cells) => out.data(csvLine(cells, settings.raw)));
  }
}

function jsonOf(read: Read, isSeveral: boolean): object {
  const object = read.kind === "page" ? read.extraction : listJson(read.extraction);
  return isSeveral ? { page: read.address, ...object } : object;
}

/** One line per page, the last cell naming what is withheld, or one line per record of a list with the record's link. */
function csvPrinter({ stored }: Settings, print: (cells: readonly string[]) => void): Printer {
  const names = stored.kind === "page" ? stored.template.attributes : stored.template.attributes.map(({ name }) => name);
  const hasOwnLink = stored.kind === "list" && !names.includes("link");
  print(csvHeads(["page"], names, stored.kind === "page" ? ["withheld"] : hasOwnLink ? ["link"] : []));
  return {
    page(read) {
      if (read.kind === "page") {
        const { values, withheld } = read.extraction;
        print([read.address, ...names.map((name) => (values[name] ?? []).join("; ")), Object.keys(withheld).join("; ")]);
      } else {
        for (const { values, link } of read.extraction.records) {
          print([read.address, ...names.map((name) => values[name] ?? ""), ...(hasOwnLink ? [link ?? ""] : [])]);
        }
      }
    },
  };
}

function describe(read: Read, { why, isSeveral, stored }: Settings, emphasise: Emphasise): string {
  const head = isSeveral ? [emphasise(read.address)] : [];
  const lines = read.kind === "page" ? describeValues(read.extraction, stored, why) : describeRecords(read.extraction, emphasise);
  return [...head, ...lines, ...(isSeveral ? [""] : [])].join("\n");
}

function describeValues({ values, withheld, proofs, agreed }: Extraction, stored: StoredTemplate, why: boolean): string[] {
  const names = [...Object.keys(values), ...Object.keys(withheld)];
  const width = Math.max(...names.map((name) => name.length));
  const order = stored.kind === "page" ? stored.template.attributes : names;
  return order.flatMap((name) => {
    const line = (text: string, i: number): string => `${(i === 0 ? name : "").padEnd(width)}  ${text}`;
    const reason = withheld[name];
    if (reason) return [line(`(withheld, ${reason.class}) ${reason.reason}`, 0)];
    const texts = values[name] ?? [];
    if (texts.length === 0) return [line("(none)", 0)];
    const shown = texts.map((text, i) => line(text.replaceAll("\n", `\n${" ".repeat(width + 2)}`), i));
    if (!why) return shown;
    const spans = (proofs[name] ?? []).map(
      ({ start, end, htmlAttribute }) => `${start}–${end}${htmlAttribute ? ` (${htmlAttribute})` : ""}`,
    );
    return [...shown, line(`at ${spans.join(", ")}; agreed: ${(agreed[name] ?? []).join(", ")}`, 1)];
  });
}
