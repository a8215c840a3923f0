import { errorReport } from "../api/errors.js";
import { templateText } from "../api/template.js";
import { type Healed, heal } from "../core/index.js";
import { type Command, OUTPUT, PAGE, TEMPLATE } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import type { Emphasise } from "./out.js";
import { pageTemplate } from "./page-template.js";
import { readPages } from "./read-pages.js";
import { table } from "./table.js";
import { writeWhole } from "./write-file.js";

export const healCommand: Command<"template" | "known" | "output", never, "page"> = {
  summary: "Learn a template again from fresh pages, by the records that are known; never against one of them.",
  example: "bartree heal paper.json fresh/*.html --known records.jsonl -o paper-2.json",
  operands: { template: TEMPLATE, page: { ...PAGE, several: true } },
  options: {
    known: { value: "RECORDS", help: "known records: one JSON object of attributes and texts per line", required: true },
    output: OUTPUT,
  },
  async run({ template: path, page: addresses, known: records, output }, tools) {
    const { read, out } = tools;
    const stored = await pageTemplate(path, read);
    const known = await read.records(records);
    const pages = await readPages(addresses, tools);
    const healed = heal(stored.template, { pages, known });
    if (!healed.ok) return out.fail(errorReport(healed.code), { report: healed.report });
    const { template, unconfirmed, withheld, report } = healed;
    const learnt = { by: "heal" as const, siblings: pages.length - 1, further: 0, unconfirmed };
    await writeWhole(output, templateText({ kind: "page", template, learnt }));
    out.print({ template: output, unconfirmed, withheld, report }, describe);
    return EXIT_DONE;
  },
};

type Result = Pick<Extract<Healed, { ok: true }>, "unconfirmed" | "withheld" | "report"> & { template: string };

function describe({ template, unconfirmed, withheld, report }: Result, emphasise: Emphasise): string {
  const names = Object.keys(report);
  const [head = "", ...rows] = table([
    { head: "attribute", cells: names },
    { head: "confirmed by", cells: names.map((name) => String(report[name]?.confirmed ?? 0)) },
    { head: "contradicted by", cells: names.map((name) => String(report[name]?.contradicted ?? 0)) },
    { head: "", cells: names.map((name) => (withheld.includes(name) ? "withheld until labelled or confirmed" : "kept")) },
  ]);
  const unseen = withheld.filter((name) => !names.includes(name)).map((name) => `${name}: not learnt, withheld`);
  const doubt = "Only one known record was found: the template is unconfirmed, its values should overwrite nothing yet.";
  return [emphasise(head), ...rows, ...unseen, ...(unconfirmed ? ["", doubt] : []), "", `The template is in ${template}.`].join(
    "\n",
  );
}
