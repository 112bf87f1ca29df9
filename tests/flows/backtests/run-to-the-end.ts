import type { Actor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { readBacktest } from "#app/flows/backtests/read-backtests.ts";
import { runBacktest } from "#app/flows/backtests/run-backtest.ts";
import { startBacktest } from "#app/flows/backtests/start-backtest.ts";
import type { SellingShop } from "../../support/selling-shop.ts";

const actor: Actor = { kind: "staff", id: "1", name: "Ada", email: "ada@example.com" };
const usd = (minor: bigint) => ({ minor, currency: "USD" });

/** Everything at once that looks at other orders: tiers, both caps, bonuses, and which order of the customer it is. */
export const manyTerms: Partial<ProgramTerms> = {
  rules: [
    {
      id: "again",
      name: "From the third order of a customer on",
      when: { kind: "customer-order", op: "at-least", count: 3 },
      pay: { kind: "fixed", amount: usd(150n) },
    },
    {
      id: "small",
      name: "Small orders by the number of orders in 7 days",
      when: { kind: "order-value", op: "at-most", amount: usd(6000n) },
      pay: {
        kind: "tiered",
        period: { kind: "rolling", days: 7 },
        below: { kind: "per-item", amount: usd(100n) },
        steps: [{ atLeast: { measure: "orders", count: 4 }, pay: { kind: "percentage", rateBps: 800 } }],
      },
    },
  ],
  commission: {
    kind: "tiered",
    period: { kind: "calendar", unit: "month" },
    below: { kind: "percentage", rateBps: 1000 },
    steps: [
      {
        atLeast: { measure: "sales", amount: usd(30_000n) },
        pay: { kind: "percentage", rateBps: 1500 },
      },
      {
        atLeast: { measure: "sales", amount: usd(60_000n) },
        pay: { kind: "percentage", rateBps: 2000 },
      },
    ],
  },
  caps: {
    perOrder: usd(2500n),
    perAffiliate: { amount: usd(9000n), period: { kind: "calendar", unit: "month" } },
  },
  bonuses: [
    {
      id: "first",
      name: "First sale",
      atLeast: { measure: "orders", count: 1 },
      repeats: false,
      amount: usd(500n),
    },
    {
      id: "every",
      name: "Every 400.00 of sales",
      atLeast: { measure: "sales", amount: usd(40_000n) },
      repeats: true,
      amount: usd(700n),
    },
  ],
};

type Asked = {
  readonly zone: string;
  readonly asked: Parameters<typeof startBacktest>[2];
  readonly now: Date;
};

/** A backtest of the shop's program, asked for and run at once. */
export async function runToTheEnd(shop: SellingShop, { zone, asked, now }: Asked) {
  const defaults = { defaultWindowDays: 30, defaultApprovalDays: 30 };
  const of = { shopId: shop.shopId, currency: "USD", timeZone: zone, ...defaults };
  const id = await startBacktest({ shop: of, actor, now }, { programId: shop.programId }, asked);
  if (isRefusal(id)) throw new Error(id.reason.code);
  await runBacktest({ shopId: shop.shopId, backtestId: id }, () => now);
  const found = await readBacktest(shop.shopId, id, now);
  if (isRefusal(found) || !found.result) throw new Error("The backtest has no result.");
  return { ...found, result: found.result };
}
