import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFigures } from "../dist/cli/write-figures.js";
import { inspect, parsePage } from "../dist/core/index.js";
import { DEMO_PAGES, demoPageAddress } from "../dist/demo/pages.js";
import { decodePage } from "../dist/fetch/charset.js";

/** The three pictures of every bundled page, each in a folder of its own. */
export async function drawBundledPages(folder) {
  for (const { name, region } of DEMO_PAGES) {
    const { html } = decodePage(readFileSync(demoPageAddress(name)));
    const inspected = inspect(parsePage(html), region);
    if (inspected.kind === "found") await writeFigures(inspected, join(folder, name));
  }
}
