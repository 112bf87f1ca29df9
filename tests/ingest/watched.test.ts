import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "#app/platform/db.server.ts";
import { freePort } from "../../scripts/launch/ports.ts";
import { type AppProcess, spawnApp } from "../support/app-process.ts";
import { startDatabaseProxy, ingestDatabase } from "../support/ingest-database.ts";
import { followLink, type Ingest, startIngest, waitingAt } from "../support/ingest-process.ts";
import { makeSellingShop, type SellingShop } from "../support/selling-shop.ts";

const appSecret = "a-secret-for-tests-of-at-least-32-characters";
const metricsToken = "a-token-for-prometheus";

let database: Awaited<ReturnType<typeof ingestDatabase>>;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let ingest: Ingest;
let shop: SellingShop;

beforeAll(async () => {
  database = await ingestDatabase();
  shop = await makeSellingShop();
  proxy = await startDatabaseProxy(database.url);
  ingest = await startIngest({ databaseUrl: proxy.url, dataDir: database.dataDir, appSecret, metricsToken });
  database.cleanup.add(proxy.close);
  database.cleanup.add(ingest.kill);
});
afterAll(async () => {
  await closeDatabase();
  await database.cleanup.run();
});

async function jsonAt(origin: string, path: string) {
  const answer = await fetch(`${origin}${path}`);
  return { status: answer.status, body: (await answer.json()) as unknown };
}

async function scrape(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
  expect(answer.status).toBe(200);
  return await answer.text();
}

const requests = "affiliate_http_request_duration_seconds_count";
let visitor = 0;
const click = () =>
  followLink(ingest.origin, `/r/${shop.code}?s=${shop.domain.replace(".myshopify.com", "")}`, (visitor += 1));

test("ingest counts clicks and unknown addresses by route pattern", async () => {
  for (let clicks = 0; clicks < 3; clicks += 1) await click();
  await fetch(`${ingest.origin}/no/such/address`);
  await fetch(`${ingest.origin}/r/nobody`, { method: "POST" });
  const text = await scrape(ingest.origin);
  expect(text).toContain(`${requests}{method="GET",route="/r/:code",status="3xx"} 3\n`);
  expect(text).toContain(`${requests}{method="POST",route="/r/:code",status="4xx"} 1\n`);
  expect(text).toContain(`${requests}{method="GET",route="none",status="4xx"} 1\n`);
  expect(text).not.toContain(shop.code);
});

test("ingest hides its metrics from requests without the token", async () => {
  expect((await fetch(`${ingest.origin}/metrics`)).status).toBe(404);
});

test("without the database, ingest lives, takes clicks, and says that it refuses webhooks", async () => {
  const ready = { status: "ready", database: "ok", clicks: "taken", webhooks: "taken" };
  // On a slow machine the database may be taken for away once.
  await expect
    .poll(() => jsonAt(ingest.origin, "/health/ready"), { timeout: 10_000 })
    .toEqual({ status: 200, body: ready });
  proxy.cut();
  for (let clicks = 0; clicks < 4; clicks += 1) await click();
  expect((await jsonAt(ingest.origin, "/health/live")).status).toBe(200);
  expect(await jsonAt(ingest.origin, "/health/ready")).toEqual({
    status: 200,
    body: { status: "ready", database: "away", clicks: "taken", webhooks: "refused" },
  });
  await expect.poll(() => scrape(ingest.origin)).toContain("affiliate_database_up 0\n");
  const text = await scrape(ingest.origin);
  expect(text).toContain('affiliate_spool_waiting{kind="clicks"} 4\n');
  expect(text).toContain("process_cpu_seconds_total");
  // An unknown figure is missing, because 0 would look fine.
  expect(text).not.toContain("affiliate_inbox_waiting");
  proxy.restore();
  await expect.poll(() => waitingAt(ingest.origin)).toBe(0);
  await expect.poll(() => scrape(ingest.origin)).toContain("affiliate_inbox_waiting 0\n");
}, 60_000);

test("ingest is not ready while neither the database nor the disk takes clicks", async () => {
  const spool = join(database.dataDir, "spool");
  proxy.cut();
  rmSync(spool, { recursive: true, force: true });
  writeFileSync(spool, "a file in the folder's place");
  expect(await jsonAt(ingest.origin, "/health/ready")).toEqual({
    status: 503,
    body: {
      status: "unavailable",
      reason: "Neither the database nor the disk takes clicks",
      database: "away",
      clicks: "lost",
      webhooks: "refused",
    },
  });
  rmSync(spool);
  proxy.restore();
  await expect.poll(async () => (await jsonAt(ingest.origin, "/health/ready")).status).toBe(200);
}, 60_000);

test("the worker is ready once its jobs have started and while its queue answers", async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: proxy.url,
    DATA_DIR: `${database.dataDir}/worker`,
    APP_SECRET: appSecret,
    WORKER_PORT: String(port),
    METRICS_TOKEN: metricsToken,
  };
  proxy.cut();
  const worker: AppProcess = spawnApp("worker.ts", { port: await freePort(), env });
  database.cleanup.add(worker.kill);
  await expect.poll(() => worker.output(), { timeout: 60_000 }).toContain("Health and metrics are served");
  expect(await jsonAt(origin, "/health/live")).toEqual({ status: 200, body: { status: "live" } });
  expect(await jsonAt(origin, "/health/ready")).toEqual({
    status: 503,
    body: { status: "unavailable", reason: "jobs_starting" },
  });
  proxy.restore();
  const readiness = async () => (await jsonAt(origin, "/health/ready")).status;
  await expect.poll(readiness, { timeout: 60_000 }).toBe(200);
  const text = await scrape(origin);
  expect(text).toContain('affiliate_queue_due{queue="send-mail"} ');
  expect((await fetch(`${origin}/dashboard`)).status).toBe(404);

  proxy.cut();
  expect(await jsonAt(origin, "/health/ready")).toEqual({
    status: 503,
    body: { status: "unavailable", reason: "queue_silent" },
  });
  expect((await jsonAt(origin, "/health/live")).status).toBe(200);
  proxy.restore();
  await expect.poll(readiness, { timeout: 60_000 }).toBe(200);
  expect(await worker.end()).toBe(0);
}, 180_000);
