import { because, type Reason } from "../../api/reasons.js";
import type { ListLearned } from "../../core/index.js";

/** Why a list could not be learnt, as it stands in the error. */
export function listProblem(learned: Exclude<ListLearned, { ok: true }>): Reason {
  switch (learned.code) {
    case "no-labels":
      return because("no-common-label");
    case "label-not-found":
      return because("list-label-not-found", learned.attribute, learned.record + 1);
    case "no-common-place":
      return because("no-common-place");
    case "several-lists":
      return because("several-lists", learned.counts);
    case "contradicted":
      return because("record-contradicted", learned.record + 1);
    case "identity-unknown":
      return because("identity-unlabelled", learned.attribute);
  }
}
