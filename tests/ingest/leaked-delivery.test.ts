import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, db } from "#app/platform/db.server.ts";
import { deliveries } from "#app/store/schema/inbox.ts";
import { action } from "../../app/routes/webhooks/receive.ts";
import { setEnv } from "../support/environment.ts";
import { signedHeaders } from "../support/inbox.ts";
import { ingestDatabase } from "../support/ingest-database.ts";
import { ask, type Ingest, startIngest } from "../support/ingest-process.ts";
import { orderBody } from "../support/order-bodies.ts";
import { makeSellingShop, type SellingShop } from "../support/selling-shop.ts";

const appSecret = "a-secret-for-tests-of-at-least-32-characters";
let database: Awaited<ReturnType<typeof ingestDatabase>>;
let ingest: Ingest;

beforeAll(async () => {
  database = await ingestDatabase();
  setEnv({ APP_SECRET: appSecret });
  ingest = await startIngest({
    databaseUrl: database.url,
    dataDir: database.dataDir,
    appSecret,
    apiSecret: "test-secret",
  });
  database.cleanup.add(ingest.kill);
}, 120_000);
afterAll(async () => {
  await closeDatabase();
  await database.cleanup.run();
}, 120_000);

type Deliver = (headers: Headers, body: Buffer) => Promise<number>;

const toIngest: Deliver = async (headers, body) =>
  (await ask(ingest.origin, "/webhooks", { method: "POST", body, headers: Object.fromEntries(headers) }))
    .status;

const toWeb: Deliver = async (headers, body) => {
  const request = new Request("http://localhost:3000/webhooks", {
    method: "POST",
    headers,
    body: new Uint8Array(body),
  });
  return (await action({ request, params: {} })).status;
};

function kept({ shopId }: SellingShop): Promise<number> {
  return db().$count(deliveries, eq(deliveries.shopId, shopId));
}

it.each([
  ["ingest", "ingest", toIngest, toIngest],
  ["the web process", "the web process", toWeb, toWeb],
  ["ingest", "the web process", toIngest, toWeb],
  ["the web process", "ingest", toWeb, toIngest],
])("a delivery that %s accepted is ignored for another shop by %s", async (...processes) => {
  const [, , first, second] = processes;
  const [shop, victim] = await Promise.all([makeSellingShop(), makeSellingShop()]);
  const body = Buffer.from(JSON.stringify(orderBody({ ref: victim.code })));
  expect(await first(signedHeaders(shop.domain, "orders/create", body), body)).toBe(200);
  for (const topic of ["orders/create", "app/uninstalled", "orders/delete"]) {
    expect(await second(signedHeaders(victim.domain, topic, body, randomUUID()), body)).toBe(200);
  }
  expect([await kept(shop), await kept(victim)]).toEqual([1, 0]);
});
