/** The product under test, as it is built: the library, and the parts of it that the experiment times or calls alone. */

export { read } from "../../dist/core/extract.js";
export {
  check,
  compareMeasures,
  comparePages,
  extract,
  heal,
  inspect,
  keyOf,
  learn,
  locate,
  locateLabel,
  measure,
  parsePage,
  renewKey,
} from "../../dist/core/index.js";
export { totalAreaAtRatio } from "../../dist/core/measure/bars.js";
export { measureS1 } from "../../dist/core/measure/measure.js";
export { tagName, textAt, textOf } from "../../dist/core/page/page.js";
export { Reading } from "../../dist/core/tree/reading.js";
export { rekeyed } from "../../dist/harvester/check/check-page.js";
