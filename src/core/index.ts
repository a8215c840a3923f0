/** The library: the method's verbs, plain data in and out, in Node and in a browser alike. */
export { type Check, type CheckOptions, check, type KeyedTemplate, renewKey, type Verdict } from "./check.js";
export { type Comparison, compareMeasures } from "./compare.js";
export { type DelimiterRow, delimiterLines, delimiterTable } from "./delimiters.js";
export { type DrawnBars, draw, type Figure } from "./draw.js";
export { type Extraction, extract, type Proof } from "./extract.js";
export type { Withheld } from "./guard/guards.js";
export { type Healed, type HealInput, heal } from "./heal/heal.js";
export {
  comparePages,
  type Inspected,
  type Inspection,
  type InspectOptions,
  inspect,
  isRatioAllowed,
  type PageComparison,
} from "./inspect.js";
export { type KeyOptions, keyOf } from "./key.js";
export { type Learned, type LearnInput, learn } from "./learn/learn.js";
export type { LabelProblem } from "./learn/problems.js";
export { checkList, type ListCheck, type ListCheckInput } from "./list/check-list.js";
export {
  extractList,
  type ListExtraction,
  type ListRecord,
  listRegion,
  type RejectedRecord,
  type WithheldRecord,
} from "./list/extract-list.js";
export { type HealListInput, healList, type ListHealed } from "./list/heal-list.js";
export type { KnownListed } from "./list/known-listed.js";
export { type LearnListInput, type ListLearned, learnList } from "./list/learn-list.js";
export { type Flag, type Located, locate, locateLabel } from "./locate.js";
export { type Fraction, parseFraction } from "./measure/fraction.js";
export { type Measures, measure } from "./measure/measure.js";
export type { Page, Span } from "./page/page.js";
export { parsePage } from "./page/parse-page.js";
export type { ListTemplate } from "./template/list-template.js";
export type { KnownRecord, Template, TemplateKey } from "./template/page-template.js";
