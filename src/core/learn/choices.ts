/** The places a person may choose from: those of each label of one attribute, in the order `choose` counts them. */
import { openEnd, type Span } from "../page/page.js";
import { nodeSpans } from "../read/take.js";
import { placesFor } from "./attribute.js";
import { Labelled, type LabelledPage } from "./labelled.js";
import { Sample } from "./sample.js";

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
