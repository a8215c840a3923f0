import type { Learnt, StoredTemplate } from "../api/template.js";
import { decimal, fraction } from "../core/draw/decimal.js";
import { measuredBars } from "../core/draw/measured-bars.js";
import { type DelimiterRow, type DrawnBars, delimiterLines, delimiterTable } from "../core/index.js";
import { type Command, TEMPLATE } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { SIBLINGS_WANTED } from "./learn-report.js";
import type { Emphasise } from "./out.js";
import { clipped, table } from "./table.js";
import { listSentences, pageSentences } from "./template-words.js";
import { writeFigures } from "./write-figures.js";

export const showCommand: Command<"template", "svg"> = {
  summary: "Explain a template in words: attributes, delimiters, rules, bars.",
  example: "bartree show paper.json --svg figures",
  operands: { template: TEMPLATE },
  options: { svg: { value: "DIR", help: "write tree.svg, bars.svg and pattern.svg of its key page into this folder" } },
  async run({ template: path, svg }, { read, out }) {
    const shown = shownOf(await read.template(path));
    if (svg !== undefined && shown.bars) await writeFigures(shown.bars, svg);
    if (svg !== undefined && !shown.bars) out.note("note: This template has no measures, so nothing is drawn.");
    out.print(shown, describe);
    return EXIT_DONE;
  },
};

type ShownAttribute = { name: string; label: readonly string[]; rules: readonly string[] };

type Shown = {
  kind: "page" | "list";
  about: readonly string[];
  attributes: readonly ShownAttribute[];
  delimiters: readonly DelimiterRow[];
  bars: DrawnBars | null;
};

function shownOf(stored: StoredTemplate): Shown {
  if (stored.kind === "list") {
    const { about, attributes } = listSentences(stored.template);
    return { kind: "list", about, attributes, delimiters: stored.delimiters, bars: null };
  }
  const { template, learnt } = stored;
  const { key } = template;
  return {
    kind: "page",
    about: [
      ...originOf(learnt),
      template.frame.length > 0
        ? `A page is recognised if it shows at least half of ${template.frame.length} texts and classes that the siblings share.`
        : "Any page is accepted, since no siblings told what all pages share.",
      ...(key.volatile.length > 0 ? [`No check minds ${key.volatile.join(", ")}.`] : []),
      key.region === null
        ? "Its region reaches from the first to the last label."
        : `Its region is “${clipped(key.region, 60)}”.`,
    ],
    attributes: pageSentences(template),
    delimiters: delimiterTable(template),
    bars: key.measures && measuredBars(key.measures),
  };
}

function originOf({ by, siblings, further, unconfirmed }: Learnt): string[] {
  if (by === "heal") {
    const doubt = unconfirmed ? ["Only one known record was found: it is unconfirmed."] : [];
    return [`It was healed from known records on ${siblings + 1} fresh pages.`, ...doubt];
  }
  const few = siblings < SIBLINGS_WANTED ? [`It was not tried on ${SIBLINGS_WANTED} siblings: look at what it reads.`] : [];
  return [`It was learnt from labelled pages: ${further + 1}, and siblings: ${siblings}.`, ...few];
}

function describe({ about, attributes, delimiters, bars }: Shown, emphasise: Emphasise): string {
  const [head = "", ...rows] = delimiterLines(delimiters);
  const lines = [...about, "", emphasise(head), ...rows];
  for (const { name, label, rules } of attributes) {
    const labelled = label.map((text) => `“${clipped(text, 50)}”`).join(", ");
    lines.push("", emphasise(labelled === "" ? name : `${name}, labelled ${labelled}`), ...rules.map((rule) => `  ${rule}`));
  }
  if (bars) lines.push("", ...barLines(bars, emphasise));
  return lines.join("\n");
}

function barLines({ path, P, k, w }: DrawnBars, emphasise: Emphasise): string[] {
  const [head = "", ...rows] = table([
    { head: "d", cells: path.map((_, i) => String(i + 1)) },
    { head: "path", cells: path.map((tag) => clipped(tag, 30)) },
    { head: "P_d", cells: P.map(String) },
    { head: "k_d", cells: k.map(String) },
    { head: "w_d", cells: w.map((exact) => decimal(fraction(exact))) },
  ]);
  return [emphasise(head), ...rows];
}
