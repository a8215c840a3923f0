/** The frame's modules as one script for a page in a real browser: they are in the global `frame`. */
import { resolve } from "node:path";
import { build, type Rollup } from "vite";

export async function bundleFrame(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      target: "es2023",
      lib: { entry: resolve(import.meta.dirname, "frame-entry.ts"), formats: ["iife"], name: "frame", fileName: "frame" },
    },
  });
  const [{ output }] = built as Rollup.RollupOutput[] as [Rollup.RollupOutput];
  return output[0].code;
}
