/** Why an attribute could not be learnt, label by label, so that a person can do something about it. */
import { Finder } from "../locate.js";
import type { Span } from "../page/page.js";
import { nodeSpans } from "../read/take.js";
import { placesFor } from "./attribute.js";
import type { Labelled } from "./labelled.js";
import { COUNTS, Sample } from "./sample.js";

export type LabelProblem = { readonly attribute: string; readonly label: string } & (
  | { readonly code: "label-empty" }
  | { readonly code: "label-not-found"; readonly longestPrefix: string } // it stands on the page only up to here
  | { readonly code: "label-in-pieces" } // it is displayed, but over parts of several lines
  | { readonly code: "label-unsettled"; readonly places: readonly Span[] } // it stands in several places
);

export function problemsOf(page: Labelled, names: readonly string[]): LabelProblem[] {
  const finder = new Finder(page.reading.page);
  return names.flatMap((attribute) => {
    const labels = page.labelsOf(attribute);
    const places = placesFor({ name: attribute, own: page, others: [], sample: new Sample([]) });
    return labels.map((label, i): LabelProblem => {
      const found = places[i] ?? [];
      if (found.length) {
        return {
          attribute,
          label,
          code: "label-unsettled",
          places: found.slice(0, COUNTS.places).flatMap(({ node }) => nodeSpans(page.reading, node).slice(0, 1)),
        };
      }
      if (page.htmlAttributeOf(attribute) !== undefined && label.trim() !== "")
        return { attribute, label, code: "label-not-found", longestPrefix: "" };
      const located = finder.label(label);
      if (!located.ok && located.code === "empty") return { attribute, label, code: "label-empty" };
      if (!located.ok && located.code === "not-found")
        return { attribute, label, code: "label-not-found", longestPrefix: located.longestPrefix };
      return { attribute, label, code: "label-in-pieces" };
    });
  });
}
