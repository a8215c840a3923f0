import { type Comparison, comparePages, parsePage } from "../core/index.js";
import { whereabouts } from "../core/inspect.js";
import { type Command, PAGE, REGION } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import type { Emphasise } from "./out.js";
import { table } from "./table.js";
import { explain } from "./whereabouts.js";

export const compareCommand: Command<"old" | "new" | "region", never> = {
  summary: "Say whether two pages have the same structure around a text, and where they differ first.",
  example: "bartree compare monday.html friday.html --region @record.txt",
  operands: { old: { ...PAGE, value: "OLD" }, new: { ...PAGE, value: "NEW" } },
  options: { region: REGION },
  async run({ old, new: now, region }, { read, out }) {
    const before = parsePage(await read.page(old));
    const after = parsePage(await read.page(now));
    const compared = comparePages(before, after, await read.text(region));
    if (!compared.ok) {
      const { html } = compared.in === "old" ? before : after;
      return explain({ ...whereabouts(compared.located), kind: compared.located.code }, html, out, { in: compared.in });
    }
    const { ok: _, ...comparison } = compared;
    out.print(comparison, describe);
    return EXIT_DONE;
  },
};

const SETS = {
  S1: "d_max and A^total",
  S2: "S1, and P_d and A_d at every depth",
  S3: "S2, and Σ of both parts",
  S4: "S3, and the tags and nesting of everything outside the region",
} as const;

const CASES: Record<Comparison["case"], string> = {
  "1": "both Σ are equal",
  "2": "both Σ differ, Δ is equal",
  "3-upper": "only Σ of the upper part differs",
  "3-lower": "only Σ of the lower part differs",
  "4": "both Σ differ, and Δ",
};

const SIDES = {
  path: "the element on the path",
  upper: "the upper part",
  lower: "the lower part",
} as const;

function describe(comparison: Comparison, emphasise: Emphasise): string {
  const names = ["S1", "S2", "S3", "S4"] as const;
  const [head = "", ...sets] = table([
    { head: "set", cells: names },
    { head: "", cells: names.map((set) => (comparison[set] ? "equal" : "differs")) },
    { head: "holds", cells: names.map((set) => SETS[set]) },
  ]);
  const { case: change, at } = comparison;
  const place = at === null ? "none" : `depth ${at.d}, ${SIDES[at.side]}`;
  return [emphasise(head), ...sets, "", `change case       ${change}: ${CASES[change]}`, `first difference  ${place}`].join("\n");
}
