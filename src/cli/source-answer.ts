/** One more answer about one page of a source; what was said before stays. */
import { errorReport } from "../api/errors.js";
import { type Answer, type Answered, answerSource } from "../harvester/answer/answer.js";
import { loadTemplates } from "../harvester/templates.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { LABEL_OPTIONS } from "./label-options.js";
import { labelsOf } from "./source-labels.js";

const { label, labels, many, attr, absent, choose } = LABEL_OPTIONS;

export const sourceAnswerCommand: Command<"name" | "page", never, "label" | "labels" | "absent" | "choose", "no-record"> = {
  summary: "Answer what a source asks about one page: what it displays, what it does not have, or that it is no record.",
  example: 'bartree source answer rivers https://example.org/reports/91 --label title="Slow Water" --absent pages',
  operands: {
    name: { value: "SOURCE", help: "the name of a source" },
    page: { value: "PAGE", help: "the address of the page that the answer is about" },
  },
  options: {
    label,
    labels,
    many,
    attr,
    absent: { ...absent, help: "an attribute that the page does not have" },
    choose,
    "no-record": { help: "the page is no record, and pages built like it are none" },
  },
  async run({ name, page, "no-record": isNoRecord, ...call }, tools) {
    if (!URL.canParse(page)) tools.reject(`“${page}” is no address of a page.`);
    const isLabelled = [call.label, call.labels, call.absent, call.choose].some((given) => given.length > 0);
    if (isNoRecord === isLabelled)
      tools.reject(isNoRecord ? "A page that is no record has no labels." : "Nothing is said of the page.");
    const context = await tools.open();
    const source = await context.source(name);
    const { record } = await loadTemplates(context.pool, source);
    const known = record.stored.kind === "page" ? record.stored.template.attributes : [];
    const answer: Answer = isNoRecord ? "no-record" : await saidOf(page, tools, known);
    const answered = await answerSource(context, source, page, answer);
    const notes = answered.lost.map(({ attribute, pages, example }) => errorReport("values-lost", attribute, pages, example));
    tools.out.print({ source: name, ...answered, notes }, () => describe(answered));
    for (const note of notes) tools.out.remark(note);
    return EXIT_DONE;
  },
};

async function saidOf(page: string, tools: Tools, known: readonly string[]): Promise<Answer> {
  const [said] = await labelsOf(page, tools, known);
  return said ?? tools.reject("Nothing is said of the page.");
}

function describe({ address, version, known, gained, changed, keptRules, noRecords }: Answered): string {
  if (noRecords.length > 0)
    return `${address} is no record${noRecords.length > 1 ? `, nor are ${noRecords.length - 1} known pages built like it` : ""}.`;
  const lines = [`The answer is learnt; version ${version} is in force. ${known} known pages were read before and after.`];
  for (const { attribute, pages } of gained) lines.push(`${attribute}: given on ${pages} more pages`);
  for (const { attribute, pages, example } of changed)
    lines.push(`${attribute}: another value on ${pages} pages, such as ${example}`);
  if (keptRules.length > 0)
    lines.push(`Of ${keptRules.join(", ")} the rules of before stay too: they read what the new ones do not.`);
  return lines.join("\n");
}
