import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db } from "#app/platform/db.server.ts";
import { startDatabaseProxy, ingestDatabase } from "../support/ingest-database.ts";
import {
  ask,
  clickIdIn,
  followLink,
  type Ingest,
  sendDelivery,
  startIngest,
  waitingAt,
} from "../support/ingest-process.ts";
import { makeSellingShop, type SellingShop } from "../support/selling-shop.ts";

const appSecret = "a-secret-for-tests-of-at-least-32-characters";

let database: Awaited<ReturnType<typeof ingestDatabase>>;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let ingest: Ingest;
let shop: SellingShop;
let later: SellingShop;

beforeAll(async () => {
  database = await ingestDatabase();
  shop = await makeSellingShop();
  proxy = await startDatabaseProxy(database.url);
  const given = { databaseUrl: proxy.url, dataDir: database.dataDir, appSecret };
  ingest = await startIngest(given);
  database.cleanup.add(proxy.close);
  database.cleanup.add(ingest.kill);
  // Made after the process learned what there is: it has to ask for this one.
  later = await makeSellingShop();
}, 120_000);
afterAll(async () => {
  await closeDatabase();
  await database.cleanup.run();
}, 120_000);

const handleOf = ({ domain }: SellingShop) => domain.replace(".myshopify.com", "");
/** Where the store is for shoppers; the platform said so before the process began. */
const storefrontOf = ({ domain }: SellingShop) => domain.replace(".myshopify.com", ".example");
const pathOf = (one: SellingShop) => `/r/${one.code}?s=${handleOf(one)}&to=%2Fproducts%2Fmug`;

async function known(clickIds: readonly string[]): Promise<number> {
  const { rows } = await db().execute<{ count: string }>(
    sql`select count(*) from clicks where click_id = any(${sql.param([...clickIds])}::text[])`,
  );
  return Number(rows[0]?.count);
}

async function countedFor(one: SellingShop): Promise<{ clicks: number; visitors: number }> {
  const { rows } = await db().execute<{ clicks: number; visitors: number }>(
    sql`select clicks, visitors from daily_shop_figures where shop_id = ${one.shopId}`,
  );
  return rows[0] ?? { clicks: 0, visitors: 0 };
}

let visitor = 0;

async function followMany(count: number): Promise<string[]> {
  const told = await Promise.all(
    Array.from({ length: count }, () => followLink(ingest.origin, pathOf(shop), (visitor += 1))),
  );
  expect(told.map((one) => one.status)).toEqual(told.map(() => 302));
  return told.map((one) => clickIdIn(one.location) ?? "none");
}

test.each(["cut", "freeze"] as const)(
  "while the database is away (%s) shoppers are led on with signed ids, and their clicks are counted afterwards",
  async (way) => {
    const before = await countedFor(shop);
    const clickIds = await followMany(10);
    await expect.poll(() => known(clickIds)).toBe(10);
    // Where the machine was slow they are on the disk as well, until that is stored too.
    await expect.poll(() => waitingAt(ingest.origin)).toBe(0);
    proxy[way]();
    // Answered while nothing gets through: the database is given back after all answers are here.
    for (let wave = 0; wave < 3; wave += 1) clickIds.push(...(await followMany(20)));
    expect(await known(clickIds.slice(10))).toBe(0);
    expect(await waitingAt(ingest.origin)).toBe(60);
    expect((await ask(ingest.origin, "/health")).status).toBe(200);
    proxy.restore();
    await expect.poll(() => known(clickIds)).toBe(70);
    const after = await countedFor(shop);
    expect([after.clicks - before.clicks, after.visitors - before.visitors]).toEqual([70, 70]);
  },
  120_000,
);

test.each(["cut", "freeze"] as const)(
  "a link that names no shop leads into the only one that there was, signed, while the database is away (%s)",
  async (way) => {
    const before = await countedFor(shop);
    proxy[way]();
    const { status, location } = await followLink(ingest.origin, `/r/${shop.code}?to=%2Ftea`, 80_000);
    expect([status, new URL(location ?? "").host]).toEqual([302, storefrontOf(shop)]);
    const unknown = await followLink(ingest.origin, `/r/${later.code}?to=%2Ftea`, 80_001);
    expect([unknown.status, unknown.location]).toEqual([
      302,
      `https://${storefrontOf(shop)}/tea?ref=${later.code}`,
    ]);
    proxy.restore();
    // A click that is just being stored neither waits nor is known yet.
    await expect.poll(() => known([clickIdIn(location) ?? "none"])).toBe(1);
    expect((await countedFor(shop)).clicks - before.clicks).toBe(1);
  },
  120_000,
);

