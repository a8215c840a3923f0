/** What is wrong with labels on their page, as learning itself looks for them. */
import { type ErrorReport, errorReport } from "../../api/errors.js";
import type { LabelProblem } from "../../core/index.js";
import { Labelled } from "../../core/learn/labelled.js";
import { choicesFor, problemsOf } from "../../core/learn/problems.js";
import { htmlOf } from "../../fetch/charset.js";
import { asPasted } from "./as-pasted.js";
import { type LabelledBytes, labelledPage } from "./labelled-bytes.js";

export interface LabelFault {
  readonly attribute: string;
  readonly report: ErrorReport;
}

/** Labels that are not there, and choices between places that are not. In a thread. */
export function labelProblems({ label, page }: LabelledBytes): LabelFault[] {
  const labelled = labelledPage(label, htmlOf(page));
  const names = Object.keys(label.labels);
  const lost = problemsOf(new Labelled(labelled), names).filter(({ code }) => code !== "label-unsettled");
  const choices = Object.entries(label.choose).flatMap(([attribute, choice]) => {
    const places = Math.max(0, ...choicesFor(labelled, attribute).map((each) => each.length));
    return choice > places ? [{ attribute, report: errorReport("choice-unknown", attribute, places) }] : [];
  });
  return [...lost.map((problem) => ({ attribute: problem.attribute, report: problemReport(problem) })), ...choices];
}

export function problemReport(problem: LabelProblem): ErrorReport {
  const { attribute, label } = problem;
  switch (problem.code) {
    case "label-empty":
      return errorReport("label-empty", attribute);
    case "label-not-found":
      return errorReport("label-not-found", attribute, label, asPasted(label, problem.longestPrefix));
    case "label-in-pieces":
      return errorReport("label-in-pieces", attribute, label);
    case "label-unsettled":
      return errorReport("label-unsettled", attribute, label, problem.places.length);
  }
}
