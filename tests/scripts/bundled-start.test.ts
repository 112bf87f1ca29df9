import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { freePort } from "../../scripts/launch/ports.ts";
import { removeHome } from "../../bundled-postgres/home.ts";
import { startBundledPostgres } from "../../bundled-postgres/start.ts";
import { buildIfStale } from "../../scripts/launch/build-if-stale.ts";
import { type AppProcess, spawnApp } from "../support/app-process.ts";

/** Everything an app without a server of its own is told. */
const own = { DATABASE_URL: "", JOBS: "" };
const patience = { timeout: 60_000, interval: 100 };

let dataDir: string;
const started: AppProcess[] = [];

beforeAll(() => buildIfStale(() => {}));
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "bundled-start-"));
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  for (const app of started.splice(0)) await app.kill();
  removeHome(join(dataDir, "database"));
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = own): Promise<AppProcess> {
  const app = spawnApp("scripts/start.ts", { port: await freePort(), env: { ...env, DATA_DIR: dataDir } });
  started.push(app);
  return app;
}

async function statusOf({ origin }: AppProcess): Promise<number> {
  return await fetch(`${origin}/health`).then(
    ({ status }) => status,
    () => 0,
  );
}

test("npm start without DATABASE_URL brings its database, and names its folder and the backup", async () => {
  const app = await start();
  await expect.poll(() => statusOf(app), patience).toBe(200);
  const folder = join(dataDir, "database");
  expect(app.output()).toContain(
    `Bundled PostgreSQL: data in ${folder}; back it up with: npm run backup -- `,
  );
  expect(app.output()).not.toContain("postgresql://");

  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.output().trim()).toMatch(
    /^[^\n]*database is in use by process \d+\. Stop that process[^\n]*$/,
  );

  const backup = join(dataDir, "backup");
  const { stdout, stderr } = spawnSync(process.execPath, ["scripts/backup.ts", backup], {
    env: { ...process.env, ...own, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  expect({ stdout, stderr }).toEqual({ stdout: `Backed up to ${backup}.\n`, stderr: "" });

  expect(await app.end()).toBe(0);
  const again = await start();
  await expect.poll(() => statusOf(again), patience).toBe(200);
  await again.kill();
  // The server of a killed process stops by itself, and the folder is free.
  await expect
    .poll(async () => {
      const server = await startBundledPostgres({ folder }).catch(() => null);
      await server?.stop();
      return server !== null;
    }, patience)
    .toBe(true);
});

test("a worker without DATABASE_URL does not start a server of its own", async () => {
  const worker = spawnApp("worker.ts", { port: 1, env: { ...own, DATA_DIR: dataDir } });
  started.push(worker);
  expect(await worker.ended).toBe(1);
  expect(worker.output()).toContain("DATABASE_URL is missing: give the address of a PostgreSQL server");
});
