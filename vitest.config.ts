import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    maxWorkers: 2, // where there are two cores only one would be used, and many tests wait for others
    globalSetup: "test/store/global-setup.ts",
    setupFiles: "test/hold-invariants.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
