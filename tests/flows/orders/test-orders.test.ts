import { describe, expect, it } from "vitest";
import { orderExplanationWire } from "#app/contracts/order.ts";
import { ownExplanationOf } from "#app/contracts/own-explanation.ts";
import { explanationInWords } from "#app/http/explained.ts";
import { words } from "../../support/words.ts";
import { encode } from "#app/contracts/wire.ts";
import { type OrderExplanation, readExplanation, readOwnExplanation } from "#app/flows/orders/read-orders.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { readDashboard } from "#app/flows/reports/read-dashboard.ts";
import { loader as overview } from "../../../app/routes/admin/overview.tsx";
import { accepted } from "../../support/accepted.ts";
import {
  deliver,
  emptyInbox,
  failures,
  orderRow,
  currentBalance,
  postedEntries,
} from "../../support/inbox.ts";
import { makeMerchant, pageRequest } from "../../support/merchant.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

async function place(shop: SellingShop, of: Parameters<typeof orderBody>[0] = {}) {
  const body = orderBody({ ref: shop.code, test: true, ...of });
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  return body;
}

function wireOf(explained: OrderExplanation) {
  return encode(orderExplanationWire, explanationInWords({ ...explained, commissions: [] }, words));
}

async function explain(shop: SellingShop, orderId: number) {
  return wireOf(accepted(await readExplanation(shop.shopId, String(orderId))));
}

describe("a test order", () => {
  it("would earn 10 % of 100.00, and nothing of these 10.00 is posted or counted", async () => {
    const shop = await makeSellingShop();
    const { id } = await place(shop);
    const { order, lines, totals, ifCounted, postings } = await explain(shop, id);
    expect(ifCounted).toMatchObject({
      reason: { code: "won-by-landing" },
      totals: { base: usd("100.00"), commission: usd("10.00"), current: usd("10.00") },
      unread: false,
    });
    const [line] = ifCounted?.lines ?? [];
    expect(line?.steps.at(-1)).toEqual({
      rule: "M8",
      code: "commission-rate",
      rateBps: 1000,
      text: "10% of the eligible amount",
      amount: usd("10.00"),
    });
    expect(order).toMatchObject({
      status: "not-credited",
      reason: { code: "test-order" },
      commission: usd("0.00"),
      ownCommission: usd("0.00"),
      affiliate: { id: shop.affiliateId },
    });
    expect([totals.current, lines[0]?.current, postings]).toEqual([usd("0.00"), usd("0.00"), []]);
    expect(await orderRow(shop, id)).toMatchObject({ credited: false, commissionMinor: 0n });
    expect(await postedEntries(shop)).toEqual([]);
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
    const { stats, sales } = accepted(
      await readDashboard({ ...shop, currency: "USD" }, { embedSeen: true, now: new Date() }),
    );
    expect(stats).toMatchObject({ orders: 0, totalRevenue: { minor: 0n }, totalCommission: { minor: 0n } });
    expect(sales).toEqual([]);
  });

  it("shows its affiliate nothing that it would earn", async () => {
    const shop = await makeSellingShop();
    const { id } = await place(shop);
    const explained = accepted(await readOwnExplanation(shop.shopId, String(id), shop.affiliateId));
    const own = ownExplanationOf(wireOf(explained), shop.affiliateId, []);
    expect(own.why).toBe("test-order");
    expect(own.arithmetic?.totals.current).toEqual(usd("0.00"));
    expect(JSON.stringify(own)).not.toContain("10.00");
  });

  it("would earn less after a refund: 2.00 of 3.00 for two of three pieces, and 0.00 for none", async () => {
    const shop = await makeSellingShop();
    const { id } = await place(shop, { price: "10.00", quantity: 3 });
    expect((await explain(shop, id)).ifCounted?.totals.current).toEqual(usd("3.00"));
    await deliver(shop, "refunds/create", refundBody(id, { amount: "10.00" }));
    await emptyInbox();
    expect((await explain(shop, id)).ifCounted?.totals).toMatchObject({
      commission: usd("3.00"),
      current: usd("2.00"),
    });
    const rest = refundBody(id, { amount: "20.00", quantity: 2, at: "2026-03-06T10:00:00Z" });
    await deliver(shop, "refunds/create", rest);
    await emptyInbox();
    expect(await failures(shop)).toEqual([]);
    expect((await explain(shop, id)).ifCounted).toMatchObject({
      reason: { code: "refunded-whole" },
      totals: { commission: usd("3.00"), current: usd("0.00") },
    });
  });

  it("that nobody brought says so", async () => {
    const shop = await makeSellingShop();
    const body = orderBody({ test: true });
    await deliver(shop, "orders/create", body);
    await emptyInbox();
    const { order, ifCounted } = await explain(shop, body.id);
    expect(order.affiliate).toBeNull();
    expect(ifCounted).toMatchObject({ reason: { code: "no-evidence" }, totals: { current: usd("0.00") } });
  });

  it("is in the tier that real orders reached: 20 % from the second order", async () => {
    const commission = {
      kind: "tiered",
      period: { kind: "calendar", unit: "month" },
      below: { kind: "percentage", rateBps: 1000 },
      steps: [{ atLeast: { measure: "orders", count: 1 }, pay: { kind: "percentage", rateBps: 2000 } }],
    } as const;
    const shop = await makeSellingShop({ terms: { commission } });
    const first = await place(shop);
    expect((await explain(shop, first.id)).ifCounted?.totals.current).toEqual(usd("10.00"));
    await place(shop, { test: false });
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
    const { id } = await place(shop);
    expect((await explain(shop, id)).ifCounted?.totals.current).toEqual(usd("20.00"));
  });

  it("says where the terms ask about tags, which are not read for it", async () => {
    const when = { kind: "product-tag", op: "any-of", values: ["sale"] } as const;
    const rules = [{ id: "r1", name: "Sale", when, pay: { kind: "percentage", rateBps: 5000 } }] as const;
    const shop = await makeSellingShop({ terms: { rules } });
    const { id } = await place(shop);
    expect((await explain(shop, id)).ifCounted).toMatchObject({
      totals: { current: usd("10.00") },
      unread: true,
    });
  });
});

describe("the setup guide", () => {
  it("shows a test order until there is a real one", async () => {
    const merchant = await makeMerchant();
    const page = async () =>
      await overview({ request: pageRequest(merchant.token, "/dashboard"), params: {}, context: {} });
    const isSold = (data: Awaited<ReturnType<typeof page>>) =>
      data.setup?.steps.find((step) => step.id === "sale")?.done;
    const before = await page();
    expect([isSold(before), before.setup?.testOrder]).toEqual([false, null]);
    const missed = orderBody({ test: true, createdAt: "2026-03-01T10:00:00Z" });
    await deliver(merchant, "orders/create", missed);
    await emptyInbox();
    const uncredited = await page();
    expect([isSold(uncredited), uncredited.setup?.testOrder]).toMatchObject([
      false,
      {
        orderId: String(missed.id),
        amount: usd("0.00"),
      },
    ]);
    const { id, name } = await place(merchant);
    const tested = await page();
    expect([isSold(tested), tested.setup?.testOrder]).toEqual([
      true,
      {
        orderId: String(id),
        name,
        amount: usd("10.00"),
      },
    ]);
    await place(merchant, { test: false });
    const sold = await page();
    expect([isSold(sold), sold.setup?.testOrder]).toEqual([true, null]);
  });
});
