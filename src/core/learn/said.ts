/** What a person said of a page holds there, whatever else was learnt. */
import { type Extraction, read } from "../extract.js";
import type { Withheld } from "../guard/guards.js";
import type { Template } from "../template/page-template.js";
import { Labelled, type LabelledPage } from "./labelled.js";

type Tables = Pick<Extraction, "values" | "withheld" | "proofs">;

/**
 * What is withheld on a labelled page, as the person said it: an attribute that is not there is absent, a labelled one has
 * its value where the rules of one labelled page alone lead to it. What is read is not touched: the page may have changed.
 */
export function asSaid(template: Template, found: Tables, page: LabelledPage): Tables {
  const own = new Labelled(page);
  const withheld: Record<string, Withheld> = { ...found.withheld };
  const [values, proofs] = [{ ...found.values }, { ...found.proofs }];
  const give = (name: string, texts: readonly string[], spans: Tables["proofs"][string]): void => {
    values[name] = texts;
    proofs[name] = spans;
    delete withheld[name];
  };
  for (const name of page.absent ?? []) if (withheld[name]) give(name, [], []);
  for (const set of template.sets) {
    const names = Object.keys(withheld).filter((name) => own.keysOf(name).length > 0);
    if (names.length === 0) break;
    const alone = read({ ...template, sets: [set] }, own.reading);
    for (const name of names) {
      const texts = alone.values[name] ?? [];
      if (
        own.agrees(
          name,
          texts.map((text) => ({ text })),
          false,
        )
      )
        give(name, texts, alone.proofs[name] ?? []);
    }
  }
  return { values, withheld, proofs };
}
