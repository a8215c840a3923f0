import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = dirname(fileURLToPath(import.meta.url));

export default defineConfig({
  root: here,
  plugins: [react()],
  logLevel: "warn",
  build: {
    outDir: join(here, "../../dist/web"),
    emptyOutDir: true,
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // these know light-dark(); below them it would be written otherwise
    assetsInlineLimit: 0, // a data: address would need a wider policy
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false, bundlerTimings: false } }, // a slow machine is no fault of the sources
    chunkSizeWarningLimit: 1200,
  },
});