test.each(["cut", "freeze"] as const)(
  "where several shops have the app, a link that names none is known by who had the code first, or its page asks again (%s)",
  async (way) => {
    const given = { databaseUrl: proxy.url, dataDir: database.dataDir, appSecret };
    const knowing = await startIngest(given);
    database.cleanup.add(knowing.kill);
    const newest = await makeSellingShop();
    const before = await countedFor(later);
    proxy[way]();
    const led = await followLink(knowing.origin, `/r/${later.code}?to=%2Ftea`, (visitor += 1));
    expect([led.status, new URL(led.location).host]).toEqual([302, storefrontOf(later)]);
    const headers = { "User-Agent": "Mozilla/5.0 Firefox/140.0" };
    const page = await fetch(`${knowing.origin}/r/${newest.code}?to=%2Ftea`, { headers });
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "2"]);
    const again = /content="2; url=(\?to=%2Ftea&#38;aff_again=clk_[\w.-]+)"/.exec(await page.text())?.[1];
    const path = `/r/${newest.code}${again?.replace("&#38;", "&")}`;
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await followLink(knowing.origin, path, (visitor += 1))).status).toBe(503);
    }
    expect(await waitingAt(knowing.origin)).toBe(2);
    proxy.restore();
    await expect
      .poll(async () => (await followLink(knowing.origin, path, (visitor += 1))).location)
      .toMatch(new RegExp(`^https://${storefrontOf(newest)}/tea\\?.*aff_click=clk_`));
    const { location } = await followLink(knowing.origin, path, (visitor += 1));
    const clickIds = [led.location, location].map((one) => clickIdIn(one) ?? "none");
    await expect.poll(() => known(clickIds)).toBe(2);
    await expect.poll(() => waitingAt(knowing.origin)).toBe(0);
    expect((await countedFor(later)).clicks - before.clicks).toBe(1);
    expect(await countedFor(newest)).toEqual({ clicks: 1, visitors: 1 });
    await knowing.end();
  },
  60_000,
);

test("a code that nobody could be asked about leads to its shop, and counts when the database is back", async () => {
  const before = await countedFor(later);
  proxy.cut();
  const { status, location } = await followLink(ingest.origin, pathOf(later), 70_001);
  expect([status, location]).toEqual([302, `https://${later.domain}/products/mug?ref=${later.code}`]);
  await expect.poll(() => waitingAt(ingest.origin)).toBe(1);
  proxy.restore();
  await expect
    .poll(() => countedFor(later))
    .toEqual({ clicks: before.clicks + 1, visitors: before.visitors + 1 });
});

test("what waits on the disk cannot be read there", async () => {
  proxy.cut();
  await followMany(3);
  const folder = join(database.dataDir, "spool", "clicks");
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
  expect(text.split("\n").length).toBeGreaterThan(3);
  expect(text).not.toMatch(/10\.0\.|Mozilla|clk_/);
  proxy.restore();
  await expect.poll(() => waitingAt(ingest.origin)).toBe(0);
}, 120_000);

test("a delivery is not acknowledged while it cannot be kept, and is kept when it comes again", async () => {
  proxy.cut();
  expect((await sendDelivery(ingest.origin, shop.domain, "away-1")).status).toBe(500);
  proxy.restore();
  await expect.poll(async () => (await sendDelivery(ingest.origin, shop.domain, "away-1")).status).toBe(200);
});

test.each(["cut", "freeze"] as const)(
  "a shop that nobody knows is believed while the database is away (%s): no error, no wait, nothing counted",
  async (way) => {
    const before = [await countedFor(shop), await countedFor(later)];
    proxy[way]();
    const unheardOf = `no-such-shop-${way}`;
    for (const code of ["nobody", shop.code]) {
      const path = `/r/${code}?s=${unheardOf}&to=%2Fproducts%2Fmug`;
      const { status, location } = await followLink(ingest.origin, path, (visitor += 1));
      expect([status, location]).toEqual([
        302,
        `https://${unheardOf}.myshopify.com/products/mug?ref=${code}`,
      ]);
    }
    // A text that is no shop's name is ignored, so the link leads to the only shop.
    for (const s of ["..%2Fevil", "evil.example", "%00", "a".repeat(200)]) {
      const nowhere = await followLink(ingest.origin, `/r/nobody?s=${s}`, (visitor += 1));
      expect([s, nowhere.status, nowhere.location]).toEqual([
        s,
        302,
        `https://${storefrontOf(shop)}/?ref=nobody`,
      ]);
    }
    proxy.restore();
    await expect.poll(() => waitingAt(ingest.origin)).toBe(0);
    expect([await countedFor(shop), await countedFor(later)]).toEqual(before);
  },
  120_000,
);
