import { expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { addCommission } from "#app/flows/commissions/add-commission.ts";
import { adjustAffiliate, adjustCommission } from "#app/flows/commissions/adjust-balance.ts";
import { ordersOf, signInAffiliate } from "../../support/affiliate-browser.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { withData } from "../../support/answered.ts";
import { appUrl } from "../../support/browser.ts";
import { commissionOf, decidedAt, sell, type Merchant } from "../../support/decided.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

const by = (merchant: Merchant, hours: number) => ({
  actor: merchant.actor,
  now: new Date(decidedAt.getTime() + hours * 3_600_000),
});

/** An order whose commission was adjusted, a manual commission that names it, and the same for a rival. */
async function handled() {
  const merchant = await makeMerchant();
  const rival = await addAffiliate(merchant);
  const orderId = await sell(merchant);
  const { commissionId } = await commissionOf(merchant, orderId);
  const { shop, affiliateId } = merchant;
  const taken = { amount: "-2.50", note: "Talked back to Mo" };
  await adjustCommission({ shop, ...by(merchant, 1) }, commissionId, taken);
  await adjustAffiliate({ shop, ...by(merchant, 2) }, affiliateId, { amount: "7.00", note: "Sorry from Mo" });
  for (const [who, amount] of [
    [affiliateId, "12.00"],
    [rival.affiliateId, "99.00"],
  ] as const) {
    const added = {
      affiliate: who,
      amount,
      note: "As Mo promised",
      approvalDays: 10,
      order: String(orderId),
    };
    const result = await addCommission({ shop, ...by(merchant, 3) }, added);
    if (isRefusal(result)) throw new Error(result.reason.code);
  }
  await adjustAffiliate({ shop, ...by(merchant, 4) }, rival.affiliateId, { amount: "55.00", note: "Mo" });
  return { merchant, rival, orderId };
}

it("the list has what a person gave or took with its sign and its day, without the note and without others'", async () => {
  const { merchant, rival, orderId } = await handled();
  const page = await ordersOf(await signInAffiliate(merchant, merchant.affiliateId));
  const order = { id: String(orderId), name: `#${orderId}` };
  expect(
    page.commissions.map(({ kind, amount, state, order: of }) => [kind, amount.amount, state, of]),
  ).toEqual([
    ["manual", "12.00", "pending", order],
    ["adjustment", "7.00", "approved", null],
    ["adjustment", "-2.50", "approved", order],
    ["order", "10.00", "pending", order],
  ]);
  expect(page.commissions[2]).toMatchObject({
    earnedAt: by(merchant, 1).now.toISOString(),
    why: { code: "balance-taken" },
    approvesAt: null,
  });
  const told = JSON.stringify(page);
  for (const secret of ["Mo", "99.00", "55.00", rival.affiliateId]) expect(told).not.toContain(secret);
});

it("an order's explanation has the same, of them alone", async () => {
  const { merchant, rival, orderId } = await handled();
  const asked = async (affiliateId: string) => {
    const cookie = await signInAffiliate(merchant, affiliateId);
    const headers = { Cookie: `affiliate_session=${cookie}` };
    return withData(await requestRoute(new Request(`${appUrl}/portal/orders/${orderId}`, { headers })));
  };
  const own = await asked(merchant.affiliateId);
  expect(own.data).toMatchObject({
    explained: {
      commissions: [
        { kind: "manual", state: "pending", amount: { amount: "12.00" } },
        {
          kind: "adjustment",
          state: "approved",
          earnedAt: by(merchant, 1).now.toISOString(),
          amount: { amount: "-2.50" },
        },
        { kind: "order", state: "pending", amount: { amount: "10.00" } },
      ],
    },
  });
  for (const secret of ["Mo", "99.00", rival.affiliateId]) expect(own.text).not.toContain(secret);
  const others = await asked(rival.affiliateId);
  expect(others.data).toMatchObject({
    explained: { arithmetic: null, commissions: [{ amount: { amount: "99.00" } }] },
  });
  for (const secret of ["Mo", "12.00", "-2.50", merchant.affiliateId]) {
    expect(others.text).not.toContain(secret);
  }
});

it("pages go on through both, each entry once, also where several were made at one instant", async () => {
  const merchant = await makeMerchant();
  const { shop, affiliateId } = merchant;
  for (let time = 0; time < 14; time += 1) {
    const at = by(merchant, Math.floor(time / 7));
    await adjustAffiliate({ shop, ...at }, affiliateId, { amount: "1.00", note: "One" });
    const added = { affiliate: affiliateId, amount: "2.00", note: "Two", approvalDays: 10 };
    await addCommission({ shop, ...at }, added);
  }
  const cookie = await signInAffiliate(merchant, affiliateId);
  const first = await ordersOf(cookie);
  const second = await ordersOf(cookie, `?cursor=${first.nextCursor ?? ""}`);
  expect([first.commissions.length, second.commissions.length, second.nextCursor]).toEqual([25, 3, null]);
  const all = [...first.commissions, ...second.commissions];
  expect(new Set(all.map((one) => one.id)).size).toBe(28);
  const days = all.map((one) => one.earnedAt);
  expect(days).toEqual(days.toSorted().toReversed());
});
