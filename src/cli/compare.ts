import { type Comparison, comparePages, parsePage } from "../core/index.js";
import { whereabouts } from "../core/inspect.js";
import { CASES, placeOf, SETS } from "./change-words.js";
import { type Command, PAGE, REGION } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import type { Emphasise } from "./out.js";
import { table } from "./table.js";
import { explain } from "./whereabouts.js";

export const compareCommand: Command<"old" | "new" | "region"> = {
  summary: "Say whether two pages have the same structure around a text, and where they differ first.",
  example: "bartree compare monday.html friday.html --region @record.txt",
  operands: { old: { ...PAGE, value: "OLD" }, new: { ...PAGE, value: "NEW" } },
  options: { region: { ...REGION, required: true } },
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

function describe(comparison: Comparison, emphasise: Emphasise): string {
  const names = ["S1", "S2", "S3", "S4"] as const;
  const [head = "", ...sets] = table([
    { head: "set", cells: names },
    { head: "", cells: names.map((set) => (comparison[set] ? "equal" : "differs")) },
    { head: "holds", cells: names.map((set) => SETS[set]) },
  ]);
  const { case: change, at } = comparison;
  return [emphasise(head), ...sets, "", `change case       ${change}: ${CASES[change]}`, `first difference  ${placeOf(at)}`].join(
    "\n",
  );
}
