import { defineConfig } from "vitest/config";
import { countsReporter } from "./tests/support/counts-reporter.ts";
import { suiteShares } from "./tests/support/suite-shares.ts";

/** The journeys in a browser: one after the other, through one running product, each with a shop of its own. */
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    environment: "node",
    name: "e2e",
    globalSetup: ["tests/e2e/support/global-setup.ts"],
    reporters: ["default", suiteShares(), ...countsReporter(process.env["TEST_COUNTS_FILE"])],
    fileParallelism: false,
    maxWorkers: 1,
    expect: { poll: { timeout: 10_000, interval: 50 } },
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
