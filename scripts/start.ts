/** `npm start`: one web process on a server. It brings the database to this version's schema first. */
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { startBundledPostgres } from "../bundled-postgres/start.ts";
import { StartProblem } from "../bundled-postgres/start-problem.ts";
import { parseEnv } from "../app/platform/env.server.ts";
import { migrate } from "../app/platform/migrate.server.ts";
import { hasBuild } from "./launch/build-if-stale.ts";
import { readEnvFile } from "./launch/env-file.ts";
import { followParent } from "./launch/follow-parent.ts";
import { leaveForeignFormsToRoutes } from "./launch/foreign-forms.ts";
import { LaunchProblem } from "./launch/launch-problem.ts";
import { letGoAtTheEnd } from "./launch/let-go.ts";
import { leadOddLinksOn } from "./launch/odd-links.ts";
import { requireFreePort } from "./launch/ports.ts";
import { sendAsItIsTaken } from "./launch/slow-readers.ts";

/** Stands for the bundled server's address until it runs. */
const bundled = "postgresql://bundled";

async function migrateOrSay(databaseUrl: string): Promise<void> {
  try {
    await migrate(databaseUrl);
  } catch (error) {
    // A refused connection to a name with two addresses is an error without a message, around one for each.
    const parts = error instanceof AggregateError ? error.errors : [error];
    const [first] = parts.map((part) => (part instanceof Error ? part.message : String(part)));
    throw new LaunchProblem(`DATABASE_URL: the database could not be brought up to date: ${first}`);
  }
}

/**
 * Starts the bundled PostgreSQL for this process. Several processes need a server of their own in DATABASE_URL.
 * @throws StartProblem
 */
async function startOwnDatabase(dataDir: string): Promise<string> {
  const { url, folder, keeper } = await startBundledPostgres({ folder: join(resolve(dataDir), "database") });
  keeper.once("exit", () => {
    process.stderr.write("The bundled PostgreSQL ended, so this process ends too.\n");
    process.exit(1);
  });
  process.stdout.write(`Bundled PostgreSQL: data in ${folder}; back it up with: npm run backup -- FOLDER\n`);
  return url;
}

function end(): void {
  process.kill(process.pid, "SIGTERM");
}

async function start(): Promise<void> {
  process.env["NODE_ENV"] ??= "production";
  if (!process.argv.includes("--without-env-file")) readEnvFile();
  const isBundled = !process.env["DATABASE_URL"];
  // No worker can join the bundled server, so this process runs the jobs.
  if (isBundled) {
    process.env["DATABASE_URL"] = bundled;
    process.env["JOBS"] ||= "in-process";
  }
  const result = parseEnv(process.env);
  if ("problems" in result) throw new LaunchProblem(result.problems.join("\n"));
  if (!hasBuild()) throw new LaunchProblem("There is no build yet: run `npm run build` first.");
  await requireFreePort("PORT", result.env.PORT);
  const databaseUrl = isBundled ? await startOwnDatabase(result.env.DATA_DIR) : result.env.DATABASE_URL;
  process.env["DATABASE_URL"] = databaseUrl;
  await migrateOrSay(databaseUrl);
  // A launcher that dies without a word must not leave a server behind that holds its port.
  process.once("disconnect", end);
  process.channel?.unref();
  if (!process.connected) followParent(end);
  leaveForeignFormsToRoutes(result.env.SHOPIFY_APP_URL);
  leadOddLinksOn();
  letGoAtTheEnd();
  sendAsItIsTaken();
  process.env["PORT"] = String(result.env.PORT);
  process.argv.splice(2, process.argv.length, "build/server/index.js");
  createRequire(import.meta.url)("@remix-run/serve/dist/cli.js");
}

try {
  await start();
} catch (error) {
  if (!(error instanceof LaunchProblem || error instanceof StartProblem)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
