import type { ListLearned } from "../../core/index.js";

/** Why a list could not be learnt, as it stands in the error. */
export function listProblem(learned: Exclude<ListLearned, { ok: true }>): string {
  switch (learned.code) {
    case "no-labels":
      return "no attribute is labelled in both records";
    case "label-not-found":
      return `“${learned.attribute}” of record ${learned.record + 1} is not on the page as it was given`;
    case "no-common-place":
      return "the labels stand nowhere alike in both records";
    case "several-lists":
      return `one record repeats in several ways, with ${learned.counts.join(" or ")} records; label its neighbour too`;
    case "contradicted":
      return `record ${learned.record + 1} is read otherwise than it is labelled`;
    case "identity-unknown":
      return `“${learned.attribute}” shall tell records apart, but has no label`;
  }
}
