import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { summaryOf } from "../run/summary.mjs";
export async function writeReport(figures, { folder, run, broken, seconds }) {
  const summary = summaryOf(figures, { ...run, seconds: Math.round(seconds), broken });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "summary.json"), JSON.stringify(summary));
  writeFileSync(join(folder, "figures.json"), JSON.stringify(figures, null, 1));
  return summary;
}
