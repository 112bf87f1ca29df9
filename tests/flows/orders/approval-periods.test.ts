import { describe, expect, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { deliver, emptyInbox, currentBalance } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { addAffiliate, type SellingShop } from "../../support/selling-shop.ts";
import { commissionsOf, dollars, orders, sell, shopUnder } from "../../support/sold-under.ts";

const createdAt = "2026-03-01T10:00:00Z";

async function told(shop: SellingShop, body: object) {
  await deliver(shop, "orders/updated", body);
  await emptyInbox();
}
async function holdOf(shop: SellingShop, body: { id: number }) {
  return (await commissionsOf(shop, body)).map((one) => one.approvesAt?.toISOString() ?? null);
}
const sent = (at: string) => ({
  fulfillment_status: "fulfilled",
  fulfillments: [{ created_at: at, status: "success" }],
});

const give = (shop: SellingShop, body: { id: number }, { affiliateId }: { affiliateId: string }) =>
  reassignOrder(
    {
      shop: { ...shop, currency: "USD", timeZone: "UTC" },
      actor: systemActor,
      now: new Date("2026-03-05T10:00:00Z"),
    },
    String(body.id),
    { affiliate: affiliateId, note: "A mistake" },
  );
const paid = (at: string) => ({ financial_status: "paid", updated_at: at });

describe("an approval period from the payment (M11)", () => {
  it("begins when the payment is first heard of, and whatever the order of the messages", async () => {
    const ends: unknown[] = [];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const shop = await shopUnder({ approvalFrom: "payment" });
      const base = orderBody({ ref: shop.code, createdAt, financialStatus: "pending" });
      const bodies = [
        base,
        { ...base, financial_status: "paid", updated_at: "2026-03-04T10:00:00Z" },
        { ...base, financial_status: "paid", updated_at: "2026-03-06T10:00:00Z" },
      ];
      for (const index of order) await told(shop, bodies[index] ?? {});
      ends.push(await holdOf(shop, base));
      expect((await verifyShop(shop.shopId)).differences).toEqual([]);
    }
    const end = ["2026-04-03T10:00:00.000Z"];
    expect(ends).toEqual([end, end, end]);
  });

  it("keeps everything pending while nothing is paid", async () => {
    const shop = await shopUnder({ approvalFrom: "payment" });
    const body = await sell(shop, { createdAt, financialStatus: "pending" });
    expect(await holdOf(shop, body)).toEqual([null]);
    await releaseCommissions(new Date("2027-01-01T00:00:00Z"));
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
  });
});

describe("an approval period from the fulfillment", () => {
  it("begins when the order was first heard to be sent where nothing sent is listed, in any order", async () => {
    const ends: unknown[] = [];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const shop = await shopUnder({ approvalFrom: "fulfilment" });
      const base = orderBody({ ref: shop.code, createdAt });
      const unlisted = { ...base, fulfillment_status: "fulfilled", fulfillments: [] };
      const bodies = [
        base,
        { ...unlisted, updated_at: "2026-03-04T10:00:00Z" },
        { ...unlisted, updated_at: "2026-03-06T10:00:00Z" },
      ];
      for (const index of order) await told(shop, bodies[index] ?? {});
      ends.push(await holdOf(shop, base));
      expect((await verifyShop(shop.shopId)).differences).toEqual([]);
    }
    const end = ["2026-04-03T10:00:00.000Z"];
    expect(ends).toEqual([end, end, end]);
  });

  it("is counted from what was sent once that is listed, and waits where the order is not sent any more", async () => {
    const shop = await shopUnder({ approvalFrom: "fulfilment" });
    const base = orderBody({ ref: shop.code, createdAt });
    const unlisted = { ...base, fulfillment_status: "fulfilled", fulfillments: [] };
    await told(shop, { ...unlisted, updated_at: "2026-03-04T10:00:00Z" });
    await told(shop, { ...base, ...sent("2026-03-02T10:00:00Z"), updated_at: "2026-03-05T10:00:00Z" });
    expect(await holdOf(shop, base)).toEqual(["2026-04-01T10:00:00.000Z"]);
    await told(shop, { ...base, fulfillment_status: null, updated_at: "2026-03-06T10:00:00Z" });
    expect(await holdOf(shop, base)).toEqual([null]);
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("begins with the last piece sent, moves with it, and applies to the bonus of that order too", async () => {
    const bonus = { id: "b", name: "First", atLeast: orders(1), repeats: false, amount: dollars(5) };
    const shop = await shopUnder({ approvalFrom: "fulfilment", bonuses: [bonus] });
    const body = await sell(shop, { createdAt });
    expect(await holdOf(shop, body)).toEqual([null, null]);
    await told(shop, { ...body, ...sent("2026-03-05T10:00:00Z"), updated_at: "2026-03-05T10:00:01Z" });
    const end = "2026-04-04T10:00:00.000Z";
    expect(await holdOf(shop, body)).toEqual([end, end]);
    await told(shop, { ...body, updated_at: "2026-03-06T10:00:00Z" });
    expect(await holdOf(shop, body)).toEqual([null, null]);
    await told(shop, { ...body, ...sent("2026-03-07T10:00:00Z"), updated_at: "2026-03-07T10:00:01Z" });
    await releaseCommissions(new Date("2026-04-06T09:59:59Z"));
    expect(await currentBalance(shop)).toEqual({ pending: 1500n, payable: 0n });
    await releaseCommissions(new Date("2026-04-06T10:00:00Z"));
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 1500n });
    await told(shop, { ...body, ...sent("2026-03-08T10:00:00Z"), updated_at: "2026-03-08T10:00:01Z" });
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 1500n });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });
});

describe("the approval period of an affiliate who gets the credit back", () => {
  it("has begun with the payment that came while another had it", async () => {
    const shop = await shopUnder({ approvalFrom: "payment" });
    const other = await addAffiliate(shop);
    const body = await sell(shop, { createdAt, financialStatus: "pending" });
    await give(shop, body, other);
    await told(shop, { ...body, ...paid("2026-03-04T10:00:00Z") });
    expect(await give(shop, body, shop)).toEqual({ affiliateId: shop.affiliateId });
    const end = "2026-04-03T10:00:00.000Z";
    expect(await holdOf(shop, body)).toEqual([end, end]);
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("follows a payment that turns out to be earlier while another has it", async () => {
    const shop = await shopUnder({ approvalFrom: "payment" });
    const other = await addAffiliate(shop);
    const body = await sell(shop, { createdAt, financialStatus: "pending" });
    await told(shop, { ...body, ...paid("2026-03-04T10:00:00Z") });
    await give(shop, body, other);
    await told(shop, { ...body, ...paid("2026-03-02T10:00:00Z") });
    await give(shop, body, shop);
    const end = "2026-04-01T10:00:00.000Z";
    expect(await holdOf(shop, body)).toEqual([end, end]);
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });
});
