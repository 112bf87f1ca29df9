/** `npm start`: one web process on a server. It waits for the database and brings it to this version's schema first. */
import { join, resolve } from "node:path";
import { startBundledPostgres } from "../bundled-postgres/start.ts";
import { StartProblem } from "../bundled-postgres/start-problem.ts";
import { isSecretProblem, requireOwnSeal } from "../app/flows/health/check-seal.ts";
import { now } from "../app/platform/clock.ts";
import { closeDatabase } from "../app/platform/db.server.ts";
import { type Env, envWarnings, parseEnv } from "../app/platform/env.server.ts";
import { describeError, log } from "../app/platform/log.server.ts";
import { migrate, UnreleasedSchema } from "../app/platform/migrate.server.ts";
import { waitForDatabase } from "../app/platform/wait-for-database.server.ts";
import { hasBuild } from "./launch/build-if-stale.ts";
import { readEnvFile } from "./launch/env-file.ts";
import { followParent } from "./launch/follow-parent.ts";
import { LaunchProblem } from "./launch/launch-problem.ts";
import { requireFreePort } from "./launch/ports.ts";
import { listen, loadBuild, webApp } from "./launch/web-server.ts";

/** Stands for the bundled server's address until it runs. */
const bundled = "postgresql://bundled";

/**
 * Starts the bundled PostgreSQL for this process. Several processes need a server of their own in DATABASE_URL.
 * @throws StartProblem
 */
async function startBundled(dataDir: string): Promise<string> {
  const { url, folder, keeper } = await startBundledPostgres({ folder: join(resolve(dataDir), "database") });
  keeper.once("exit", () => {
    process.stderr.write("The bundled PostgreSQL ended, so this process ends too.\n");
    process.exit(1);
  });
  process.stdout.write(`Bundled PostgreSQL: data in ${folder}; back it up with: npm run backup -- FOLDER\n`);
  return url;
}

/** Waits for a database that opens with this APP_SECRET, and brings it to this version's schema. */
async function prepareDatabase({ DATABASE_URL, DATA_DIR }: Env): Promise<void> {
  const url = DATABASE_URL === bundled ? await startBundled(DATA_DIR) : DATABASE_URL;
  process.env["DATABASE_URL"] = url;
  try {
    await waitForDatabase(() => migrate(url));
    await waitForDatabase(() => requireOwnSeal(now()));
    await closeDatabase();
  } catch (error) {
    if (error instanceof UnreleasedSchema || isSecretProblem(error)) {
      throw new LaunchProblem(error.message);
    }
    const { error: message } = describeError(error);
    throw new LaunchProblem(`DATABASE_URL: the database could not be brought up to date: ${message}`);
  }
}

function end(): void {
  process.kill(process.pid, "SIGTERM");
}

async function start(): Promise<void> {
  process.env["NODE_ENV"] ??= "production";
  if (!process.argv.includes("--without-env-file")) readEnvFile();
  // No worker can join the bundled server, so this process runs the jobs.
  if (!process.env["DATABASE_URL"]) {
    process.env["DATABASE_URL"] = bundled;
    process.env["JOBS"] ||= "in-process";
  }
  const result = parseEnv(process.env);
  if ("problems" in result) throw new LaunchProblem(result.problems.join("\n"));
  for (const warning of envWarnings(result.env)) log.warn(warning);
  if (!hasBuild()) throw new LaunchProblem("There is no build yet: run `npm run build` first.");
  await requireFreePort("PORT", result.env.PORT);
  // A launcher that dies without a word must not leave a server behind that holds its port.
  process.once("disconnect", end);
  process.channel?.unref();
  if (!process.connected) followParent(end);
  const { PORT, SHOPIFY_APP_URL } = result.env;
  const { serve } = await listen(PORT, { host: process.env["HOST"] });
  await prepareDatabase(result.env);
  serve(webApp(await loadBuild("build/server/index.js"), SHOPIFY_APP_URL));
  log.info("The web server is ready", { port: PORT, pid: process.pid });
}

try {
  await start();
} catch (error) {
  if (!(error instanceof LaunchProblem || error instanceof StartProblem)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
