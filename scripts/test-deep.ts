/**
 * `npm run test:deep`: the long tests, suite by suite (scripts/deep/suites.ts). `npm run test:deep -- payouts histories`
 * runs only those; `--seed 5000` begins their seeds there. Each suite's end is written to docs/deep-tests.json.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { hasPostgres15, startPostgres15 } from "./deep/postgres-15.ts";
import { currentCommit, writeRecord } from "./deep/record.ts";
import { type DeepCommand, type DeepSuite, deepSuites } from "./deep/suites.ts";

const { values, positionals } = parseArgs({
  options: { seed: { type: "string", default: "1" } },
  allowPositionals: true,
});
const firstSeed = Number(values.seed);
const unknown = positionals.filter((name) => !deepSuites.some((suite) => suite.name === name));
if (unknown.length > 0 || !Number.isSafeInteger(firstSeed)) {
  const names = deepSuites.map(({ name }) => name).join(", ");
  console.error(`Usage: npm run test:deep -- [--seed 1] [suite…]. The suites are ${names}.`);
  process.exit(2);
}

const wanted = deepSuites.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const outcomes = wanted.map((suite) => `${suite.name.padEnd(14)} ${runSuite(suite)}`);
console.log(["", ...outcomes].join("\n"));
process.exitCode = outcomes.some((line) => line.includes("FAILED")) ? 1 : 0;

function runSuite(suite: DeepSuite): string {
  console.log(`── ${suite.name}`);
  if (suite.onPostgres15 && !hasPostgres15()) {
    return "not run: there is no PostgreSQL 15 in /usr/lib/postgresql/15/bin, and PG15_BIN names none";
  }
  const begun = Date.now();
  const date = new Date(begun).toISOString();
  const commit = currentCommit();
  const isPassed = runCommands(suite);
  const seconds = Math.round((Date.now() - begun) / 1000);
  const outcome = isPassed ? "passed" : "failed";
  const { counts, hasSeeds } = suite;
  writeRecord(suite, { outcome, ...commit, date, firstSeed: hasSeeds ? firstSeed : null, counts, seconds });
  return `${isPassed ? "passed" : "FAILED"}, ${seconds} s`;
}

function runCommands({ commands, onPostgres15 }: DeepSuite): boolean {
  const server = onPostgres15 ? startPostgres15() : null;
  try {
    const env = server ? { TEST_DATABASE_URL: server.url } : {};
    return commands(firstSeed).every((one) => run(one, env));
  } finally {
    server?.stop();
  }
}

function run({ command, env }: DeepCommand, more: Record<string, string>): boolean {
  const { status } = spawnSync(process.execPath, command, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env, ...more },
  });
  return status === 0;
}
