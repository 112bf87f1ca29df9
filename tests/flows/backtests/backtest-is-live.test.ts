import { expect, it } from "vitest";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { arrival, deliver, emptyInbox, currentBalance, postedEntries } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { manyTerms, runToTheEnd } from "./run-to-the-end.ts";

const zone = "America/New_York";

/** Numbers that look like chance and are the same every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Event = { at: string; topic: string; body: unknown };

/** Orders of two months for two affiliates, some given back in part or whole days later, in the order of their times. */
function history(codes: readonly string[], seed: number): Event[] {
  const pick = numbers(seed);
  const events: Event[] = [];
  const start = Date.parse("2026-01-05T02:00:00Z");
  for (let index = 0; index < 60; index += 1) {
    const at = start + index * 21 * 3_600_000 + pick(3_600) * 1000;
    const createdAt = new Date(at).toISOString();
    const quantity = 1 + pick(3);
    const cents = 1000 + pick(12_000);
    const price = (cents / 100).toFixed(2);
    const email = `guest${pick(6)}@example.com`;
    const order = orderBody({ createdAt, price, quantity, ref: codes[pick(codes.length)] ?? "", email });
    events.push({ at: createdAt, topic: "orders/create", body: order });
    if (pick(3) > 0) continue;
    const returned = 1 + pick(quantity);
    const refundedAt = new Date(at + (1 + pick(12)) * 86_400_000 + 1000).toISOString();
    const amount = ((cents * returned) / 100).toFixed(2);
    const refund = refundBody(order.id, { amount, quantity: returned, at: refundedAt });
    events.push({ at: refundedAt, topic: "refunds/create", body: refund });
  }
  return events.toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

async function sell(shop: SellingShop, codes: readonly string[], seed: number): Promise<void> {
  for (const { topic, body } of history(codes, seed)) {
    await deliver(shop, topic, body);
    await emptyInbox();
  }
}

const backtest = (shop: SellingShop, asked: Parameters<typeof runToTheEnd>[1]["asked"]) =>
  runToTheEnd(shop, { zone, asked, now: arrival });

const allDays = { firstDay: "2026-01-01", lastDay: "2026-03-09", scope: "credited" } as const;

it.each([1, 2, 3])(
  "running today's terms over the past gives what live processing gave, history %i",
  async (seed) => {
    const shop = await makeSellingShop({ timeZone: zone, terms: manyTerms });
    const other = await addAffiliate(shop);
    await sell(shop, [shop.code, other.code], seed);
    const { result, ordersDone } = await backtest(shop, allDays);
    const live = await Promise.all(
      [shop.affiliateId, other.affiliateId].map((affiliateId) => currentBalance({ ...shop, affiliateId })),
    );
    const rows = new Map(result.affiliates.map((row) => [row.id, row]));
    const first = rows.get(shop.affiliateId);
    const second = rows.get(other.affiliateId);
    expect([first?.today.minor, second?.today.minor]).toEqual(live.map((one) => one.pending));
    expect([first?.draft.minor, second?.draft.minor]).toEqual(live.map((one) => one.pending));
    expect(result.today.total.minor).toBe(live.reduce((total, one) => total + one.pending, 0n));
    expect(result.today.bonuses.minor).toBeGreaterThan(0n);
    expect(result).toMatchObject({ orders: 60, changedOrders: 0 });
    expect(ordersDone).toBe(60);
  },
  60_000,
);

it("another draft costs something else, and nothing is posted for it", async () => {
  const shop = await makeSellingShop({ timeZone: zone, terms: manyTerms });
  await sell(shop, [shop.code], 4);
  const before = await postedEntries(shop);
  const terms = { ...(await backtest(shop, allDays)).terms, rules: [], bonuses: [] };
  const draft: ProgramTerms = { ...terms, commission: { kind: "none" } };
  const { result } = await backtest(shop, { ...allDays, terms: draft });
  const nothing = { minor: 0n, currency: "USD" };
  expect(result.draft).toEqual({ total: nothing, bonuses: nothing, paidOrders: 0, share: "0" });
  expect(result.today.total.minor).toBe((await currentBalance(shop)).pending);
  expect(result.changedOrders).toBe(result.today.paidOrders);
  expect(await postedEntries(shop)).toEqual(before);
}, 60_000);
