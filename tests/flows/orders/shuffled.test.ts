import { describe, expect, it } from "vitest";
import { orderTopics } from "#app/contracts/read-delivery.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { processDeliveries } from "#app/flows/intake/process-deliveries.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import {
  arrival,
  deliver,
  emptyInbox,
  orderRow,
  read,
  currentBalance,
  postedEntries,
} from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import {
  commissionsOf,
  dollars,
  doubledFrom,
  orders,
  percent,
  ruled,
  sales,
  shopUnder,
  thisMonth,
} from "../../support/sold-under.ts";

const bonus = { id: "b", name: "Bonus", atLeast: sales(20), repeats: true, amount: dollars(3) };
const underTerms: Record<string, Partial<ProgramTerms>> = {
  "a percentage": {},
  "a fixed amount": { commission: { kind: "fixed", amount: dollars(7) } },
  "an amount for each piece": { commission: { kind: "per-item", amount: dollars(2) } },
  "tiers by sales": { commission: doubledFrom(sales(10), thisMonth) },
  "a cap": { caps: { perOrder: dollars(1), perAffiliate: { amount: dollars(2), period: thisMonth } } },
  "a rule on the order's value": ruled(
    { kind: "order-value", op: "at-least", amount: dollars(25) },
    percent(30),
  ),
  "a hold from the payment": { approvalFrom: "payment" },
  "bonuses that repeat": { bonuses: [bonus] },
};

/** An order of 3 × 10.00 that is paid later, of which 10.00 and 5.00 come back. */
function messagesOf(ref: string): { id: number; messages: [string, object][] } {
  const created = orderBody({ ref, price: "10.00", quantity: 3, financialStatus: "pending" });
  const first = refundBody(created.id, { amount: "10.00" });
  const second = refundBody(created.id, { amount: "5.00", quantity: 0, at: "2026-03-06T10:00:00Z" });
  const paid = { ...created, financial_status: "paid", updated_at: "2026-03-03T10:00:00Z" };
  const part = { ...paid, financial_status: "partially_refunded", updated_at: "2026-03-07T10:00:00Z" };
  const messages: [string, object][] = [
    ["orders/create", created],
    ["orders/updated", paid],
    ["refunds/create", first],
    ["refunds/create", second],
    ["orders/updated", { ...part, refunds: [first, second] }],
  ];
  return { id: created.id, messages };
}

const shuffles = [
  [0, 1, 2, 3, 4],
  [4, 3, 2, 1, 0],
  [2, 0, 4, 1, 3],
  [3, 4, 0, 2, 1],
];

describe("the deliveries of one order in any order", () => {
  it.each(Object.entries(underTerms))("end alike under %s", async (_name, terms) => {
    const ends: unknown[] = [];
    for (const order of shuffles) {
      const shop = await shopUnder(terms);
      const { id, messages } = messagesOf(shop.code);
      for (const index of order) {
        const [topic, body] = messages[index] ?? ["", {}];
        await deliver(shop, topic, body);
        await emptyInbox();
      }
      const { netMinor, reason } = await orderRow(shop, id);
      const commissions = (await commissionsOf(shop, { id })).filter((one) => one.kind === "order");
      const holds = commissions.map((one) => one.approvesAt);
      ends.push({ ...(await currentBalance(shop)), netMinor, reason, holds });
      expect((await verifyShop(shop.shopId)).differences).toEqual([]);
    }
    for (const end of ends) expect(end).toEqual(ends[0]);
  });
});

async function work(): Promise<void> {
  const pass = { topics: orderTopics, read, limit: 1, now: arrival };
  while ((await processDeliveries(pass)).taken > 0);
}

describe("several workers on the orders of one affiliate", () => {
  it("share a cap to the cent, count each order once for the tiers, and pay a bonus once", async () => {
    const shop = await shopUnder({
      commission: doubledFrom(orders(3), thisMonth),
      caps: { perOrder: null, perAffiliate: { amount: dollars(65), period: thisMonth } },
      bonuses: [{ ...bonus, atLeast: orders(5), repeats: false }],
    });
    for (let count = 0; count < 6; count += 1) {
      await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
    }
    await Promise.all(Array.from({ length: 4 }, work));
    await emptyInbox();
    // Three at 10.00, then 20.00, and 15.00 that were left of the cap; nothing for the sixth; the bonus of 3.00.
    const earned = (await postedEntries(shop))
      .map((one) => one.amountMinor)
      .toSorted((a, b) => Number(a - b));
    expect(earned).toEqual([300n, 1000n, 1000n, 1000n, 1500n, 2000n]);
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });
});
