import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { type BatchStatus, batchStatuses } from "#app/domain/payouts/batch.ts";
import { type PayoutMethod, payoutMethods } from "#app/domain/payouts/method.ts";
import { refuse } from "#app/domain/refusal.ts";
import { decideBatch, decideItems, type Decision } from "#app/flows/payouts/decide-items.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { importStatement } from "../../support/import-statement.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findItem } from "#app/store/payout-items.ts";
import { savePayoutLimit } from "#app/store/payout-settings.ts";
import { payoutBatches, payoutItems } from "#app/store/schema/payouts.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { makePaidBatch } from "../../support/paid-shop.ts";
import { makePayingShop, runPlan } from "../../support/paying-shop.ts";
import { approveSection, startSection } from "../../support/section.ts";

const now = new Date("2026-03-20T10:00:00Z");
const paid: Decision = { to: "settled", reference: "RUN-7", note: "", happenedAt: now };
const isSent = (status: BatchStatus) => status === "sending" || status === "done";

/** A payment that waits for a person's word, by a batch that stands so. */
async function waiting(method: PayoutMethod, status: BatchStatus) {
  const merchant = await makeMerchant();
  const { shopId, actor } = merchant;
  const state = method === "outside" ? "planned" : "person";
  const { batchId, items } = await makePaidBatch(merchant, [state], { method });
  await db().update(payoutBatches).set({ status }).where(eq(payoutBatches.batchId, batchId));
  const itemId = items[0]?.itemId ?? ("" as never);
  const statusOf = async () => (await findItem(db(), shopId, itemId))?.status;
  return { merchant, shopId, batchId, itemId, by: { actor, now }, state, statusOf };
}

const words: Partial<Record<BatchStatus, string>> = {
  planning: "it is being planned",
  planned: "it waits for a yes",
  cancelling: "it is being cancelled",
  cancelled: "it was cancelled",
};
const table = payoutMethods.flatMap((method) => batchStatuses.map((status) => ({ method, status })));

it.each(table)("a payment by $method of a batch that is $status is decided once it is sent", async (one) => {
  const { shopId, itemId, by, state, statusOf } = await waiting(one.method, one.status);
  const done = await decideItems({ shop: { shopId }, ...by }, [itemId], paid);
  const refused = refuse("conflict", `Its payout is not being sent: ${words[one.status]}`);
  expect([done, await statusOf()]).toEqual(isSent(one.status) ? [1, "settled"] : [refused, state]);
});

it.each(table)("all that waits of a batch by $method that is $status, likewise", async (one) => {
  const { shopId, batchId, by, state, statusOf } = await waiting(one.method, one.status);
  const done = await decideBatch({ shop: { shopId }, ...by }, batchId, paid);
  expect([typeof done, await statusOf()]).toEqual(
    isSent(one.status) ? ["number", "settled"] : ["object", state],
  );
});

it.each(batchStatuses)(
  "a line of a bank's statement settles a payment of a batch that is %s, likewise",
  async (is) => {
    const { merchant, shopId, batchId, itemId, by, statusOf } = await waiting("bank", is);
    await db().update(payoutItems).set({ status: "planned" }).where(eq(payoutItems.batchId, batchId));
    const head = "Booking date,Type,Currency,Amount,Bank reference,Reference";
    const text = `${head}\r\n2026-03-05,Debit,USD,-10.00,B1,Commission ${itemId}`;
    const said = { provider: "bank", fileName: "march.csv" };
    const found = accepted(await importStatement(merchant, { bytes: Buffer.from(text), said }, now));
    await matchStatement(found, () => now);
    const asked = { numbers: [2], step: "settle", note: "" } as const;
    const done = await resolveLines({ shop: { shopId }, ...by }, found.statementId, asked);
    expect([typeof done, await statusOf()]).toEqual(
      isSent(is) ? ["number", "settled"] : ["object", "planned"],
    );
  },
);

it("whoever confirms cannot say that it was paid before a second person agrees", async () => {
  const { shopId, ada, bob } = await makePayingShop([500n, 700n]);
  const limit = { currency: "USD", minimumMinor: 0n, approvalMinor: 100n };
  await inTransaction((tx) => savePayoutLimit(tx, shopId, limit));
  const asked = { method: "outside", currency: "USD", cutoffAt: null, chosen: null } as const;
  const seen = { count: 2, totalMinor: 1200n };
  const batchId = await startSection(shopId, asked, seen, { actor: ada, now });
  expect(await runPlan(shopId, batchId)).toMatchObject({ status: "planned", needsApproval: true });
  expect(await decideBatch({ shop: { shopId }, actor: ada, now }, batchId, paid)).toMatchObject({
    refused: "conflict",
  });
  expect(await approveSection(shopId, batchId, { actor: bob, now })).toBeNull();
  expect(await decideBatch({ shop: { shopId }, actor: ada, now }, batchId, paid)).toBe(2);
});
