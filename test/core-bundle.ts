/** The library as one module for places that cannot read TypeScript: a browser, a bare process. */
import { fileURLToPath } from "node:url";
import { build, type Rollup } from "vite";

/** `es` exports what the library exports; `iife` puts it into the global `bartree`. */
export async function bundleCore(format: "es" | "iife"): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      target: "es2023",
      lib: {
        entry: fileURLToPath(new URL("../src/core/index.ts", import.meta.url)),
        formats: [format],
        name: "bartree",
        fileName: "core",
      },
    },
  });
  const [{ output }] = built as Rollup.RollupOutput[] as [Rollup.RollupOutput];
  return output[0].code;
}
