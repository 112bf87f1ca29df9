/**
 * `npm run faults`: puts one wrong thing after the other into copies of the engine and of the ledger, and looks whether
 * the histories notice. Ends with 1 when one goes unnoticed, or when a text is not where it was. `npm run faults --
 * rounds cap` tries only those whose description holds one of the words.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startBundledPostgres } from "../bundled-postgres/start.ts";
import type { Fault } from "../tests/faults/fault.ts";
import { faults } from "../tests/faults/list.ts";

const noticed = 9;
const environment = {
  NODE_ENV: "test",
  APP_SECRET: "a-secret-for-the-faults-of-at-least-32-characters",
  SHOPIFY_API_KEY: "test-key",
  SHOPIFY_API_SECRET: "test-secret",
  SHOPIFY_APP_URL: "http://localhost:3000",
  LOG_LEVEL: "silent",
  TZ: "UTC",
} as const;

const parts = [
  "app",
  "bundled-postgres",
  "local-paypal",
  "local-shopify",
  "tests",
  "package.json",
  "shopify.app.toml",
  "tsconfig.json",
];

/** A copy of what the histories need, to be spoiled. */
function makeCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), "faults-"));
  for (const each of parts) {
    cpSync(each, join(copy, each), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"), "junction");
  return copy;
}

type Look = { readonly code: number | null; readonly said: string };

function look(copy: string, by: Fault["by"], databaseUrl: string): Promise<Look> {
  const child = spawn(process.execPath, ["tests/faults/catch.ts", by], {
    cwd: copy,
    env: { ...process.env, ...environment, DATABASE_URL: databaseUrl },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part: Buffer) => (said += part.toString()));
  }
  return new Promise((done) => child.on("close", (code) => done({ code, said: said.trim() })));
}

/** What is wrong with how a fault was met; null when it was noticed. */
async function tryFault(fault: Fault, copy: string, databaseUrl: string): Promise<string | null> {
  const file = join(copy, fault.file);
  const before = readFileSync(file, "utf8");
  if (before.split(fault.right).length !== 2) return "its text is not in the file exactly once";
  writeFileSync(
    file,
    before.replace(fault.right, () => fault.wrong),
  );
  try {
    const { code, said } = await look(copy, fault.by, databaseUrl);
    if (code === noticed) return null;
    return code === 0 ? "nobody noticed" : `could not look: ${said.slice(0, 500)}`;
  } finally {
    writeFileSync(file, before);
  }
}

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const wanted = faults.filter(
    ({ what }) => words.length === 0 || words.some((word) => what.toLowerCase().includes(word.toLowerCase())),
  );
  const { migrate } = await import("../app/platform/migrate.server.ts");
  const database = await startBundledPostgres();
  const copies = Array.from({ length: Math.min(2, availableParallelism()) }, makeCopy);
  const missed: string[] = [];
  try {
    await migrate(database.url);
    for (const by of new Set(wanted.map((one) => one.by))) {
      const { code, said } = await look(copies[0] ?? "", by, database.url);
      if (code !== 0) throw new Error(`Without any fault the ${by} do not agree: ${said}`);
    }
    const waiting = [...wanted];
    const work = async (copy: string): Promise<void> => {
      for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
        const wrong = await tryFault(fault, copy, database.url);
        console.log(
          `${wrong === null ? "noticed" : "MISSED "}  ${fault.file}: ${fault.what}${wrong ? ` (${wrong})` : ""}`,
        );
        if (wrong !== null) missed.push(fault.what);
      }
    };
    await Promise.all(copies.map(work));
  } finally {
    await database.stop();
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  }
  console.log(`${wanted.length - missed.length} of ${wanted.length} faults noticed.`);
  return missed.length > 0 ? 1 : 0;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
