import { readAssignments, assignCodes } from "#app/flows/codes/assign-codes.ts";
import { expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import { codeBatchWire } from "#app/contracts/code.ts";
import { readCodeRows } from "#app/domain/pasted-lines.ts";
import { runAssignment } from "#app/flows/codes/run-assignment.ts";
import { continueBatch, stopBatch } from "#app/flows/codes/stopped-batch.ts";
import { openCodedShop } from "../../support/coded-shop.ts";
import { giveUpJobs } from "../../support/given-up-job.ts";
import { apiRequest, makeMerchant, signedIn } from "../../support/merchant.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

it("a list whose job failed for good says so, and continues with the rest on request", async () => {
  const shop = await openCodedShop(platform, ["Zoe"]);
  const [zoe = shop.affiliateId] = shop.people;
  await assignCodes({ shop, ...shop.by }, readCodeRows(`code,affiliate\nWELCOME10,${zoe}`));
  const read = async () => (await readAssignments(shop.shopId))[0];
  const of = { shopId: shop.shopId, batchId: (await read())?.id ?? "" };
  const goOn = () => continueBatch({ shop, ...shop.by }, of.batchId);
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

  const stranger = await makeMerchant();
  expect(await continueBatch({ shop: stranger, ...shop.by }, of.batchId)).toMatchObject({
    refused: "not-found",
  });
  const call = (token: string, id: string = of.batchId) =>
    answerApiRequest(apiRequest(token, `/api/v1/codes/batches/${id}/go-on`, { method: "POST" }));
  expect((await call(stranger.token)).status).toBe(404);
  expect((await call((await signedIn(shop.shopId, "read")).token)).status).toBe(403);
  const { token } = await signedIn(shop.shopId);
  expect((await call(token, "nonsense")).status).toBe(404);
  expect((await read())?.status).toBe("failed");
  const answer = await call(token);
  const body = codeBatchWire.parse(await answer.json());
  expect([answer.status, body.id, body.status, body.error]).toEqual([202, of.batchId, "waiting", null]);
  expect((await call(token)).status).toBe(422);
  expect(await read()).toMatchObject({ status: "waiting", error: null, finishedAt: null });
  expect(await goOn()).toMatchObject({ refused: "not-possible" });
  await runAssignment(of, () => shop.by.now);
  expect(await shop.codesOf(zoe)).toEqual(["WELCOME10 active"]);

  // A batch that ended in the meantime keeps its end.
  await stopBatch(of, shop.by.now);
  expect(await read()).toMatchObject({ status: "done", error: null });
  expect(await goOn()).toMatchObject({ refused: "not-possible" });
});
