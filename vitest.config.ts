import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/sequence.js";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    maxWorkers: 2, // where there are two cores only one would be used, and many tests wait for others
    globalSetup: "test/store/global-setup.ts",
    setupFiles: ["test/hold-invariants.ts", "test/fixed-seed.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } }, // a busy machine is no failure
    retry: process.env.CI ? 1 : 0, // one test of five thousand that came too late; the report names those that were tried twice
    sequence: { sequencer: LongestFirst },
  },
});
