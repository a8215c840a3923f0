/** Markdown of the report's pieces. */
export const table = (head, rows) =>
  [`| ${head.join(" | ")} |`, `|${head.map(() => "---|").join("")}`, ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n");

export const whole = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** 97.31 (96.9–97.7) */
export const rateCell = ({ rate, low, high }) => (rate === null ? "–" : `${percent(rate)} (${bound(low)}–${bound(high)})`);

/** Nothing but all reads as 100, nothing but none as 0. */
export function percent(share) {
  if (share === 1 || share === 0) return String(share * 100);
  if (share > 0.9995) return "> 99.9";
  return share < 0.0005 ? "< 0.1" : (share * 100).toFixed(1);
}

const bound = (share) => (share * 100).toFixed(1).replace(/\.0$/, "");

export const ms = ({ median, least, most }) => `${short(median)} (${short(least)}–${short(most)})`;

export const short = (value) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value >= 1 ? value.toFixed(2) : value.toFixed(3);
