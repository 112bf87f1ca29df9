import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { PayoutRequestId, PayoutId } from "#app/domain/ids.ts";
import { emailWaitingPayouts } from "#app/flows/affiliates/email-waiting-payouts.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertSkipped } from "#app/store/payout-skipped.ts";
import { retryWaiting } from "#app/store/payout-requests.ts";
import { findSectionFacts } from "#app/store/payouts.ts";
import { payoutSections, payoutRequests } from "#app/store/schema/payouts.ts";
import { shops } from "#app/store/schema/shops.ts";
import { setEnv } from "../../support/environment.ts";
import { emailsOf } from "../../support/emails.ts";
import { createPaidSection, sentAt } from "../../support/paid-shop.ts";
import { addAffiliate, makeSellingShop } from "../../support/selling-shop.ts";

/** A section of store credit that waits for the permission. */
async function waiting() {
  const shop = await makeSellingShop();
  const contact = { contactEmail: "owner@shop.test" };
  await db().update(shops).set(contact).where(eq(shops.shopId, shop.shopId));
  const { sectionId } = await createPaidSection(shop, ["checking"], { method: "store_credit" });
  await db()
    .insert(payoutRequests)
    .values({
      shopId: shop.shopId,
      requestId: newId<PayoutRequestId>("poc", sentAt),
      sectionId,
      ordinal: 1,
      status: "refused",
      waitsFor: "credit_permission",
      sealedContent: "sealed",
      contentHash: "hash",
      paymentCount: 1,
      totalMinor: 1000n,
      createdAt: sentAt,
    });
  return { shop, shopId: shop.shopId, sectionId };
}

it("a section that waits for the merchant says so in one email, with the step that fixes it", async () => {
  setEnv({ SMTP_URL: "smtp://127.0.0.1:1" });
  const { shopId, sectionId } = await waiting();
  expect(await findSectionFacts(db(), shopId, sectionId)).toMatchObject({
    state: "needs_attention",
    waitsFor: "credit_permission",
  });
  await emailWaitingPayouts();
  await emailWaitingPayouts();
  const mails = await emailsOf(shopId);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to: "owner@shop.test",
    subject: "Store credit payout of 10.00 USD: needs attention",
  });
  expect(mails[0]?.text).toContain("Allow store credit to send this payout.");
  expect(mails[0]?.text).toContain(`/sections/${sectionId}`);
  expect(mails[0]?.text).not.toContain("skipped");
});

it("the permission that a section waited for has it sent without another click", async () => {
  const { shopId } = await waiting();
  await retryWaiting(db(), shopId, "credit_permission", sentAt);
  const [chunk] = await db().select().from(payoutRequests).where(eq(payoutRequests.shopId, shopId));
  expect(chunk).toMatchObject({ status: "refused", nextAt: sentAt });
});

it("an email about a payout of the schedule says whom it skipped and why, with their list", async () => {
  setEnv({ SMTP_URL: "smtp://127.0.0.1:1" });
  const { shop, shopId, sectionId } = await waiting();
  const scheduled = { scheduleKey: "2026-03-05 store_credit USD" };
  const ofSection = eq(payoutSections.sectionId, sectionId);
  const [section] = await db().update(payoutSections).set(scheduled).where(ofSection).returning();
  const skip = async (reason: "no_details" | "details_wait" | "below_minimum") => {
    const { affiliateId } = await addAffiliate(shop);
    const payoutId = section?.payoutId as PayoutId;
    const row = { shopId, payoutId, affiliateId, currency: "USD", reason, payableMinor: 500n };
    await inTransaction((tx) => insertSkipped(tx, [row]));
  };
  for (const reason of ["no_details", "no_details", "details_wait", "below_minimum"] as const) {
    await skip(reason);
  }
  await emailWaitingPayouts();
  const [mail] = await emailsOf(shopId);
  expect(mail?.text).toContain(
    "3 affiliates were skipped: No payout details (2), New details in waiting period (1). View them: ",
  );
  expect(mail?.text).toContain(`/dashboard/affiliates/payouts/${section?.payoutId}/skipped`);
});
