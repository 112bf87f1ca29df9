/**
 * `npm run structure`: files, importers, lines, comments and repeated types of the app, and the files that four paths
 * run through. `--comments`, `--types`, `--importers` and `--paths` list the findings behind a figure.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { z } from "zod";
import { startBundledPostgres } from "../bundled-postgres/start.ts";
import { sourceFiles } from "../tests/project/files.ts";
import { countNames, type Import, percentile, singleImporters } from "./structure/counting.ts";
import type { PathCalls } from "./structure/four-paths.ts";
import { type Comment, commentsIn, isFlagged, typesDeclaredIn } from "./structure/source-facts.ts";

type SourceFacts = {
  readonly file: string;
  readonly lines: number;
  readonly flagged: readonly Comment[];
  readonly types: ReadonlySet<string>;
};

type Row = readonly [name: string, now: string, goal: string];

/** A type name is listed when more files than these declare it. Every component may have its own `Props`. */
const toleratedFiles = 3;
const localTypes: ReadonlySet<string> = new Set(["Props"]);
const shownTypes = 10;

const { values: options } = parseArgs({
  options: {
    comments: { type: "boolean", default: false },
    types: { type: "boolean", default: false },
    importers: { type: "boolean", default: false },
    paths: { type: "boolean", default: false },
  },
});

const cruise = z.object({
  modules: z.array(
    z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) }),
  ),
});

/** Imports by production code, types included. */
function readImports(): Import[] {
  const cruiser = "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs";
  const args = [cruiser, "--config", ".dependency-cruiser.mjs", "--output-type", "json", "app"];
  const { stdout, stderr } = spawnSync(process.execPath, [...args, "worker.ts", "ingest.ts"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (stdout === "") throw new Error(`dependency-cruiser: ${stderr}`);
  return cruise
    .parse(JSON.parse(stdout))
    .modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    );
}

function readFacts(file: string): SourceFacts {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  return {
    file,
    lines: source.text.split("\n").length - 1,
    flagged: commentsIn(source).filter(isFlagged),
    types: typesDeclaredIn(source),
  };
}

/** The app reads its environment when it is first loaded, so it is loaded once the database is there. */
async function runPaths(): Promise<PathCalls[]> {
  const database = await startBundledPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), "structure-"));
  try {
    Object.assign(process.env, {
      NODE_ENV: "test",
      APP_SECRET: "a-secret-for-structure-of-at-least-32-characters",
      SHOPIFY_API_KEY: "test-key",
      SHOPIFY_API_SECRET: "test-secret",
      SHOPIFY_APP_URL: "http://localhost:3000",
      LOG_LEVEL: "error",
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      TZ: "UTC",
    });
    const { migrate } = await import("../app/platform/migrate.server.ts");
    await migrate(database.url);
    const { measurePaths } = await import("./structure/four-paths.ts");
    return await measurePaths();
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const figure = (value: number): string => value.toLocaleString("en-US");

function tableOf(rows: readonly Row[]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(([name, now, goal]) => `${name.padEnd(widths[0] ?? 0)}  ${now.padEnd(widths[1] ?? 0)}  ${goal}`)
    .map((line) => line.trimEnd())
    .join("\n");
}

const facts = sourceFiles()
  .filter((file) => !file.endsWith(".generated.ts"))
  .map(readFacts);
const app = facts.filter(({ file }) => file.startsWith("app/"));
const lines = app.map((one) => one.lines);
const single = [
  ...singleImporters(
    app.map(({ file }) => file),
    readImports(),
  ),
].toSorted(([a], [b]) => (a < b ? -1 : 1));
const inSameFolder = single.filter(([file, importer]) => dirname(file) === dirname(importer));
const repeated = countNames(app.map(({ types }) => types)).filter(
  ([name, count]) => count > toleratedFiles && !localTypes.has(name),
);
const flaggedIn = (some: readonly SourceFacts[]): number =>
  some.reduce((sum, { flagged }) => sum + flagged.length, 0);
const paths = await runPaths();

if (options.comments) {
  for (const { file, flagged } of facts) {
    for (const { line, text } of flagged) console.log(`${file}:${line}  ${text.split("\n", 1)[0]}`);
  }
}
if (options.types) for (const [name, count] of repeated) console.log(`${name}  ${count}`);
if (options.importers) for (const [file, importer] of single) console.log(`${file}  ${importer}`);
if (options.paths) {
  for (const { name, called } of paths) {
    console.log(`${name}:`);
    for (const [file, count] of called) console.log(`  app/${file}  ${count}`);
  }
}

const shownNames = repeated.slice(0, shownTypes).map(([name, count]) => `${name} ${count}`);
console.log(
  tableOf([
    ["", "now", "goal"],
    ["files in app/", figure(app.length), "1,100"],
    ["  under 50 lines", figure(lines.filter((count) => count < 50).length), ""],
    ["  with exactly one importer", figure(single.length), ""],
    ["    in the same folder", figure(inSameFolder.length), ""],
    ["lines of a file, p50", figure(percentile(lines, 50)), ""],
    ["lines of a file, p95", figure(percentile(lines, 95)), "320"],
    ["lines of a file, maximum", figure(percentile(lines, 100)), ""],
    ["flagged comments in app/", figure(flaggedIn(app)), "30"],
    ["flagged comments elsewhere", figure(flaggedIn(facts) - flaggedIn(app)), ""],
    [`type names in more than ${toleratedFiles} files`, figure(repeated.length), ""],
    ...paths.map(({ name, goal, called }): Row => {
      const functions = [...called.values()].reduce((sum, count) => sum + count, 0);
      return [`files run by ${name}`, `${called.size} (${figure(functions)} functions)`, String(goal)];
    }),
  ]),
);
console.log(`Most repeated types: ${shownNames.join(", ")}.`);
