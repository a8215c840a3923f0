import { defineConfig } from "vitest/config";

/** The slow forms: everything of the short run again with larger counts, and the tests that only pay at length. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.long.ts"],
    globalSetup: "test/store/global-setup.ts",
    setupFiles: ["test/hold-invariants.ts", "test/fixed-seed.ts"],
    env: { BARTREE_TEST_LONG: "1" },
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
});
