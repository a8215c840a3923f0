/** The library: the method's verbs, plain data in and out, in Node and in a browser alike. */
export { type Comparison, compareMeasures } from "./compare.js";
export {
  comparePages,
  type Inspected,
  type Inspection,
  type InspectOptions,
  inspect,
  isRatioAllowed,
  type PageComparison,
} from "./inspect.js";
export { type Learned, type LearnInput, learn, type Template } from "./learn/learn.js";
export { type Flag, type Located, locate, locateLabel } from "./locate.js";
export { type Fraction, parseFraction } from "./measure/fraction.js";
export { type Measures, measure } from "./measure/measure.js";
export type { Page, Span } from "./page/page.js";
export { parsePage } from "./page/parse-page.js";
