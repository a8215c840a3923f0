/** Why a value is withheld, in words a person understands. A new class does not compile until it has its sentence. */
import type { WithheldClass } from "./hypothesis.js";

const REASONS: Record<WithheldClass, string> = {
  "place-unknown": "The place where this value stood on the labelled page was not found here.",
  "one-rule": "Only one kind of rule finds a place here; two must agree.",
  "not-unique": "Several places here would fit, with different texts.",
  "rules-disagree": "The rules point at different texts here.",
  "shape-unseen": "The place is here, but it holds more or something else than on the labelled page.",
  "no-letters": "What stands at the place has neither a letter nor a digit.",
  "template-text": "What stands at the place begins with another label than the labelled value, or with none.",
  "other-label": "What stands at the place follows the text that stood before another attribute on the labelled page.",
  "variants-disagree": "The labelled pages lead to different texts here.",
  "page-not-recognised": "This does not look like a page of the site: most of its usual texts are missing.",
  "same-place": "Another attribute is read from the same text here; on the labelled page they stood apart.",
  alone: "None of the other values has a place here, so this may be no record at all.",
  unsettled: "The labelled page leaves open which of several places is meant; label another page or choose the place.",
};

export function reasonFor(reason: WithheldClass): string {
  return REASONS[reason];
}
