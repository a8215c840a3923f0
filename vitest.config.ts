import { defineConfig } from "vitest/config";
import { ALONE, LongestFirst } from "./test/sequence.js";

export default defineConfig({
  test: {
    maxWorkers: 3, // on two cores: many tests wait for a program they have started
    globalSetup: "test/store/global-setup.ts",
    setupFiles: ["test/hold-invariants.ts", "test/fixed-seed.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } }, // a busy machine is no failure
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "alone", include: ALONE } },
      { extends: true, test: { name: "shared", include: ["test/**/*.test.ts"], exclude: ALONE, isolate: false } },
    ],
  },
});
