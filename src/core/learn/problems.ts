/** Why an attribute could not be learnt, label by label, so that a person can do something about it. */
import { PLACES } from "../limits.js";
import { Finder } from "../locate.js";
import { openEnd, type Span } from "../page/page.js";
import { nodeSpans } from "../take/take.js";
import { placesFor } from "./attribute.js";
import { Labelled, type LabelledPage } from "./labelled.js";
import { Sample } from "./sample.js";

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
          places: found.slice(0, PLACES.tried).flatMap(({ node }) => nodeSpans(page.reading, node).slice(0, 1)),
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

/** The places a person may choose from: those of each label of one attribute, in the order `choose` counts them. */

export function choicesFor({ choose: _, ...page }: LabelledPage, name: string): Span[][] {
  const own = new Labelled(page);
  const { reading } = own;
  return placesFor({ name, own, others: [], sample: new Sample([]) }).map((places) =>
    places.map(({ node }) => nodeSpans(reading, node)[0] ?? tagSpan(reading.tree.element[node]!)),
  );

  /** A place that displays nothing, such as an image. */
  function tagSpan(element: number): Span {
    return { start: reading.page.start[element]!, end: openEnd(reading.page, element) };
  }
}
