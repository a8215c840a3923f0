/** How well the corpus of test/quality is read: `npm run quality [-- --site NAME] [--pin] [--lower]`. Reads the sources, no build. */
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const { module } = await runnerImport("./test/quality/command.ts", { root, configFile: false, logLevel: "error" });
process.exitCode = module.run(process.argv.slice(2));
