import { configDefaults, defineConfig } from "vitest/config";
import { countsReporter } from "./tests/support/counts-reporter.ts";
import { suiteShares } from "./tests/support/suite-shares.ts";

/** DEEP=1 runs the long journeys and only them. */
const isDeep = process.env["DEEP"] === "1";
/** `npm run screens` sets it. */
const isMakingSheets = process.env["CONTACT_SHEETS"] !== undefined;
const deep = "tests/e2e/**/*.deep.test.ts";

/** The journeys in a browser: one after the other, through one running product, each with a shop of its own. */
export default defineConfig({
  test: {
    include: isMakingSheets ? ["tests/e2e/contact-sheets.ts"] : [isDeep ? deep : "tests/e2e/**/*.test.ts"],
    exclude: isDeep ? configDefaults.exclude : [...configDefaults.exclude, deep],
    environment: "node",
    name: "e2e",
    globalSetup: ["tests/e2e/support/global-setup.ts"],
    reporters: ["default", suiteShares(), ...countsReporter(process.env["TEST_COUNTS_FILE"])],
    fileParallelism: false,
    maxWorkers: 1,
    expect: { poll: { timeout: 20_000, interval: 50 } },
    // A journey is some hundred steps, of which each has a limit of its own and says what it waited for. What takes
    // 20 s on a quiet machine takes a minute where two cores serve the database, the app, the platform and the
    // browser; only one that goes on for ever is ended here.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
