import { join } from "node:path";
import { type DrawnBars, draw } from "../core/index.js";
import { writeWhole } from "./write-file.js";

/** All three pictures of a bar-tree, drawn before the first is written. */
export async function writeFigures(bars: DrawnBars, folder: string): Promise<void> {
  const figures = ["tree", "bars", "pattern"] as const;
  const drawn = figures.map((figure) => ({ path: join(folder, `${figure}.svg`), svg: draw(bars, figure) }));
  for (const { path, svg } of drawn) await writeWhole(path, svg);
}
