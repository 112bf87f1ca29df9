/**
 * The web process of `npm run dev`, started by Shopify's command line with the tunnel's address, the app's key
 * and its secret. What else the app needs and nobody gave is made here: a secret, and a database in DATA_DIR.
 */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "#app/platform/migrate.server.ts";
import { startBundledPostgres, type BundledPostgres } from "../bundled-postgres/start.ts";
import { readEnvFile } from "./launch/env-file.ts";
import { readOrMakeSecrets } from "./launch/secrets.ts";

readEnvFile();
const dataDir = join(process.env["DATA_DIR"] ?? ".data", "shopify-dev");
mkdirSync(dataDir, { recursive: true });

let database: BundledPostgres | undefined;
try {
  if (!process.env["DATABASE_URL"]) {
    database = await startBundledPostgres({ folder: join(dataDir, "database") });
  }
  const databaseUrl = database?.url ?? process.env["DATABASE_URL"] ?? "";
  await migrate(databaseUrl);
  process.exitCode = await serve({
    DATABASE_URL: databaseUrl,
    APP_SECRET: process.env["APP_SECRET"] || readOrMakeSecrets(dataDir).APP_SECRET,
    SHOPIFY_APP_URL: process.env["HOST"] ?? process.env["SHOPIFY_APP_URL"] ?? "http://localhost:3000",
    JOBS: process.env["JOBS"] ?? "in-process",
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await database?.stop();
}

/** Runs the app with hot reload until it is told to stop. */
function serve(env: Record<string, string>): Promise<number> {
  const vite = spawn(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "vite:dev"], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => vite.kill(signal));
  return new Promise((resolve) => {
    vite.on("close", (code) => resolve(code ?? 0));
  });
}
