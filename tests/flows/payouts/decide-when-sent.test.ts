import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { type SectionStatus, sectionStatuses } from "#app/domain/payouts/section.ts";
import { type PayoutMethod, payoutMethods } from "#app/domain/payouts/method.ts";
import { refuse } from "#app/domain/refusal.ts";
import { decideSection, decidePayments, type PaymentDecision } from "#app/flows/payouts/decide-payments.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { importStatement } from "../../support/import-statement.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findPayment } from "#app/store/payout-payments.ts";
import { sharedReference } from "#app/store/payout-payment-list.ts";
import { savePayoutLimit } from "#app/store/payout-settings.ts";
import { payoutSections, payoutPayments } from "#app/store/schema/payouts.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { createPaidSection } from "../../support/paid-shop.ts";
import { makePayingShop, runPlan } from "../../support/paying-shop.ts";
import { approveSection, startSection } from "../../support/section.ts";

const now = new Date("2026-03-20T10:00:00Z");
const paid: PaymentDecision = { to: "paid", reference: "RUN-7", note: "", happenedAt: now };
const isSent = (status: SectionStatus) => status === "sending" || status === "done";

/** A payment that waits for a person's word, by a section that stands so. */
async function waiting(method: PayoutMethod, status: SectionStatus) {
  const merchant = await makeMerchant();
  const { shopId, actor } = merchant;
  const state = method === "manual" ? "planned" : "needs_attention";
  const { sectionId, payments } = await createPaidSection(merchant, [state], { method });
  await db().update(payoutSections).set({ status }).where(eq(payoutSections.sectionId, sectionId));
  const paymentId = payments[0]?.paymentId ?? ("" as never);
  const statusOf = async () => (await findPayment(db(), shopId, paymentId))?.status;
  return { merchant, shopId, sectionId, paymentId, by: { actor, now }, state, statusOf };
}

const table = payoutMethods.flatMap((method) => sectionStatuses.map((status) => ({ method, status })));

it.each(table)(
  "a payment by $method of a section that is $status is decided once it is sent",
  async (one) => {
    const { shopId, paymentId, by, state, statusOf } = await waiting(one.method, one.status);
    const done = await decidePayments({ shop: { shopId }, ...by }, [paymentId], paid);
    const refused = refuse("conflict", { code: "section_state", what: "record", status: one.status });
    expect([done, await statusOf()]).toEqual(isSent(one.status) ? [1, "paid"] : [refused, state]);
  },
);

it("a section names the reference of its payments if they have one in common", async () => {
  const merchant = await makeMerchant();
  const { shopId, actor } = merchant;
  const { sectionId, payments } = await createPaidSection(merchant, ["planned", "planned"], {
    method: "manual",
  });
  await db().update(payoutSections).set({ status: "done" }).where(eq(payoutSections.sectionId, sectionId));
  const found: string[] = [];
  for (const [place, { paymentId }] of payments.entries()) {
    found.push(await sharedReference(db(), shopId, sectionId));
    const by = { shop: { shopId }, actor, now };
    expect(await decidePayments(by, [paymentId], { ...paid, reference: `RUN-${place}` })).toBe(1);
  }
  found.push(await sharedReference(db(), shopId, sectionId));
  expect(found).toEqual(["", "RUN-0", ""]);
});

it.each(table)("all that waits of a section by $method that is $status, likewise", async (one) => {
  const { shopId, sectionId, by, state, statusOf } = await waiting(one.method, one.status);
  const done = await decideSection({ shop: { shopId }, ...by }, sectionId, paid);
  expect([typeof done, await statusOf()]).toEqual(
    isSent(one.status) ? ["number", "paid"] : ["object", state],
  );
});

it.each(sectionStatuses)(
  "a line of a bank's statement settles a payment of a section that is %s, likewise",
  async (is) => {
    const { merchant, shopId, sectionId, paymentId, by, statusOf } = await waiting("bank", is);
    await db()
      .update(payoutPayments)
      .set({ status: "planned" })
      .where(eq(payoutPayments.sectionId, sectionId));
    const head = "Booking date,Type,Currency,Amount,Bank reference,Reference";
    const text = `${head}\r\n2026-03-05,Debit,USD,-10.00,B1,Commission ${paymentId}`;
    const said = { provider: "bank", fileName: "march.csv" };
    const found = accepted(await importStatement(merchant, { bytes: Buffer.from(text), said }, now));
    await matchStatement(found, () => now);
    const asked = { numbers: [2], step: "settle", note: "" } as const;
    const done = await resolveLines({ shop: { shopId }, ...by }, found.statementId, asked);
    expect([typeof done, await statusOf()]).toEqual(isSent(is) ? ["number", "paid"] : ["object", "planned"]);
  },
);

it("the first person to confirm cannot mark it as paid before the second confirmation", async () => {
  const { shopId, ada, bob } = await makePayingShop([500n, 700n]);
  const limit = { currency: "USD", minimumMinor: 0n, approvalMinor: 100n };
  await inTransaction((tx) => savePayoutLimit(tx, shopId, limit));
  const asked = { method: "manual", currency: "USD", cutoffAt: null, chosen: null } as const;
  const seen = { count: 2, totalMinor: 1200n };
  const sectionId = await startSection(shopId, asked, seen, { actor: ada, now });
  expect(await runPlan(shopId, sectionId)).toMatchObject({ status: "planned", needsApproval: true });
  expect(await decideSection({ shop: { shopId }, actor: ada, now }, sectionId, paid)).toMatchObject({
    refused: "conflict",
  });
  expect(await approveSection(shopId, sectionId, { actor: bob, now })).toBeNull();
  expect(await decideSection({ shop: { shopId }, actor: ada, now }, sectionId, paid)).toBe(2);
});
