import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../scripts/launch/ports.ts";
import { onDatabase, type Seeded, seedShop } from "../../bench/seed.ts";
import { buildIfStale } from "../../scripts/launch/build-if-stale.ts";
import { type AppProcess, spawnApp } from "../support/app-process.ts";
import { startDatabaseProxy, ingestDatabase } from "../support/ingest-database.ts";
import { reloadDashboard, statusOf } from "../support/reload-dashboard.ts";

const restarts = 60;
const stopMs = 20_000;
const clients = 8;
/** Both are limits for what hangs. */
const patience = { timeout: 120_000, interval: 100 };
const longestMs = 20 * 60_000;

let database: Awaited<ReturnType<typeof ingestDatabase>>;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let shop: Seeded;

beforeAll(async () => {
  await buildIfStale(() => {});
  database = await ingestDatabase();
  shop = await seedShop(database.url, "away.myshopify.com", { affiliates: 3, days: 0, orders: 0 });
  proxy = await startDatabaseProxy(database.url);
  database.cleanup.add(proxy.close);
}, 240_000);
afterAll(() => database.cleanup.run(), 120_000);

async function startWeb(): Promise<AppProcess> {
  const env = { DATABASE_URL: proxy.url, DATA_DIR: database.dataDir, JOBS: "in-process" };
  const web = spawnApp("scripts/start.ts", { port: await freePort(), env });
  database.cleanup.add(web.kill);
  return web;
}

/** Ends every session of the web process as a server that is told to stop does. */
async function endSessions(): Promise<void> {
  await onDatabase(database.url, (client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    ),
  );
}

/** A restart in which connections are refused for so long. */
async function restart(ms: number): Promise<void> {
  await endSessions();
  proxy.cut();
  await pause(ms);
  proxy.restore();
}

const absences = [
  [`${restarts} restarts`, async (round: number) => await restart((round % 10) * 100), restarts],
  ["a stop of 20 s", async () => await restart(stopMs), 1],
  [
    "a freeze of 20 s",
    async () => {
      proxy.freeze();
      await pause(stopMs);
      proxy.restore();
    },
    1,
  ],
] as const;

test.each(absences)(
  "a web process whose dashboard is being reloaded survives %s of its database",
  async (_name, absence, rounds) => {
    const web = await startWeb();
    await expect.poll(() => statusOf(`${web.origin}/health`), patience).toBe(200);
    const reloads = reloadDashboard(web.origin, shop.cookie, clients);
    for (let round = 0; round < rounds; round += 1) {
      const begun = reloads.statuses.length;
      await expect.poll(() => reloads.statuses.slice(begun), patience).toContain(200);
      await absence(round);
    }
    const restored = reloads.statuses.length;
    await expect.poll(() => reloads.statuses.slice(restored), patience).toContain(200);
    await reloads.stop();
    expect(new Set(reloads.statuses)).toEqual(new Set([200, 500]));
    expect(web.output()).not.toMatch(/Unhandled rejection|Uncaught exception/);
    expect(web.child.exitCode).toBeNull();
    await web.kill();
  },
  longestMs,
);

test(
  "a web process that starts while its database is frozen waits for it",
  async () => {
    proxy.freeze();
    const web = await startWeb();
    await expect.poll(() => web.output(), patience).toContain("Waiting for the database");
    expect(await statusOf(`${web.origin}/health`)).toBe(503);
    await pause(stopMs);
    proxy.restore();
    await expect.poll(() => statusOf(`${web.origin}/health`), patience).toBe(200);
    await web.kill();
  },
  longestMs,
);
