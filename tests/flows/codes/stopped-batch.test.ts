import { afterAll, beforeAll, expect, it } from "vitest";
import { readCodeRows } from "#app/domain/codes/code-rows.ts";
import { assignCodes, readAssignments } from "#app/flows/codes/assign-codes.ts";
import { runAssignment } from "#app/flows/codes/run-assignment.ts";
import { goOnWithBatch, stopBatch } from "#app/flows/codes/stopped-batch.ts";
import { closeQueue } from "#app/queue/queue.server.ts";
import type { LocalShopify } from "../../../local-shopify/server.ts";
import { openCodedShop } from "../../support/coded-shop.ts";
import { giveUpJobs } from "../../support/given-up-job.ts";
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

it("a list whose job was given up says so, and goes on with what is left when somebody says so", async () => {
  const shop = await openCodedShop(platform, ["Zoe"]);
  const [zoe = shop.affiliateId] = shop.people;
  await assignCodes(shop.shopId, readCodeRows(`code,affiliate\nWELCOME10,${zoe}`), shop.by);
  const read = async () => (await readAssignments(shop.shopId))[0];
  const of = { shopId: shop.shopId, batchId: (await read())?.batchId ?? "" };
  const goOn = () => goOnWithBatch(shop.shopId, of.batchId, shop.by);
  expect(await goOn()).toMatchObject({ refused: "not-possible" });

  expect(await giveUpJobs("assign-codes", ["batchId", of.batchId])).toEqual([of]);
  await stopBatch(of, shop.by.now);
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
