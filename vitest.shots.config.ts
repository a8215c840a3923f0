import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/journeys/shots.ts"],
    globalSetup: "test/store/global-setup.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
