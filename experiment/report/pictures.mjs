/** Drawn figures as PNG, by the Chromium that the tests use. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const CHROMIUM = fileURLToPath(new URL("../../test/browser/chromium.ts", import.meta.url));

/** `drawings`: { path, markup }; every picture at twice its size, for sharp screens. */
export async function writePictures(drawings) {
  const { module } = await runnerImport(CHROMIUM); // it is TypeScript
  const browser = await module.startChromium(module.systemChromium() ?? (await module.packagedChromium()));
  try {
    const page = await browser.newPage({ deviceScaleFactor: 2 });
    for (const { path, markup } of drawings) {
      await page.setContent(`<!doctype html><style>body{margin:0}svg{display:block}</style>${markup}`);
      writeFileSync(path, await page.locator("svg").screenshot());
    }
  } finally {
    await browser.close();
  }
}
