import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../scripts/launch/ports.ts";
import { onDatabase, type Seeded, seedShop } from "../../bench/seed.ts";
import { buildIfStale } from "../../scripts/launch/build-if-stale.ts";
import { type AppProcess, deliverOrder, spawnApp } from "../support/app-process.ts";
import { startDatabaseProxy, ingestDatabase } from "../support/ingest-database.ts";
import { nextId, orderBody } from "../support/order-bodies.ts";
import { reloadDashboard, statusOf } from "../support/reload-dashboard.ts";

/** One web process, from its start without a database through times in which it is away. */
let database: Awaited<ReturnType<typeof ingestDatabase>>;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let web: AppProcess;
let shop: Seeded;

beforeAll(async () => {
  await buildIfStale(() => {});
  database = await ingestDatabase();
  shop = await seedShop(database.url, "away.myshopify.com", { affiliates: 3, days: 0, orders: 0 });
  proxy = await startDatabaseProxy(database.url);
  database.cleanup.add(proxy.close);
  proxy.cut();
  const env = {
    DATABASE_URL: proxy.url,
    DATA_DIR: database.dataDir,
    JOBS: "in-process",
    METRICS_TOKEN: metricsToken,
  };
  web = spawnApp("scripts/start.ts", { port: await freePort(), env });
  database.cleanup.add(web.kill);
}, 240_000);
afterAll(() => database.cleanup.run(), 120_000);

const metricsToken = "a-token-for-prometheus";
const patience = { timeout: 60_000, interval: 100 };
const health = () => statusOf(`${web.origin}/health`);
const logged = (message: string) => web.output().split(`"message":"${message}"`).length - 1;

/** True once the process's jobs have read an order. */
async function isRead(orderId: string): Promise<boolean> {
  const { rowCount } = await onDatabase(database.url, (client) =>
    client.query("select 1 from orders where shop_id = $1 and order_id = $2", [shop.shopId, orderId]),
  );
  return rowCount === 1;
}

test("waits for the database at its start, and says so", async () => {
  await expect.poll(health, patience).toBe(503);
  const unwell = await fetch(`${web.origin}/health`);
  expect(await unwell.json()).toMatchObject({ status: "unavailable", database: "unavailable" });
  const probes = await Promise.all(
    ["/health/live", "/health/ready"].map((path) => statusOf(`${web.origin}${path}`)),
  );
  expect(probes).toEqual([200, 503]);
  const page = await fetch(`${web.origin}/dashboard`);
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await page.text()).toContain("The app is starting");
  await expect.poll(() => logged("Waiting for the database")).toBe(1);
  expect(web.child.exitCode).toBeNull();

  proxy.restore();
  await expect.poll(health, patience).toBe(200);
  expect([logged("Waiting for the database"), logged("The database is there")]).toEqual([1, 1]);
});

test("lives on, not ready, while its database is away, and tells Prometheus so", async () => {
  const scrape = async () => {
    const headers = { Authorization: `Bearer ${metricsToken}` };
    return await (await fetch(`${web.origin}/metrics`, { headers })).text();
  };
  await expect.poll(() => statusOf(`${web.origin}/health/ready`), patience).toBe(200);
  expect(await scrape()).toContain("affiliate_database_up 1\n");
  proxy.cut();
  await expect.poll(() => statusOf(`${web.origin}/health/ready`), patience).toBe(503);
  expect(await statusOf(`${web.origin}/health/live`)).toBe(200);
  await expect.poll(scrape, patience).toContain("affiliate_database_up 0\n");
  proxy.restore();
  await expect.poll(() => statusOf(`${web.origin}/health/ready`), patience).toBe(200);
});

test.each(["cut", "freeze"] as const)(
  "answers again and works on after the database was away (%s) while people reloaded the dashboard",
  async (way) => {
    const reloads = reloadDashboard(web.origin, shop.cookie, 4);
    for (let round = 0; round < 2; round += 1) {
      const begun = reloads.statuses.length;
      await expect.poll(() => reloads.statuses.slice(begun), patience).toContain(200);
      proxy[way]();
      await expect.poll(health, patience).toBe(503);
      proxy.restore();
    }
    const restored = reloads.statuses.length;
    await expect.poll(() => reloads.statuses.slice(restored), patience).toContain(200);
    await reloads.stop();
    expect(await health()).toBe(200);
    // An answer is a page or an error; the connection never broke.
    expect(new Set(reloads.statuses)).toEqual(new Set([200, 500]));
    expect([logged("Unhandled rejection"), logged("Uncaught exception")]).toEqual([0, 0]);

    const order = orderBody({ id: nextId(), createdAt: new Date().toISOString() });
    expect(await deliverOrder(web.origin, { domain: shop.domain, order })).toBe(200);
    await expect.poll(() => isRead(String(order.id)), patience).toBe(true);
  },
  180_000,
);

test("the worker waits for the database at its start as well", async () => {
  proxy.cut();
  const env = { DATABASE_URL: proxy.url, DATA_DIR: `${database.dataDir}/worker` };
  const worker = spawnApp("worker.ts", { port: await freePort(), env });
  database.cleanup.add(worker.kill);
  await expect.poll(() => worker.output(), patience).toContain("Waiting for the database");
  proxy.restore();
  await expect.poll(() => worker.output(), patience).toContain("The worker is ready");
  expect(worker.output()).toContain("The database is there");
  await worker.kill();
});

test("ends with one line when the database does not exist, which waiting cannot mend", async () => {
  const url = new URL(database.url);
  url.pathname = "/no_such_database";
  const env = { DATABASE_URL: url.href, DATA_DIR: database.dataDir };
  const second = spawnApp("scripts/start.ts", { port: await freePort(), env });
  expect(await second.ended).toBe(1);
  expect(second.output()).toBe(
    'DATABASE_URL: the database could not be brought up to date: database "no_such_database" does not exist\n',
  );
});
