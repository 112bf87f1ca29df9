import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db } from "#app/platform/db.server.ts";
import { ingestDatabase } from "../support/ingest-database.ts";
import {
  clickIdIn,
  followLink,
  type Ingest,
  sendDelivery,
  startIngest,
  waitingAt,
} from "../support/ingest-process.ts";
import { makeSellingShop } from "../support/selling-shop.ts";

const kills = 20;
const appSecret = "a-secret-for-tests-of-at-least-32-characters";

let database: Awaited<ReturnType<typeof ingestDatabase>>;

beforeAll(async () => {
  database = await ingestDatabase();
}, 120_000);
afterAll(async () => {
  await closeDatabase();
  await database.cleanup.run();
}, 120_000);

async function start(): Promise<Ingest> {
  const ingest = await startIngest({
    databaseUrl: database.url,
    dataDir: database.dataDir,
    appSecret,
  });
  database.cleanup.add(ingest.kill);
  return ingest;
}

type Answered = { readonly clicks: string[]; readonly deliveries: string[] };
let visitor = 0;

/** Clicks and deliveries by many at once, until the process is gone; notes what was answered. */
async function load(
  ingest: Ingest,
  shop: { domain: string; path: string },
  answered: Answered,
): Promise<void> {
  async function lane(number: number): Promise<void> {
    for (;;) {
      if (number % 4 === 0) {
        const webhookId = randomUUID();
        const { status } = await sendDelivery(ingest.origin, shop.domain, webhookId);
        if (status === 200) answered.deliveries.push(webhookId);
      } else {
        const { status, location } = await followLink(ingest.origin, shop.path, (visitor += 1));
        expect(status).toBe(302);
        const clickId = clickIdIn(location);
        if (clickId !== null) answered.clicks.push(clickId);
      }
    }
  }
  const lanes = Array.from({ length: 16 }, (_, number) => lane(number).catch(() => {}));
  await Promise.all(lanes);
}

/** For a moment no click can be written, so that they go to the disk. */
async function holdClicks(ms: number): Promise<void> {
  await db().transaction(async (tx) => {
    await tx.execute(sql`lock table clicks in share mode`);
    await tx.execute(sql`select pg_sleep(${ms / 1000})`);
  });
}

test(`killed ${kills} times under load, nothing that was answered is missing, and nothing is double`, async () => {
  const selling = await makeSellingShop();
  const shop = {
    domain: selling.domain,
    path: `/r/${selling.code}?s=${selling.domain.replace(".myshopify.com", "")}`,
  };
  const answered: Answered = { clicks: [], deliveries: [] };
  let next = start();
  for (let round = 0; round < kills; round += 1) {
    const ingest = await next;
    // The next one starts meanwhile: two processes share the database and the folder.
    next = start();
    const isHeld = round % 4 === 1;
    const held = isHeld ? holdClicks(600) : Promise.resolve();
    const before = { clicks: answered.clicks.length, deliveries: answered.deliveries.length };
    const loading = load(ingest, shop, answered);
    await new Promise((resolve) => setTimeout(resolve, isHeld ? 500 : 60 + 15 * round));
    // A busy machine may not have answered anybody yet, and a kill before that would show nothing.
    const answers = () =>
      Math.min(answered.clicks.length - before.clicks, answered.deliveries.length - before.deliveries);
    await expect.poll(answers, { interval: 1 }).toBeGreaterThanOrEqual(isHeld ? 0 : 2);
    await ingest.kill();
    await Promise.all([loading, held]);
  }
  const last = await next;
  await expect.poll(() => waitingAt(last.origin), { timeout: 30_000 }).toBe(0);
  expect(await last.end()).toBe(0);

  expect(answered.clicks.length).toBeGreaterThan(kills);
  expect(answered.deliveries.length).toBeGreaterThan(kills);
  const { rows } = await db().execute<Record<string, string>>(sql`select
    (select count(*) from unnest(${sql.param(answered.clicks)}::text[]) as answered (click_id)
      where not exists (select 1 from clicks c where c.click_id = answered.click_id)) as "missingClicks",
    (select count(*) from unnest(${sql.param(answered.deliveries)}::text[]) as answered (webhook_id)
      where not exists (select 1 from deliveries d where d.webhook_id = answered.webhook_id)) as "missingDeliveries",
    (select count(*) - count(distinct click_id) from clicks) as "doubleClicks",
    (select count(*) - count(distinct webhook_id) from deliveries) as "doubleDeliveries",
    (select count(*) from clicks) - (select sum(clicks) from daily_shop_figures) as "wronglyCounted",
    (select count(*) from clicks) - (select sum(clicks) from daily_figures) as "wronglyCountedOfAffiliate"`);
  expect(rows[0]).toEqual({
    missingClicks: "0",
    missingDeliveries: "0",
    doubleClicks: "0",
    doubleDeliveries: "0",
    wronglyCounted: "0",
    wronglyCountedOfAffiliate: "0",
  });
}, 480_000);
