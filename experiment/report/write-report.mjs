/** Everything a run leaves behind: the report, its figures, and the object for machines. */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { summaryOf } from "../run/summary.mjs";
import { drawFigure, figure6, figure7, THEMES } from "./figures.mjs";
import { writePictures } from "./pictures.mjs";
import { reportOf } from "./report.mjs";

export async function writeReport(figures, { folder, run, broken, seconds, hasPictures }) {
  mkdirSync(folder, { recursive: true });
  const about = { run, broken, seconds, date: new Date().toISOString().slice(0, 10), machine: machineClass() };
  const drawings = [figure6(figures), figure7(figures)].flatMap((figure) =>
    THEMES.map((theme) => ({ path: join(folder, `${figure.name}-${theme}`), markup: drawFigure(figure, theme) })),
  );
  for (const { path, markup } of drawings) writeFileSync(`${path}.svg`, markup);
  if (hasPictures) await writePictures(drawings.map(({ path, markup }) => ({ path: `${path}.png`, markup })));
  const summary = summaryOf(figures, { ...run, threadSeconds: Math.round(seconds), broken });
  writeFileSync(join(folder, "report.md"), reportOf(figures, about));
  writeFileSync(join(folder, "summary.json"), `${JSON.stringify(summary, null, 1)}\n`);
  return summary;
}

/** Its class, and how busy it was: other work beside ours makes times worth little. */
function machineClass() {
  const [load] = loadavg();
  const beside = load > availableParallelism() + 1 ? ", shared with other work" : "";
  const size = `${availableParallelism()} cores (${cpus()[0].model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${size}, Node ${process.versions.node}, load average ${load.toFixed(1)} at the end${beside}`;
}
