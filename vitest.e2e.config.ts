import { defineConfig } from "vitest/config";

/** The journeys in a browser: one after the other, since each starts the built app and its own store. */
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    environment: "node",
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
