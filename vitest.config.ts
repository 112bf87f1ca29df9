import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { countsReporter } from "./tests/support/counts-reporter.ts";
import { suiteShares } from "./tests/support/suite-shares.ts";

/** Environment of every test. Projects with a database add its address. */
const env = {
  NODE_ENV: "test" as const,
  APP_SECRET: "a-secret-for-tests-of-at-least-32-characters",
  SHOPIFY_API_KEY: "test-key",
  SHOPIFY_API_SECRET: "test-secret",
  SHOPIFY_APP_URL: "http://localhost:3000",
  LOG_LEVEL: "silent",
  // Nothing listens there: emails are enqueued, and tests read the queue.
  SMTP_URL: "smtp://127.0.0.1:9",
  // Tests must not find files of a demo on the disk.
  DATA_DIR: join(tmpdir(), `affiliate-tests-${process.pid}`),
  TZ: "UTC",
};

const testsIn = (...folders: string[]): string[] =>
  folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`);

const database = testsIn(
  "store",
  "flows",
  "routes",
  "jobs",
  "http",
  "queue",
  "gateways",
  "bundled-postgres",
  "scripts",
  "ingest",
);
const ui = testsIn("ui");
const localShopify = testsIn("local-shopify");
const localPaypal = testsIn("local-paypal");
const browser = "tests/e2e/**";
/** Long tests, which `npm run test:deep` runs by vitest.deep.config.ts. */
const deep = "**/*.deep.test.{ts,tsx}";

type Project = {
  name: string;
  include: string[];
  exclude?: string[];
  environment?: string;
  globalSetup?: string[];
  setupFiles?: string[];
};

// A folder that nobody named runs with the pure tests, so that no test is left out in silence.
const projects: Project[] = [
  {
    name: "domain",
    include: ["tests/**/*.test.ts"],
    exclude: [...database, ...ui, ...localShopify, ...localPaypal, browser],
  },
  { name: "local-shopify", include: localShopify },
  { name: "local-paypal", include: localPaypal },
  {
    name: "database",
    include: database,
    globalSetup: ["tests/support/start-databases.ts"],
    setupFiles: ["tests/support/setup-database.ts"],
  },
  { name: "ui", include: ui, environment: "jsdom", setupFiles: ["tests/support/setup-ui.ts"] },
];

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ["default", suiteShares(), ...countsReporter(process.env["TEST_COUNTS_FILE"])],
    // A limit is for what hangs: how fast something is, the bench tells, and a busy machine takes its time.
    projects: projects.map((test) => ({
      test: {
        env,
        // Loading the modules of a file costs more than most files' tests. Setup files leave each process as it was.
        isolate: false,
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: 100_000 } },
        ...test,
        exclude: [...(test.exclude ?? []), deep],
      },
    })),
  },
});
