import { type Check, check, type Verdict } from "../core/index.js";
import { CASES, placeOf, SETS } from "./change-words.js";
import { type Command, PAGE, TEMPLATE } from "./command.js";
import { EXIT_BROKEN, EXIT_DONE, EXIT_KEY_MISSING } from "./exit-code.js";
import type { Emphasise } from "./out.js";
import { pageTemplate } from "./page-template.js";
import { table } from "./table.js";

const EXIT_CODE: Record<Verdict, number> = {
  same: EXIT_DONE,
  changed: EXIT_DONE,
  broken: EXIT_BROKEN,
  "key-missing": EXIT_KEY_MISSING,
  unrecognised: EXIT_KEY_MISSING,
};

export const checkCommand: Command<"template" | "page"> = {
  summary: "Say whether the labelled page still fits its template: the sets, the change and the verdict.",
  example: "bartree check paper.json paper-today.html",
  operands: { template: TEMPLATE, page: PAGE },
  options: {},
  async run({ template: path, page }, { read, out }) {
    const { template } = await pageTemplate(path, read);
    const checked = check(template, await read.page(page));
    out.print(checked, describe);
    return EXIT_CODE[checked.verdict];
  },
};

const VERDICTS: Record<Verdict, string> = {
  same: "the page is as it was, and is read as it was",
  changed: "the page has changed, and is still read right",
  broken: "the record is still displayed, but no longer read",
  "key-missing": "the record is not displayed any more",
  unrecognised: "this does not look like a page of the site",
};

const READINGS: Record<Check["reading"][string], string> = {
  exact: "read exactly",
  edited: "another value is proved at its place",
  volatile: "changes by itself, not judged",
  "not-displayed": "not displayed any more, not judged",
  failed: "displayed, but not read",
};

function describe({ verdict, sets, case: change, at, reading }: Check, emphasise: Emphasise): string {
  const lines = [emphasise(`${verdict}: ${VERDICTS[verdict]}`)];
  if (sets) {
    const names = Object.keys(SETS) as (keyof typeof SETS)[];
    const [head = "", ...rows] = table([
      { head: "set", cells: names },
      { head: "", cells: names.map((set) => (sets[set] ? "equal" : "differs")) },
      { head: "holds", cells: names.map((set) => SETS[set]) },
    ]);
    lines.push("", emphasise(head), ...rows);
  }
  if (change) lines.push("", `change case       ${change}: ${CASES[change]}`, `first difference  ${placeOf(at)}`);
  const attributes = Object.entries(reading);
  if (attributes.length > 0) {
    const [head = "", ...rows] = table([
      { head: "attribute", cells: attributes.map(([name]) => name) },
      { head: "", cells: attributes.map(([, mark]) => mark) },
      { head: "", cells: attributes.map(([, mark]) => READINGS[mark]) },
    ]);
    lines.push("", emphasise(head), ...rows);
  }
  return lines.join("\n");
}
