/** What stands at the spans of a proof, made as values are made (method §7, point 1). */
import { decodeAttribute } from "../page/entities.js";
import type { Page, Span } from "../page/page.js";
import { valueText } from "./value-text.js";

interface ProofPlace extends Span {
  readonly htmlAttribute?: string | undefined; // the span lies in the value of this attribute of a tag
}

/** The text of one value from all of its spans; a value in a tag has one span, decoded and trimmed. */
export function proofText(page: Page, spans: readonly ProofPlace[]): string {
  const isInTag = spans.some(({ htmlAttribute }) => htmlAttribute !== undefined);
  if (!isInTag) return valueText(page, spans);
  return spans.map(({ start, end }) => decodeAttribute(page.html.slice(start, end)).trim()).join("\n");
}
