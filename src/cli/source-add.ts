import { errorReport, refuse } from "../api/errors.js";
import { SourceName, type SourceSettings } from "../api/source.js";
import { extract, extractList } from "../core/index.js";
import { htmlOf } from "../fetch/charset.js";
import { pageBytes } from "../harvester/read/page-bytes.js";
import { isPage, visitor } from "../harvester/read/visit.js";
import { labelledPage } from "../harvester/set-up/labelled-bytes.js";
import { fetchLabelled, keepSource, learnListSource, learnSource, rekeySource, type SetUp } from "../harvester/set-up/set-up.js";
import type { NewVersion } from "../store/template.js";
import type { AppContext } from "./app-context.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { knownSettings, settingsWithRows } from "./known-rows.js";
import { labelFaults } from "./label-faults.js";
import { KNOWN_OPTION } from "./label-options.js";
import { failure, recordsOf } from "./learn-list.js";
import { unsettledOf } from "./learn-report.js";
import { describeRecords, listJson } from "./list-output.js";
import type { Emphasise } from "./out.js";
import { FINDING_OPTIONS, labelsOf, listSettings, parsed, SOURCE_LABEL_OPTIONS, settingsFromCall } from "./source-labels.js";
import { clipped, table } from "./table.js";

type Finding = "list-url" | "sitemap" | "keep" | "drop" | "drop-parameter" | "volatile";
type Single = "next" | "next-number" | "depth" | "max-pages" | "schedule" | "zone" | "warn" | "delay";

export const sourceAddCommand: Command<"name", Single | "page" | "known", Finding> = {
  summary: "Add a source: label one page of it, name the list that links to it, and its other pages are found and read.",
  example:
    'bartree source add rivers https://example.org/reports/88 --label title="On Silt" --list-url https://example.org/reports/',
  operands: {
    name: { value: "NAME", help: "what the source is called from now on" },
    page: {
      value: "PAGE",
      help: "the address of the labelled page, or a JSON file with all settings of the source",
      optional: true,
    },
  },
  options: {
    ...SOURCE_LABEL_OPTIONS,
    ...FINDING_OPTIONS,
    ...KNOWN_OPTION,
  },
  async run(call, tools) {
    const { data: name, error } = SourceName.safeParse(call.name);
    if (name === undefined) return refuse("source-invalid", `“${call.name}” is no name for one: ${error.issues[0]?.message}`);
    const { page, known } = call;
    if ((page === undefined) === (known === undefined)) return tools.reject("Give a labelled PAGE or --known ROWS, one of them.");
    if (page === undefined) return addKnown(name, call, tools);
    const settings = hasRecords(tools) ? await listSettings(page, call, tools) : await settingsFromCall(page, call, tools);
    const context = await tools.open();
    return settle(context, settings, tools, async (setUp) => {
      const { templateVersion } = await keepSource(context, name, setUp);
      return { name, version: templateVersion ?? 1 };
    });
  },
};

type AddCall = Parameters<typeof sourceAddCommand.run>[0];

/** Rows instead of labels: their pages are found first. */
async function addKnown(name: string, call: AddCall, tools: Tools): Promise<number> {
  const rows = await tools.read.rows(call.known ?? "");
  const searched = knownSettings(call, tools);
  const context = await tools.open();
  const visit = visitor(context.door, searched, context.signal);
  const settings = await settingsWithRows(rows, searched, {
    knownLinks: (asked) => context.threads.call("knownLinks", asked),
    knownLabels: (asked) => context.threads.call("knownLabels", asked),
    nextLinks: (asked) => context.threads.call("nextLinks", asked),
    page: async (address) => {
      const fetched = await visit(address);
      return isPage(fetched) ? pageBytes(fetched) : undefined;
    },
  });
  return settle(context, settings, tools, async (setUp) => {
    const { templateVersion } = await keepSource(context, name, setUp);
    return { name, version: templateVersion ?? 1 };
  });
}

const hasRecords = ({ given }: Tools): boolean => given.some(({ option }) => option === "record");

type Kept = { name: string; version: number };
type Keep = (setUp: Pick<SetUp, "settings" | "version">) => Promise<Kept>;

/** Learns, keeps and tells, or tells why nothing was learnt. */
async function settle(context: AppContext, settings: SourceSettings, tools: Tools, keep: Keep): Promise<number> {
  if (settings.records.length > 0 && settings.key)
    return refuse("source-invalid", "it has a key and records; a list that holds its records whole has no key");
  if (settings.records.length > 0) return settleList(context, settings, tools, keep);
  const setUp = await learnt(context, settings, tools);
  return typeof setUp === "number" ? setUp : tell(tools, { ...(await keep(setUp)), setUp });
}

