import { defineConfig } from "vitest/config";
import { countsReporter } from "./tests/support/counts-reporter.ts";
import { suiteShares } from "./tests/support/suite-shares.ts";

/** The journeys in a browser: one after the other, since each starts the built app and its own store. */
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    environment: "node",
    name: "e2e",
    reporters: ["default", suiteShares(), ...countsReporter(process.env["TEST_COUNTS_FILE"])],
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
