import { errorReport, refuse } from "../api/errors.js";
import { templateText } from "../api/template.js";
import { learn } from "../core/index.js";
import { type Command, OUTPUT, PAGE, REGION, type Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { labelFaults } from "./label-faults.js";
import { LABEL_OPTIONS } from "./label-options.js";
import { labelledPages, type NamedPage } from "./labelled-pages.js";
import { learnListPage } from "./learn-list.js";
import { describeLearnt, reportOf, unsettledOf } from "./learn-report.js";
import type { ReadPage } from "./read-pages.js";
import { readPages } from "./read-pages.js";
import { writeWhole } from "./write-file.js";

const MOST_SIBLINGS = 50;

export const learnCommand: Command<"page" | "output", never, "sibling" | "volatile", "list"> = {
  summary: "Learn a template from the values of a page; it reads them from every other page of the kind.",
  example: 'bartree learn paper.html --label title="On Bars" --label authors="A. Author" --sibling other/*.html -o paper.json',
  operands: { page: PAGE },
  options: {
    ...LABEL_OPTIONS,
    also: { ...LABEL_OPTIONS.also, value: "PAGE" },
    region: { ...LABEL_OPTIONS.region, ...REGION, help: LABEL_OPTIONS.region.help },
    sibling: { value: "PAGE", several: true, help: "an unlabelled page of the same kind; ten are plenty" },
    list: { help: "the page is a list: label two neighbouring records with --record" },
    record: { value: "NAME=TEXT,NAME=TEXT", several: true, help: "with --list: one record, its values parted by commas" },
    output: OUTPUT,
  },
  async run(call, tools) {
    const isList = call.list || tools.given.some(({ option }) => option === "record");
    return isList ? learnListPage(call, tools) : learnPage(call, tools);
  },
};

type PageCall = { page: string; output: string; sibling: readonly string[]; volatile: readonly string[] };

async function learnPage({ page, output, sibling, volatile }: PageCall, tools: Tools): Promise<number> {
  const { out } = tools;
  if (sibling.length > MOST_SIBLINGS) refuse("too-many-siblings", sibling.length, MOST_SIBLINGS);
  const pages = await labelledPages(page, tools);
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
