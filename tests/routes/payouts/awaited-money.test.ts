import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { savePayoutLimit } from "#app/store/payout-settings.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { commissions } from "#app/store/schema/orders.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { commissionOf, sell } from "../../support/decided.ts";
import { apiRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { addPayees, givePayable } from "../../support/paying-shop.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

async function page(token: string, path: string): Promise<unknown> {
  return JSON.parse((await requestRoute(pageRequest(token, `/dashboard/affiliates/${path}`))).text);
}

it("Pay affiliates names what is pending and the next approval, while nobody can be paid", async () => {
  const merchant = await makeMerchant();
  const { token } = merchant;
  expect(await page(token, "payouts/new")).toMatchObject({ pending: [], nextApproval: null });
  const held = await commissionOf(merchant, await sell(merchant));
  const later = await commissionOf(merchant, await sell(merchant));
  const next = await commissionOf(merchant, await sell(merchant));
  const invited = await addAffiliate(merchant);
  const waiting = await commissionOf(
    merchant,
    await sell(merchant, { ref: invited.code }),
    invited.affiliateId,
  );
  await db()
    .update(affiliates)
    .set({ status: "invited" })
    .where(eq(affiliates.affiliateId, invited.affiliateId));
  const days = [
    [waiting, "2099-01-05"],
    [held, "2099-01-25"],
    [later, "2099-03-25"],
    [next, "2099-02-25"],
  ] as const;
  for (const [{ commissionId }, day] of days) {
    const approvesAt = new Date(`${day}T08:00:00Z`);
    await db().update(commissions).set({ approvesAt }).where(eq(commissions.commissionId, commissionId));
  }
  const decision = { method: "POST", body: { kind: "held" } };
  await requestRoute(apiRequest(token, `/api/v1/commissions/${held.commissionId}/decisions`, decision));
  expect(await page(token, "payouts/new")).toMatchObject({
    pending: [usd("40.00")],
    nextApproval: "2099-02-25T08:00:00.000Z",
  });
  await addPayees(merchant, [600n]);
  expect(await page(token, "payouts/new")).toMatchObject({ pending: [], nextApproval: null });
});

it("Balances and commissions name the minimum that an affiliate's balance does not reach", async () => {
  const merchant = await makeMerchant();
  const { token, shopId, affiliateId } = merchant;
  await inTransaction((tx) =>
    savePayoutLimit(tx, shopId, { currency: "USD", minimumMinor: 2500n, approvalMinor: null }),
  );
  const { commissionId } = await commissionOf(merchant, await sell(merchant));
  expect(await page(token, "commissions")).toHaveProperty("missedMinimums", {});
  const decision = { method: "POST", body: { kind: "approved" } };
  await requestRoute(apiRequest(token, `/api/v1/commissions/${commissionId}/decisions`, decision));
  await givePayable(shopId, affiliateId, 1499n);
  await addPayees(merchant, [2500n, -100n]);
  const missedMinimums = { [`${affiliateId} USD`]: usd("25.00") };
  expect(await page(token, "payouts/balances")).toHaveProperty("missedMinimums", missedMinimums);
  expect(await page(token, "commissions")).toHaveProperty("missedMinimums", missedMinimums);
  expect(await page(token, "payouts/balances?asOf=2026-03-01")).toHaveProperty("missedMinimums", {});
  const other = await makeMerchant();
  expect(await page(other.token, "payouts/balances")).toHaveProperty("missedMinimums", {});
});
