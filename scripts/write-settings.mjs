/** Writes docs/settings.md from the schema in src/api; a test fails while the two differ. */
import { writeFileSync } from "node:fs";
import { buildIfStale } from "./build.mjs";

await buildIfStale();
const { settingsPage } = await import("../dist/api/settings.js");
writeFileSync(new URL("../docs/settings.md", import.meta.url), settingsPage());
