import { requireOwnSeal } from "./app/flows/health/check-seal.ts";
import { queueNotReady } from "./app/flows/operation/check-ready.ts";
import { startProbeServer } from "./app/http/probe-server.ts";
import { startJobs } from "./app/jobs/registry.ts";
import { now } from "./app/platform/clock.ts";
import { closeDatabase } from "./app/platform/db.server.ts";
import { env, envWarnings } from "./app/platform/env.server.ts";
import { surviveFaults } from "./app/platform/faults.server.ts";
import { log } from "./app/platform/log.server.ts";
import { waitForDatabase } from "./app/platform/wait-for-database.server.ts";
import { readEnvFile } from "./scripts/launch/env-file.ts";

const longestEndMs = 20_000;

/** Runs the jobs in a process of their own: `npm run worker`. It finishes running jobs before it ends. */
async function main(): Promise<void> {
  readEnvFile();
  const { LOG_LEVEL: level, WORKER_PORT: port } = env();
  surviveFaults();
  for (const warning of envWarnings(env())) log.warn(warning);
  let hasStarted = false;
  const isReady = async () => (hasStarted ? await queueNotReady() : "jobs_starting");
  const { HOST: host } = process.env;
  if (port !== undefined) await startProbeServer({ port, host, isReady });
  await waitForDatabase(() => requireOwnSeal(now()));
  const stop = await waitForDatabase(startJobs);
  hasStarted = true;
  let stopping = false;
  const end = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    // An unreachable database must not keep the process. Another one takes up its jobs.
    setTimeout(() => process.exit(1), longestEndMs).unref();
    void stop()
      .then(closeDatabase)
      .then(() => process.exit(0));
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  log.info("The worker is ready", { level, pid: process.pid });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
