import { existsSync } from "node:fs";

const vitest = "node_modules/vitest/vitest.mjs";

/** A JavaScript file that Node runs with these arguments and settings. */
export type DeepCommand = {
  readonly command: readonly [file: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
};

export type DeepSuite = {
  readonly name: string;
  /** Folders and files whose changes make an earlier run too old. A leading ":!" excludes one. */
  readonly guards: readonly string[];
  /** How much of each thing it tries. */
  readonly counts: Readonly<Record<string, number>>;
  /** The suite's commands; seeds begin at `firstSeed` where a suite has seeds. */
  readonly commands: (firstSeed: number) => readonly DeepCommand[];
  readonly hasSeeds: boolean;
  /** True for the suite that runs on a PostgreSQL 15 server. */
  readonly onPostgres15?: boolean;
};

/** Statements of banks take no part in histories. */
const engine = ["app/domain", ":!app/domain/statements", "tests/histories", "tests/model"];
const settling = ["app/flows/intake", "app/flows/settlement"];
const ledger = [
  ...engine,
  ...settling,
  "app/flows/attribution/decide-claim.ts",
  "app/flows/commissions",
  "app/flows/fraud",
  "app/flows/proof",
  "app/store",
  "drizzle",
];
const payouts = [
  "app/domain/payouts",
  "app/domain/statements",
  "app/flows/payouts",
  // Statements of account move no money.
  ":!app/flows/payouts/read-statement.ts",
  "app/gateways",
  "app/store",
  "drizzle",
  "local-paypal",
  "local-shopify",
  "tests/flows/payouts",
  // It only adds runs until each case occurred.
  ":!tests/flows/payouts/every-case.ts",
];

const test = (project: string, path: string, env: Record<string, string | number>): DeepCommand => ({
  command: [vitest, "run", "--project", project, path],
  env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
});

/** The long tests. A new one needs a line here, or a file `*.deep.test.ts` that `long-tests` or `screens` takes up. */
export const deepSuites: readonly DeepSuite[] = [
  {
    name: "histories",
    guards: engine,
    counts: { histories: 10_000 },
    hasSeeds: true,
    commands: (seed) => [test("domain", "tests/histories", { HISTORIES: 10_000, HISTORIES_SEED: seed })],
  },
  {
    name: "layouts",
    guards: ["app/domain/statements", "tests/domain/statements"],
    counts: { layouts: 50_000 },
    hasSeeds: true,
    commands: (seed) => [
      test("domain", "tests/domain/statements/any-layout.test.ts", { LAYOUTS: 50_000, LAYOUTS_SEED: seed }),
    ],
  },
  {
    name: "imports",
    guards: ["app/domain/imports", "app/flows/imports", "app/store", "tests/flows/imports"],
    counts: { imports: 2000 },
    hasSeeds: true,
    commands: (seed) => [
      test("database", "tests/flows/imports/drawn-imports.test.ts", { IMPORTS: 2000, IMPORTS_SEED: seed }),
    ],
  },
  {
    name: "roads",
    guards: [...ledger, "tests/flows/histories"],
    counts: { roads: 200 },
    hasSeeds: true,
    commands: (seed) => [
      test("database", "tests/flows/histories/road.test.ts", { ROAD_HISTORIES: 200, ROAD_SEED: seed }),
    ],
  },
  {
    name: "payouts",
    guards: payouts,
    counts: { paypalRuns: 100, creditRuns: 80 },
    hasSeeds: true,
    commands: (seed) => [
      test("database", "tests/flows/payouts/paypal-paid-once.test.ts", {
        PAYOUT_RUNS: 100,
        PAYOUT_SEED: seed,
      }),
      test("database", "tests/flows/payouts/credit-paid-once.test.ts", {
        PAYOUT_RUNS: 80,
        PAYOUT_SEED: seed,
      }),
    ],
  },
  {
    name: "fraud",
    guards: ["app/domain/fraud", "app/flows/fraud", ...settling, "tests/flows/fraud"],
    counts: { honestOrders: 500, fraudulentOrders: 500 },
    hasSeeds: false,
    commands: () => [test("database", "tests/flows/fraud/labelled-stream.test.ts", { STREAM_EACH: 500 })],
  },
  {
    name: "soak-ledger",
    guards: [...ledger, "tests/flows/histories"],
    counts: { histories: 100_000, roads: 100 },
    hasSeeds: true,
    commands: (seed) => [
      { command: ["scripts/soak-ledger.ts", "--histories", "100000", "--seed", String(seed + 10_000)] },
    ],
  },
  {
    name: "soak-payouts",
    guards: payouts,
    counts: { runs: 500 },
    hasSeeds: true,
    commands: (seed) => [
      { command: ["scripts/soak-payouts.ts", "--runs", "500", "--seed", String(seed + 1000)] },
    ],
  },
  {
    name: "postgres-15",
    guards: ["app/store", "app/queue", "app/platform", "drizzle", "tests/store"],
    counts: {},
    hasSeeds: false,
    onPostgres15: true,
    commands: () => [{ command: [vitest, "run", "--project", "database"] }],
  },
  {
    name: "long-tests",
    guards: ["app", "ingest.ts", "worker.ts", "scripts"],
    counts: {},
    hasSeeds: false,
    commands: () => [{ command: [vitest, "run", "--config", "vitest.deep.config.ts"] }],
  },
  {
    name: "screens",
    guards: [
      "app/ui",
      "app/routes",
      "tests/e2e/screens.deep.test.ts",
      "tests/e2e/pseudo.deep.test.ts",
      "tests/e2e/support",
    ],
    counts: {},
    hasSeeds: false,
    // One after the other, because both prepare the same shop.
    commands: () =>
      ["screens", "pseudo"].map((name) => ({
        command: ["scripts/test-e2e.ts", `tests/e2e/${name}.deep.test.ts`],
        env: { DEEP: "1" },
      })),
  },
];

/** Folders that some suite names and that are not there any more. */
export const missingGuards = (): string[] =>
  deepSuites.flatMap(({ name, guards }) =>
    guards.filter((path) => !existsSync(path.replace(":!", ""))).map((path) => `${name}: ${path}`),
  );