/** A list whose records are complete needs no final pages. */
async function settleList(context: AppContext, settings: SourceSettings, tools: Tools, keep: Keep): Promise<number> {
  const { page, learned } = await learnListSource(context, settings);
  const html = htmlOf(page);
  if (!learned.ok) return tools.out.fail(failure(learned, settings.records, html, tools.reject));
  const extraction = extractList(learned.template, { html, url: page.address });
  const { delimiters } = learned;
  const version: NewVersion = {
    origin: "labels",
    standing: "confirmed",
    note: `a list of ${extraction.records.length} records on its first page`,
    templates: [{ role: "record", variant: 1, stored: { kind: "list", template: learned.template, delimiters } }],
  };
  const kept = await keep({ settings, version });
  const attributes = learned.template.attributes.map((attribute) => attribute.name);
  const told = { source: kept.name, version: kept.version, standing: version.standing, attributes, ...listJson(extraction) };
  tools.out.print(told, (_, emphasise) =>
    [`The source “${kept.name}” is kept.`, "", ...describeRecords(extraction, emphasise)].join("\n"),
  );
  return EXIT_DONE;
}

export const sourceRekeyCommand: Command<"name" | "page", never, "volatile"> = {
  summary: "Label a source anew: its template is learnt again from this page, and a deferred source goes on.",
  example: 'bartree source rekey rivers https://example.org/reports/91 --label title="Slow Water"',
  operands: {
    name: { value: "NAME", help: "a source" },
    page: { value: "ADDRESS", help: "the address of the labelled page" },
  },
  options: SOURCE_LABEL_OPTIONS,
  async run({ name, page }, tools) {
    const context = await tools.open();
    const source = await context.source(name);
    const settings = await relabelled(source.settings, page, tools);
    return settle(context, settings, tools, async (setUp) => ({ name, version: await rekeySource(context, source, setUp) }));
  },
};

async function relabelled(settings: SourceSettings, page: string, tools: Tools): Promise<SourceSettings> {
  if (hasRecords(tools)) {
    const { discovery } = settings;
    const lists = [page, ...discovery.lists.filter((list) => list !== page)];
    return parsed({ ...settings, key: null, records: await recordsOf(tools), discovery: { ...discovery, lists } });
  }
  const [key, ...further] = await labelsOf(page, tools);
  return parsed({ ...settings, records: [], key: { ...key, further } });
}

/** What was learnt, or the exit code after telling why nothing was. */
async function learnt(context: AppContext, settings: SourceSettings, { out }: Tools): Promise<SetUp | number> {
  const { key } = settings;
  if (!key) return refuse("source-invalid", "it has neither a key, the labelled page, nor records of a list");
  const pages = await fetchLabelled(context, settings, key);
  const [fault, ...faults] = pages.flatMap(({ label, page }) =>
    labelFaults({ ...labelledPage(label, htmlOf(page)), address: label.address }),
  );
  if (fault) {
    const exitCode = out.fail(fault, faults.length > 0 ? { further: faults } : {});
    for (const each of faults) out.remark(each);
    return exitCode;
  }
  const setUp = await learnSource(context, settings, pages);
  if ("version" in setUp) return setUp;
  const unsettled = unsettledOf(setUp.problems, htmlOf(pages[0].page));
  for (const { note } of unsettled) out.remark(note);
  return out.fail(errorReport(setUp.code), { unsettled });
}

function tell({ out }: Tools, { name, version, setUp }: { name: string; version: number; setUp: SetUp }): number {
  const { template, problems } = setUp.learned;
  const siblings = setUp.siblings.map((sibling) => {
    const { values, withheld } = extract(template, htmlOf(sibling));
    return { page: sibling.address, values, withheld };
  });
  const [example] = setUp.leftOut;
  const notes = [
    ...unsettledOf(problems, htmlOf(setUp.pages[0].page)).map(({ note }) => note),
    ...(example === undefined ? [] : [errorReport("pages-left-out", setUp.leftOut.length, example)]),
    ...setUp.notes,
  ];
  const { standing, note } = setUp.version;
  const { found } = setUp;
  const told = { template, siblings, found, note: standing === "provisional" ? `for now: ${note}` : (note ?? standing) };
  out.print({ source: name, version, standing, attributes: template.attributes, found, siblings, notes }, (_, emphasise) =>
    describe(name, told, emphasise),
  );
  for (const each of notes) out.remark(each);
  return EXIT_DONE;
}

type Told = {
  template: SetUp["learned"]["template"];
  siblings: readonly { page: string; values: Record<string, readonly string[]>; withheld: Record<string, { class: string }> }[];
  found: SetUp["found"];
  note: string;
};

const CLIP = 34;

function describe(name: string, { template, siblings, found, note }: Told, emphasise: Emphasise): string {
  const cell = ({ values, withheld }: Told["siblings"][number], attribute: string): string => {
    if (withheld[attribute]) return `(${withheld[attribute].class})`;
    return values[attribute]?.length ? clipped(values[attribute].join("; "), CLIP) : "(none)";
  };
  const lines = [`The source “${name}” is kept; its template was learnt ${note}.`];
  if (found.lists > 0)
    lines.push(
      `${found.lists} list pages were looked at, with links to ${found.links} pages; ${found.looked} of those were tried.`,
    );
  if (siblings.length > 0) {
    const [head = "", ...rows] = table([
      { head: "page", cells: siblings.map(({ page }) => page.split("/").at(-1) ?? page) },
      ...template.attributes.map((attribute) => ({
        head: attribute,
        cells: siblings.map((sibling) => cell(sibling, attribute)),
      })),
    ]);
    lines.push("", emphasise(head), ...rows);
  }
  return lines.join("\n");
}
