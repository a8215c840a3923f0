/** Shows `inspect` and `compare` on the bundled pages; the pictures go to the folder named as argument, or demo-output. */
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { BuildError, buildIfStale } from "./build.mjs";

try {
  await buildIfStale();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(`demo: ${error.message}`);
  process.exit(1);
}
const { main } = await import("../dist/cli/main.js");
const { DEMO_PAGES, DEMO_PAIRS, demoPageAddress } = await import("../dist/demo/pages.js");

const folder = resolve(process.argv[2] ?? "demo-output");
const fileOf = (name) => relative(process.cwd(), fileURLToPath(demoPageAddress(name)));

for (const { name, shows, region } of DEMO_PAGES) {
  await show(shows, ["inspect", fileOf(name), "--region", region, "--svg", join(folder, name)]);
}
for (const { before, after, shows, region } of DEMO_PAIRS) {
  await show(shows, ["compare", fileOf(before), fileOf(after), "--region", region]);
}
console.log(`The pictures (tree.svg, bars.svg, pattern.svg per page) are in ${folder}`);

async function show(shows, args) {
  const written = args.map((word) => (/[\s–]/.test(word) ? `$'${word.replaceAll("\n", "\\n")}'` : word));
  console.log(`# ${shows}\n$ bartree ${written.join(" ")}\n`);
  const exitCode = await main(args);
  console.log();
  if (exitCode !== 0) process.exit(exitCode);
}
