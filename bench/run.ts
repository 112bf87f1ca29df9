import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { migrate } from "../app/platform/migrate.server.ts";
import { makeCleanup, type Cleanup } from "./cleanup.ts";
import { BenchProblem, type Bench, type Figure } from "./figure.ts";
import { startPostgres, type Server } from "./postgres.ts";
import { appEnv, buildBench, startServer, startWorker } from "./processes.ts";
import { figures } from "./registry.ts";
import { onDatabase } from "./seed.ts";
import { resultOf, table, type Result } from "./table.ts";

/** `npm run bench`: each figure beside its baseline, in one run. `--quick`, `--only ID,…`, `--json FILE`. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { quick: { type: "boolean" }, only: { type: "string" }, json: { type: "string" } },
    });
    return { quick: values.quick ?? false, json: values.json, chosen: choose(values.only) };
  } catch (error) {
    throw new BenchProblem(error instanceof Error ? error.message : String(error));
  }
}

function choose(only: string | undefined): readonly Figure[] {
  if (only === undefined) return figures;
  const ids = only.split(",").map((id) => id.trim());
  const unknown = ids.filter((id) => figures.every((figure) => figure.id !== id));
  if (unknown.length === 0) return figures.filter((figure) => ids.includes(figure.id));
  throw new BenchProblem(
    `There is no ${unknown.join(", ")}; there are ${figures.map(({ id }) => id).join(", ")}.`,
  );
}

async function newDatabase(server: Server, cleanup: Cleanup): Promise<string> {
  const name = `bench_${randomBytes(6).toString("hex")}`;
  await onDatabase(server.url, (client) => client.query(`create database ${name}`));
  cleanup.add(() =>
    onDatabase(server.url, async (client) => {
      await client.query(`drop database ${name} with (force)`);
    }),
  );
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  await migrate(url.href);
  return url.href;
}

let building: Promise<void> | undefined;

function build(): Promise<void> {
  say("  Building the app and what it is compared with …");
  return buildBench();
}

const made = new Map<string, Promise<unknown>>();

/** `ofFigure` is undone after the figure, `ofAll` at the end. */
type Given = {
  readonly server: Server;
  readonly quick: boolean;
  readonly ofFigure: Cleanup;
  readonly ofAll: Cleanup;
};

function benchFor(given: Given): Bench {
  const { server, quick, ofFigure } = given;
  return {
    quick,
    newDatabase: () => newDatabase(server, ofFigure),
    shared<Made>(name: string, make: (bench: Bench) => Promise<Made>): Promise<Made> {
      const known = made.get(name) ?? make(benchFor({ ...given, ofFigure: given.ofAll }));
      made.set(name, known);
      return known as Promise<Made>;
    },
    async startApp(databaseUrl) {
      await (building ??= build());
      return await startServer("serve.ts", databaseUrl, ofFigure);
    },
    startIngest: (databaseUrl) => startServer("serve-ingest.ts", databaseUrl, ofFigure),
    startBare: (databaseUrl) => startServer("serve-bare.ts", databaseUrl, ofFigure),
    startWorker: (file, databaseUrl) => startWorker(file, appEnv(databaseUrl), ofFigure),
  };
}

const wordsOf = (error: unknown): string => (error instanceof BenchProblem ? error.message : String(error));

/** Null where it could not be measured: what an hour brought before it is not lost with it. */
async function measureOne(figure: Figure, bench: Bench): Promise<Result | null> {
  say(`${figure.id}: ${figure.title} …`);
  const begun = performance.now();
  try {
    const result = resultOf(figure, await figure.measure(bench));
    say(`  ${result.ratio.toFixed(2)}, after ${Math.round((performance.now() - begun) / 1000)} s`);
    return result;
  } catch (error) {
    process.stderr.write(`  ${wordsOf(error)}\n`);
    return null;
  }
}

async function measureAll(cleanup: Cleanup, ofFigure: Cleanup): Promise<void> {
  const { quick, json, chosen } = readOptions();
  const server = await startPostgres(cleanup);
  const results: Result[] = [];
  for (const figure of chosen) {
    // One after the other: two figures at once would measure each other.
    /* oxlint-disable no-await-in-loop */
    const result = await measureOne(figure, benchFor({ server, quick, ofFigure, ofAll: cleanup }));
    if (result) results.push(result);
    await ofFigure.run();
    /* oxlint-enable no-await-in-loop */
  }
  say(`\n${table(chosen, results)}`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
  const missing = chosen.filter(({ id }) => results.every((result) => result.id !== id));
  if (missing.length > 0) throw new BenchProblem(`Not measured: ${missing.map(({ id }) => id).join(", ")}.`);
}

const cleanup = makeCleanup();
const ofFigure = makeCleanup();
const undo = async (): Promise<void> => {
  await ofFigure.run();
  await cleanup.run();
};

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void undo().then(() => process.exit(130)));
}

try {
  await measureAll(cleanup, ofFigure);
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = 1;
}
await undo();
process.exit();
