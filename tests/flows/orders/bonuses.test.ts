import { describe, expect, it } from "vitest";
import type { Bonus, Threshold } from "#app/domain/terms/terms.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { deliver, emptyInbox, failures, currentBalance, postedEntries } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import type { SellingShop } from "../../support/selling-shop.ts";
import {
  commissionsOf,
  dollars,
  earnings,
  orders,
  sales,
  saveVersion,
  sell,
  shopUnder,
} from "../../support/sold-under.ts";

const bonusOf = (atLeast: Threshold, more: Partial<Bonus> = {}): Bonus => {
  return { id: "b", name: "Bonus", atLeast, repeats: false, amount: dollars(25), ...more };
};
const on = (day: string, price = "100.00") => ({ createdAt: `2026-03-${day}T10:00:00Z`, price });
const noCommission = { commission: { kind: "none" } } as const;

async function refund(shop: SellingShop, body: { id: number }) {
  await deliver(shop, "refunds/create", refundBody(body.id, { amount: "100.00" }));
  await emptyInbox();
}
const codes = async (shop: SellingShop) =>
  (await postedEntries(shop)).map((one) => `${one.code} ${one.amountMinor}`);
const differences = async (shop: SellingShop) => (await verifyShop(shop.shopId)).differences;

describe("a bonus for orders (T11, M13)", () => {
  it("is earned by the order that reaches it, once, on top of the order's commission", async () => {
    const shop = await shopUnder({ bonuses: [bonusOf(orders(2))] });
    expect(await earnings(shop, [on("01")])).toEqual([1000n]);
    const second = await sell(shop, on("02"));
    expect(await currentBalance(shop)).toMatchObject({ pending: 4500n });
    expect(await earnings(shop, [on("03")])).toEqual([1000n]);
    const bonus = (await commissionsOf(shop, second)).find((one) => one.kind === "bonus");
    expect(bonus).toMatchObject({
      bonusKey: `${shop.programId}:1:b:1`,
      programVersion: 1,
      inputs: { amountMinor: "2500" },
      approvesAt: new Date("2026-04-01T10:00:00Z"),
    });
    expect(await differences(shop)).toEqual([]);
  });

  it("is reversed while a refund takes the count below it, and earned again with the next order", async () => {
    const shop = await shopUnder({ ...noCommission, bonuses: [bonusOf(orders(2))] });
    const first = await sell(shop, on("01"));
    await sell(shop, on("02"));
    await refund(shop, first);
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    await sell(shop, on("03"));
    expect(await codes(shop)).toEqual(["earned 2500", "reversed 2500", "earned 2500"]);
    expect(await differences(shop)).toEqual([]);
  });

  it("stays once it was released, whatever comes back", async () => {
    const shop = await shopUnder({ ...noCommission, bonuses: [bonusOf(orders(2))] });
    const first = await sell(shop, on("01"));
    await sell(shop, on("02"));
    await releaseCommissions(new Date("2026-04-01T10:00:00Z"));
    await refund(shop, first);
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 2500n });
    await sell(shop, on("03"));
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 2500n });
    expect(await differences(shop)).toEqual([]);
  });

  it("is not paid by an order under a version whose threshold was reached before", async () => {
    const shop = await shopUnder(noCommission);
    await sell(shop, on("01"));
    await sell(shop, on("02"));
    await saveVersion(shop, {
      number: 2,
      at: "2026-03-03T00:00:00Z",
      terms: { bonuses: [bonusOf(orders(2))] },
    });
    await sell(shop, on("03"));
    expect(await postedEntries(shop)).toEqual([]);
  });

  it("is paid by the next order, once, where a later version lowers its threshold below what was reached", async () => {
    const shop = await shopUnder({ ...noCommission, bonuses: [bonusOf(orders(10))] });
    for (const day of ["01", "02", "03"]) await sell(shop, on(day));
    const lowered = { ...noCommission, bonuses: [bonusOf(orders(2))] };
    await saveVersion(shop, { number: 2, at: "2026-03-04T00:00:00Z", terms: lowered });
    expect(await earnings(shop, [on("04"), on("05")])).toEqual([2500n, 0n]);
    expect(await differences(shop)).toEqual([]);
  });

  it("is not reached a second time by an order under a later version, after a refund took it back", async () => {
    const shop = await shopUnder({ ...noCommission, bonuses: [bonusOf(orders(2))] });
    const first = await sell(shop, on("01"));
    await sell(shop, on("02"));
    await refund(shop, first);
    await saveVersion(shop, { number: 2, at: "2026-03-03T00:00:00Z", terms: {} });
    await sell(shop, on("04"));
    expect(await currentBalance(shop)).toEqual({ pending: 2500n, payable: 0n });
    expect(await differences(shop)).toEqual([]);
  });
});

describe("a bonus for sales that repeats", () => {
  it("pays every multiple that one order reaches, and reverses those that a partial refund leaves unreached", async () => {
    const repeating = bonusOf(sales(100), { repeats: true, amount: dollars(5) });
    const shop = await shopUnder({ ...noCommission, bonuses: [repeating] });
    const body = await sell(shop, on("01", "350.00"));
    expect(await currentBalance(shop)).toEqual({ pending: 1500n, payable: 0n });
    await deliver(shop, "refunds/create", refundBody(body.id, { amount: "160.00", quantity: 0 }));
    await emptyInbox();
    // 190.00 are left: the first multiple.
    expect(await currentBalance(shop)).toEqual({ pending: 500n, payable: 0n });
    expect(await earnings(shop, [on("02", "10.00"), on("03", "201.00")])).toEqual([500n, 1000n]);
    expect(await differences(shop)).toEqual([]);
  });

  it("is counted alike when its orders come in one batch", async () => {
    const repeating = bonusOf(sales(100), { repeats: true, amount: dollars(5) });
    const shop = await shopUnder({ ...noCommission, bonuses: [repeating, bonusOf(orders(3), { id: "c" })] });
    for (const day of ["03", "01", "02"]) {
      await deliver(shop, "orders/create", orderBody({ ref: shop.code, ...on(day) }));
    }
    await emptyInbox();
    expect(await currentBalance(shop)).toEqual({ pending: 1500n + 2500n, payable: 0n });
    expect(await differences(shop)).toEqual([]);
  });

  it("fails with its delivery where terms pay more often than anybody meant", async () => {
    const tiny = bonusOf({ measure: "sales", amount: { minor: 1n, currency: "USD" } }, { repeats: true });
    const shop = await shopUnder({ ...noCommission, bonuses: [tiny] });
    await sell(shop, on("01", "100.01"));
    expect(await postedEntries(shop)).toEqual([]);
    expect(await failures(shop)).toMatchObject([{ outcome: expect.stringContaining("10001 times") }]);
  });
});
