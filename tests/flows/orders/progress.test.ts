import { describe, expect, it } from "vitest";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { deliver, emptyInbox, orderRow, currentBalance } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import {
  commissionsOf,
  dollars,
  doubledFrom,
  earnings,
  orders,
  percent,
  ruled,
  sales,
  saveVersion,
  sell,
  shopUnder,
  thisMonth,
} from "../../support/sold-under.ts";

const on = (createdAt: string) => ({ createdAt });

describe("tiers (T6)", () => {
  it("count the orders of the month as the shop's clock has it", async () => {
    const commission = doubledFrom(orders(2), thisMonth);
    const shop = await shopUnder({ commission }, "America/New_York");
    // The third is of 31 March, 23:30 in New York, the fourth of 1 April, 00:30.
    const instants = [
      "2026-03-31T10:00:00Z",
      "2026-03-31T11:00:00Z",
      "2026-04-01T03:30:00Z",
      "2026-04-01T04:30:00Z",
    ];
    expect(await earnings(shop, instants.map(on))).toEqual([1000n, 1000n, 2000n, 1000n]);
  });

  it("count a rolling period of three days: the order's day and the two before", async () => {
    const shop = await shopUnder({ commission: doubledFrom(orders(1), { kind: "rolling", days: 3 }) });
    const instants = ["2026-03-01T10:00:00Z", "2026-03-03T23:00:00Z", "2026-03-06T00:00:00Z"];
    expect(await earnings(shop, instants.map(on))).toEqual([1000n, 2000n, 1000n]);
  });

  it("take orders of one batch as they were placed, and not as they arrived", async () => {
    const shop = await shopUnder({ commission: doubledFrom(orders(2), thisMonth) });
    const days = ["03", "01", "02"];
    const bodies = days.map((day) => orderBody({ ref: shop.code, createdAt: `2026-03-${day}T10:00:00Z` }));
    for (const body of bodies) await deliver(shop, "orders/create", body);
    await emptyInbox();
    const [third] = bodies;
    expect(await orderRow(shop, third?.id ?? 0)).toMatchObject({
      counted: { rows: [{ earnedMinor: "2000" }] },
    });
    expect(await currentBalance(shop)).toMatchObject({ pending: 4000n });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("take refunds off the sales, and change no order that was paid before (M5)", async () => {
    const shop = await shopUnder({ commission: doubledFrom(sales(150), { kind: "ever" }) });
    const first = await sell(shop, on("2026-03-01T10:00:00Z"));
    const second = await sell(shop, on("2026-03-02T10:00:00Z"));
    const third = await sell(shop, on("2026-03-03T10:00:00Z"));
    expect(await currentBalance(shop)).toMatchObject({ pending: 4000n });
    for (const body of [first, second]) {
      await deliver(shop, "refunds/create", refundBody(body.id, { amount: "100.00" }));
    }
    await emptyInbox();
    expect(await currentBalance(shop)).toMatchObject({ pending: 2000n });
    // Only the third is left of the sales, which is below 150.00. Of refunds of 5 March none counts before.
    expect(await earnings(shop, [on("2026-03-05T12:00:00Z"), on("2026-03-05T13:00:00Z")])).toEqual([
      1000n,
      2000n,
    ]);
    await deliver(shop, "refunds/create", refundBody(third.id, { amount: "50.00", quantity: 0 }));
    await emptyInbox();
    expect(await currentBalance(shop)).toMatchObject({ pending: 4000n });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("are read once by an order that earned nothing too, and never count the order itself", async () => {
    const none = { kind: "none" } as const;
    const steps = [{ atLeast: orders(1), pay: percent(20) }];
    const shop = await shopUnder({
      commission: { kind: "tiered", period: { kind: "ever" }, below: none, steps },
    });
    const body = await sell(shop);
    expect(await orderRow(shop, body.id)).toMatchObject({ reason: "no-commission-rule", credited: true });
    // Another order of the same day reaches the step; what the first read stays read (M5).
    expect(await earnings(shop, [{}])).toEqual([2000n]);
    const updatedAt = "2026-03-04T10:00:00Z";
    await deliver(shop, "orders/updated", orderBody({ id: body.id, ref: shop.code, quantity: 3, updatedAt }));
    await emptyInbox();
    expect(await currentBalance(shop)).toMatchObject({ pending: 2000n });
    expect(await orderRow(shop, body.id)).toMatchObject({ reason: "no-commission-rule" });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("are explained as they were read, also where the cap left nothing", async () => {
    const caps = { perOrder: null, perAffiliate: { amount: dollars(10), period: thisMonth } };
    const shop = await shopUnder({ caps });
    const [, second] = [await sell(shop), await sell(shop)];
    expect(await readExplanation(shop.shopId, String(second.id))).toMatchObject({
      totals: { commission: { minor: 0n } },
      uncredited: "cap-reached",
    });
  });
});

describe("a cap for an affiliate and month (T9)", () => {
  const caps = { perOrder: null, perAffiliate: { amount: dollars(15), period: thisMonth } };

  it("is shared by the orders of the month, and refunds give no room back", async () => {
    const shop = await shopUnder({ caps });
    const first = await sell(shop, on("2026-03-01T10:00:00Z"));
    expect(await earnings(shop, [on("2026-03-02T10:00:00Z")])).toEqual([500n]);
    await deliver(shop, "refunds/create", refundBody(first.id, { amount: "100.00" }));
    await emptyInbox();
    expect(await currentBalance(shop)).toMatchObject({ pending: 500n });
    expect(await earnings(shop, [on("2026-03-03T10:00:00Z"), on("2026-04-01T10:00:00Z")])).toEqual([
      0n,
      1000n,
    ]);
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("counts the whole month: an order placed before but told later finds it used up", async () => {
    const shop = await shopUnder({ caps });
    const late = ["2026-03-20T10:00:00Z", "2026-03-10T10:00:00Z", "2026-03-01T10:00:00Z"];
    expect(await earnings(shop, late.map(on))).toEqual([1000n, 500n, 0n]);
  });

  it("applies within one batch, and an order that found it used up stays at zero when it is edited", async () => {
    const shop = await shopUnder({ caps });
    const bodies = ["01", "02", "03"].map((day) =>
      orderBody({ ref: shop.code, createdAt: `2026-03-${day}T10:00:00Z` }),
    );
    for (const body of bodies) await deliver(shop, "orders/create", body);
    await emptyInbox();
    expect(await currentBalance(shop)).toMatchObject({ pending: 1500n });
    const { id = 0, created_at: createdAt = "" } = bodies[2] ?? {};
    expect(await orderRow(shop, id)).toMatchObject({ reason: "cap-reached", credited: true });
    const updatedAt = "2026-03-04T10:00:00Z";
    const edited = orderBody({ id, ref: shop.code, quantity: 3, createdAt, updatedAt });
    await deliver(shop, "orders/updated", edited);
    await emptyInbox();
    expect(await currentBalance(shop)).toMatchObject({ pending: 1500n });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("keeps what a deleted order took of it", async () => {
    const shop = await shopUnder({ caps });
    const first = await sell(shop, on("2026-03-01T10:00:00Z"));
    await deliver(shop, "orders/delete", { id: first.id });
    await emptyInbox();
    expect(await earnings(shop, [on("2026-03-02T10:00:00Z")])).toEqual([500n]);
  });
});

describe("recurring orders of a customer (T3, T10)", () => {
  const email = "ada@customer.example";
  const bought = (createdAt: string, who = email) => ({ createdAt, email: who });

  it("are counted for each affiliate and customer, and kept", async () => {
    const firstTwo = { kind: "customer-order", op: "at-most", count: 2 } as const;
    const shop = await shopUnder(ruled(firstTwo, percent(50)));
    const days = ["2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z", "2026-03-03T10:00:00Z"];
    expect(
      await earnings(
        shop,
        days.map((day) => bought(day)),
      ),
    ).toEqual([5000n, 5000n, 1000n]);
    expect(await earnings(shop, [bought("2026-03-04T10:00:00Z", "eve@customer.example")])).toEqual([5000n]);
    const other = { ...shop, ...(await addAffiliate(shop)) };
    expect(await earnings(other, [bought("2026-03-05T10:00:00Z")])).toEqual([5000n]);
    // Told last, placed first: the orders after it were paid already and stay as they are.
    const early = await sell(shop, bought("2026-02-01T10:00:00Z"));
    const [row] = await commissionsOf(shop, early);
    expect(row?.inputs).toMatchObject({ customerOrder: { number: 1, firstAt: "2026-02-01T10:00:00.000Z" } });
  });

  it("end so many months after the first, also within one batch", async () => {
    const aMonth = { kind: "months-since-first", op: "at-most", count: 0 } as const;
    const shop = await shopUnder(ruled(aMonth, percent(50)));
    const days = ["2026-04-02T10:00:00Z", "2026-04-01T10:00:00Z", "2026-03-02T10:00:00Z"];
    for (const day of days) {
      await deliver(shop, "orders/create", orderBody({ ref: shop.code, ...bought(day) }));
    }
    await emptyInbox();
    // 2 March and 1 April are within a month of the first, 2 April is not.
    expect(await currentBalance(shop)).toMatchObject({ pending: 5000n + 5000n + 1000n });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });
});

describe("custom terms of an affiliate (T12)", () => {
  it("judge only this affiliate's orders, from their beginning to their end", async () => {
    const shop = await shopUnder({});
    const { affiliateId } = shop;
    const own = { commission: percent(30) };
    await saveVersion(shop, { number: 2, at: "2026-03-05T00:00:00Z", terms: own, affiliateId });
    await saveVersion(shop, { number: 3, at: "2026-03-08T00:00:00Z", terms: null, affiliateId });
    const days = ["2026-03-04T10:00:00Z", "2026-03-05T10:00:00Z", "2026-03-08T10:00:00Z"].map(on);
    expect(await earnings(shop, days)).toEqual([1000n, 3000n, 1000n]);
    const other = { ...shop, ...(await addAffiliate(shop)) };
    expect(await earnings(other, days)).toEqual([1000n, 1000n, 1000n]);
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });
});
