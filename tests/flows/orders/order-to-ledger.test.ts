import { describe, expect, it } from "vitest";
import {
  deliver,
  emptyInbox,
  failures,
  orderRow,
  currentBalance,
  postedEntries,
} from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";

const updatedInSecond = (second: number) => ({ updatedAt: `2026-03-02T10:00:0${second}Z` });

describe("from an order to the ledger", () => {
  it("credits an order that began on the affiliate's link: 10 % of 100.00 is 10.00, pending", async () => {
    const shop = await makeSellingShop();
    const body = orderBody({ ref: shop.code });
    expect((await deliver(shop, "orders/create", body)).status).toBe(200);
    await emptyInbox();
    expect(await failures(shop)).toEqual([]);
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
    const row = await orderRow(shop, body.id);
    expect(row).toMatchObject({ credited: true, reason: "won-by-landing", affiliateId: shop.affiliateId });
  });

  it("says why an order that nobody brought is not credited", async () => {
    const shop = await makeSellingShop();
    const body = orderBody();
    await deliver(shop, "orders/create", body);
    await emptyInbox();
    expect(await orderRow(shop, body.id)).toMatchObject({ credited: false, reason: "no-evidence" });
    expect(await postedEntries(shop)).toEqual([]);
  });

  it("posts once for the same webhook twice, and for two hundred at once", async () => {
    const shop = await makeSellingShop();
    const body = orderBody({ ref: shop.code });
    await deliver(shop, "orders/create", body, "same");
    await deliver(shop, "orders/create", body, "same");
    await Promise.all(
      Array.from({ length: 200 }, (_, n) => deliver(shop, "orders/create", body, `id-${n % 50}`)),
    );
    await emptyInbox();
    expect(await postedEntries(shop)).toHaveLength(1);
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
  });

  it("brings a full refund back to exactly zero, and a refund of one of three pieces to two thirds", async () => {
    const shop = await makeSellingShop();
    const whole = orderBody({ ref: shop.code, price: "33.33" });
    const part = orderBody({ ref: shop.code, price: "10.00", quantity: 3 });
    await deliver(shop, "orders/create", whole);
    await deliver(shop, "orders/create", part);
    await emptyInbox();
    // 10 % of 33.33 is 3.33, of 30.00 is 3.00.
    expect(await currentBalance(shop)).toEqual({ pending: 633n, payable: 0n });
    await deliver(shop, "refunds/create", refundBody(whole.id, { amount: "33.33" }));
    await deliver(shop, "refunds/create", refundBody(part.id, { amount: "10.00" }));
    await emptyInbox();
    expect(await currentBalance(shop)).toEqual({ pending: 200n, payable: 0n });
    expect(await orderRow(shop, whole.id)).toMatchObject({ reason: "refunded-whole", netMinor: 0n });
  });

  it("brings a cancellation back to exactly zero", async () => {
    const shop = await makeSellingShop();
    const body = orderBody({ ref: shop.code });
    await deliver(shop, "orders/create", body);
    await emptyInbox();
    const at = "2026-03-03T10:00:00Z";
    const cancelled = orderBody({ id: body.id, ref: shop.code, cancelledAt: at, updatedAt: at });
    await deliver(shop, "orders/cancelled", cancelled);
    await emptyInbox();
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    expect((await postedEntries(shop)).map((one) => one.code)).toEqual(["earned", "reversed"]);
  });

  it("takes a refund that comes before its order", async () => {
    const shop = await makeSellingShop();
    const body = orderBody({ ref: shop.code, price: "10.00", quantity: 3 });
    await deliver(shop, "refunds/create", refundBody(body.id, { amount: "10.00" }));
    await emptyInbox();
    expect(await postedEntries(shop)).toEqual([]);
    await deliver(shop, "orders/create", body);
    await emptyInbox();
    expect(await currentBalance(shop)).toEqual({ pending: 200n, payable: 0n });
  });

  it("keeps an order at zero that was deleted before it was heard of", async () => {
    const shop = await makeSellingShop();
    const body = orderBody({ ref: shop.code });
    await deliver(shop, "orders/delete", { id: body.id });
    await emptyInbox();
    await deliver(shop, "orders/create", body);
    await emptyInbox();
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    expect(await orderRow(shop, body.id)).toMatchObject({ reason: "deleted" });
  });

  it("ends alike whatever the order of the deliveries", async () => {
    const ends: unknown[] = [];
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
      [1, 3, 0, 2],
    ]) {
      const shop = await makeSellingShop();
      const created = orderBody({ ref: shop.code, price: "10.00", quantity: 3 });
      const { id } = created;
      const first = refundBody(id, { amount: "10.00" });
      const second = refundBody(id, { amount: "5.00", quantity: 0, at: "2026-03-06T10:00:00Z" });
      const updated = { ...created, updated_at: "2026-03-07T10:00:00Z", refunds: [first, second] };
      const messages: [string, unknown][] = [
        ["orders/create", created],
        ["refunds/create", first],
        ["refunds/create", second],
        ["orders/updated", updated],
      ];
      for (const index of order) {
        const [topic, body] = messages[index] ?? ["", {}];
        await deliver(shop, topic, body);
        await emptyInbox();
      }
      const row = await orderRow(shop, id);
      ends.push({ ...(await currentBalance(shop)), net: row.netMinor, reason: row.reason });
    }
    // 30.00 less 10.00 less 5.00 leaves 15.00: 1.50.
    const end = { pending: 150n, payable: 0n, net: 1500n, reason: "won-by-landing" };
    expect(ends).toEqual([end, end, end, end]);
  });

  it("never earns on a test order", async () => {
    const shop = await makeSellingShop();
    const body = orderBody({ ref: shop.code, test: true });
    await deliver(shop, "orders/create", body);
    await emptyInbox();
    expect(await orderRow(shop, body.id)).toMatchObject({ credited: false, reason: "test-order" });
    expect(await postedEntries(shop)).toEqual([]);
  });

  it("keeps two shops apart that have the same order number and the same code", async () => {
    const one = await makeSellingShop();
    const two = await makeSellingShop({ currency: "JPY" });
    const id = 4711;
    await deliver(one, "orders/create", orderBody({ id, ref: one.code }), "w-1");
    await deliver(
      two,
      "orders/create",
      orderBody({ id, ref: two.code, currency: "JPY", price: "2500" }),
      "w-1",
    );
    await emptyInbox();
    expect(await currentBalance(one)).toEqual({ pending: 1000n, payable: 0n });
    // 10 % of 2500 yen, which have no decimals.
    expect(await currentBalance(two)).toEqual({ pending: 250n, payable: 0n });
  });

  it("asks the platform when two bodies of the same second differ, and says so for each delivery", async () => {
    const shop = await makeSellingShop();
    const body = orderBody({ ref: shop.code });
    await deliver(shop, "orders/create", body);
    await emptyInbox();
    await deliver(shop, "orders/updated", { ...body, financial_status: "pending" });
    const refetch = await emptyInbox();
    expect(refetch).toMatchObject([{ orderId: String(body.id), domain: shop.domain }]);
  });

  it("asks the platform when an older body comes late and tells what the newer one did not, and only then", async () => {
    const shop = await makeSellingShop();
    const unpaid = { ref: shop.code, financialStatus: "pending" };
    const newest = orderBody({ ...unpaid, ...updatedInSecond(9), price: "80.00" });
    const { id } = newest;
    await deliver(shop, "orders/updated", newest);
    expect(await emptyInbox()).toEqual([]);
    await deliver(shop, "orders/create", orderBody({ ...unpaid, id, ...updatedInSecond(3) }));
    expect(await emptyInbox()).toEqual([]);
    // Paid a second later, which the body of four seconds after that says no more.
    await deliver(shop, "orders/paid", orderBody({ id, ref: shop.code, ...updatedInSecond(5) }));
    expect(await emptyInbox()).toMatchObject([{ orderId: String(id), domain: shop.domain }]);
    // Meanwhile the newest body stands.
    expect((await orderRow(shop, id)).netMinor).toBe(8000n);
  });
});
