import { errorReport, refuse } from "../api/errors.js";
import { templateText } from "../api/template.js";
import { learn } from "../core/index.js";
import { nextLinks } from "../harvester/find/next-links.js";
import { knownLabels, knownLinks } from "../harvester/set-up/known-rows.js";
import { labelledPage } from "../harvester/set-up/labelled-bytes.js";
import { type Command, OUTPUT, PAGE, REGION, type Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { knownSettings, settingsWithRows } from "./known-rows.js";
import { labelFaults } from "./label-faults.js";
import { KNOWN_OPTION, LABEL_OPTIONS } from "./label-options.js";
import { labelledPages, type NamedPage } from "./labelled-pages.js";
import { learnListPage } from "./learn-list.js";
import { describeLearnt, reportOf, unsettledOf } from "./learn-report.js";
import type { ReadPage } from "./read-pages.js";
import { readPages } from "./read-pages.js";
import { writeWhole } from "./write-file.js";

const MOST_SIBLINGS = 50;

export const learnCommand: Command<"output", "page" | "known", "sibling" | "volatile" | "list-url", "list"> = {
  summary: "Learn a template from the values of a page; it reads them from every other page of the kind.",
  example: 'bartree learn paper.html --label title="On Bars" --label authors="A. Author" --sibling other/*.html -o paper.json',
  operands: { page: { ...PAGE, optional: true } },
  options: {
    ...LABEL_OPTIONS,
    also: { ...LABEL_OPTIONS.also, value: "PAGE" },
    region: { ...LABEL_OPTIONS.region, ...REGION, help: LABEL_OPTIONS.region.help },
    sibling: { value: "PAGE", several: true, help: "an unlabelled page of the same kind; ten are plenty" },
    list: { help: "the page is a list: label two neighbouring records with --record" },
    record: { value: "NAME=TEXT,NAME=TEXT", several: true, help: "with --list: one record, its values parted by commas" },
    ...KNOWN_OPTION,
    "list-url": { value: "ADDRESS", several: true, help: "with --known: a list page that leads to the pages of the rows" },
    output: OUTPUT,
  },
  async run(call, tools) {
    const { page, known } = call;
    if ((page === undefined) === (known === undefined)) return tools.reject("Give a labelled PAGE or --known ROWS, one of them.");
    if (page === undefined) return learnKnown(call, tools);
    const isList = call.list || tools.given.some(({ option }) => option === "record");
    return isList ? learnListPage({ ...call, page }, tools) : learnPage({ ...call, page }, tools);
  },
};

type PageCall = { page: string; output: string; sibling: readonly string[]; volatile: readonly string[] };

async function learnPage(call: PageCall, tools: Tools): Promise<number> {
  return learnFrom(await labelledPages(call.page, tools), call, tools);
}

/** Every page that shows one of the rows is a labelled one. */
async function learnKnown(
  call: Omit<PageCall, "page"> & { known?: string; "list-url": readonly string[] },
  tools: Tools,
): Promise<number> {
  const rows = await tools.read.rows(call.known ?? "");
  const finding = { ...call, sitemap: [], keep: [], drop: [], "drop-parameter": [] };
  const read = new Map<string, string>();
  const { key } = await settingsWithRows(rows, knownSettings(finding, tools), {
    knownLinks: async (asked) => knownLinks(asked),
    knownLabels: async (asked) => knownLabels(asked),
    nextLinks: async (asked) => nextLinks(asked),
    page: async (address) => {
      const html = await tools.read.page(address).catch(() => undefined); // one page less says nothing of the others
      if (html === undefined) return undefined;
      read.set(address, html);
      return { address, bytes: new TextEncoder().encode(html), charset: "utf-8" };
    },
  });
  const labelled = key ? [key, ...key.further] : [];
  return learnFrom(
    labelled.map((label) => ({ ...labelledPage(label, read.get(label.address) ?? ""), address: label.address })),
    call,
    tools,
  );
}

async function learnFrom(
  pages: readonly NamedPage[],
  { output, sibling, volatile }: Omit<PageCall, "page">,
  tools: Tools,
): Promise<number> {
  const { out } = tools;
  if (sibling.length > MOST_SIBLINGS) refuse("too-many-siblings", sibling.length, MOST_SIBLINGS);
  const [fault, ...faults] = pages.flatMap(labelFaults);
  if (fault) {
    const exitCode = out.fail(fault, faults.length > 0 ? { further: faults } : {});
    for (const each of faults) out.remark(each);
    return exitCode;
  }
  const siblings = await readPages(sibling, tools);
  const learned = learn(inputOf(pages, siblings, volatile));
  const [first] = pages as [NamedPage, ...NamedPage[]];
  if (!learned.ok) {
    const unsettled = unsettledOf(learned.problems, first.html);
    for (const each of unsettled) out.remark(each.note);
    return out.fail(errorReport(learned.code), { unsettled });
  }
  const { template, problems } = learned;
  const learnt = { by: "labels" as const, siblings: siblings.length, further: pages.length - 1, unconfirmed: false };
  const report = reportOf({ template, problems, pages, siblings, output });
  await writeWhole(output, templateText({ kind: "page", template, learnt }));
  out.print(report, describeLearnt);
  for (const note of report.notes) out.remark(note);
  return EXIT_DONE;
}

function inputOf(pages: readonly NamedPage[], siblings: readonly ReadPage[], volatile: readonly string[]) {
  const [first, ...further] = pages.map(({ address: _, ...page }) => page) as [NamedPage, ...NamedPage[]];
  return { ...first, further, siblings, volatile };
}
