/** Writes docs/template.schema.json from the schema in src/api; a test fails while the two differ. */
import { writeFileSync } from "node:fs";
import { buildIfStale } from "./build.mjs";

await buildIfStale();
const { templateJsonSchema } = await import("../dist/api/template.js");
const file = new URL("../docs/template.schema.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(templateJsonSchema(), null, 2)}\n`);
