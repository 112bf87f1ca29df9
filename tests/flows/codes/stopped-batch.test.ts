import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readCodeRows } from "#app/domain/codes/code-rows.ts";
import { assignCodes, readAssignments } from "#app/flows/codes/assign-codes.ts";
import { runAssignment } from "#app/flows/codes/run-assignment.ts";
import { goOnWithBatch, stopBatch } from "#app/flows/codes/stopped-batch.ts";
import { db } from "#app/platform/db.server.ts";
import { closeQueue, openBoss } from "#app/queue/queue.server.ts";
import type { LocalShopify } from "../../../local-shopify/server.ts";
import { openCodedShop } from "../../support/coded-shop.ts";
import { startPlatform } from "../../support/local-platform.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";

let platform: LocalShopify;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(async () => {
  await closeQueue();
  await platform.close();
});

type Stopping = { shopId: string; batchId: string };

/** Has the queue give the job of a batch up as after its last try, and answers what it tells then. */
async function failForGood(name: string, { batchId }: Stopping): Promise<Stopping[]> {
  const boss = await openBoss();
  await db().execute(
    sql`update pgboss.job set retry_limit = 0 where name = ${name} and data ->> 'batchId' = ${batchId}`,
  );
  for (;;) {
    const [job] = await boss.fetch<Stopping>(name);
    if (!job) break;
    await boss.fail(name, job.id, { message: "The platform gave no usable answer" });
  }
  const { rows } = await db().execute<{ data: Stopping }>(
    sql`select data from pgboss.job where name = 'stop-codes' and data ->> 'batchId' = ${batchId}`,
  );
  return rows.map((row) => row.data);
}

it("a list whose job was given up says so, and goes on with what is left when somebody says so", async () => {
  const shop = await openCodedShop(platform, ["Zoe"]);
  const [zoe = shop.affiliateId] = shop.people;
  await assignCodes(shop.shopId, readCodeRows(`code,affiliate\nWELCOME10,${zoe}`), shop.by);
  const read = async () => (await readAssignments(shop.shopId))[0];
  const of = { shopId: shop.shopId, batchId: (await read())?.batchId ?? "" };
  const goOn = () => goOnWithBatch(shop.shopId, of.batchId, shop.by);
  expect(await goOn()).toMatchObject({ refused: "not-possible" });

  const told = await failForGood("assign-codes", of);
  expect(told).toEqual([of]);
  for (const one of told) await stopBatch(one, shop.by.now);
  expect(await read()).toMatchObject({
    status: "failed",
    error: expect.stringContaining("Shopify gave no usable answer"),
    finishedAt: shop.by.now,
  });
  // A job of it that comes late does nothing.
  await runAssignment(of, () => shop.by.now);
  expect(await shop.codesOf(zoe)).toEqual([]);

  const stranger = await makeSellingShop();
  expect(await goOnWithBatch(stranger.shopId, of.batchId, shop.by)).toMatchObject({ refused: "invalid" });
  expect(await goOn()).toBeNull();
  expect(await read()).toMatchObject({ status: "waiting", error: null, finishedAt: null });
  expect(await goOn()).toMatchObject({ refused: "not-possible" });
  await runAssignment(of, () => shop.by.now);
  expect(await shop.codesOf(zoe)).toEqual(["WELCOME10 active"]);

  // What ended by itself meanwhile stays as it ended.
  await stopBatch(of, shop.by.now);
  expect(await read()).toMatchObject({ status: "done", error: null });
  expect(await goOn()).toMatchObject({ refused: "not-possible" });
});
