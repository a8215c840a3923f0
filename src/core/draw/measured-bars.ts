import { barArea, barWidths, RATIO } from "../measure/bars.js";
import { textOfFraction } from "../measure/fraction.js";
import type { Measures } from "../measure/measure.js";
import type { DrawnBars } from "./drawn-bars.js";

/** Stored measures as the figures want them: the widths follow from P_d (Eq. 3). */
export function measuredBars({ path, counts, orders, totalArea }: Measures): DrawnBars {
  const widths = barWidths(Int32Array.of(1, ...counts), RATIO).slice(1);
  return {
    path,
    P: counts,
    k: orders,
    w: widths.map(textOfFraction),
    A: widths.map((width, i) => textOfFraction(barArea(i + 1, width))),
    A_total: totalArea,
  };
}
