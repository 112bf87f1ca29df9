import { z } from "zod";
import { affiliateWire } from "./affiliate.ts";
import type { PayoutOutlookWire } from "./own-payout.ts";
import type { EarnedWire } from "./portal.ts";
import { instant, money, moneyWire } from "./wire.ts";

const flatPayWire = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("percentage"), rateBps: z.number() }),
  z.object({ kind: z.enum(["fixed", "per-item"]), amount: money }),
]);

/** Pay for a sale before the first tier, and at the highest one. */
const homePayWire = z.object({ from: flatPayWire, upTo: flatPayWire.nullable() });
export type HomePayWire = z.input<typeof homePayWire>;

const goalWire = z.discriminatedUnion("measure", [
  z.object({ measure: z.literal("orders"), count: z.int() }),
  z.object({ measure: z.literal("sales"), amount: money }),
]);
export type GoalWire = z.input<typeof goalWire>;

const homeTierWire = z.object({
  programName: z.string(),
  ruleName: z.string().nullable(),
  pay: flatPayWire,
  period: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("rolling"), days: z.int() }),
    z.object({ kind: z.literal("calendar"), unit: z.enum(["month", "quarter", "year"]) }),
    z.object({ kind: z.literal("ever") }),
  ]),
  reached: goalWire,
  goal: goalWire,
  /** From 0 to 99. */
  percent: z.int(),
});
export type HomeTierWire = z.input<typeof homeTierWire>;

const homeDayWire = z.object({ day: z.string(), clicks: z.int(), orders: z.int(), earned: money });
export type HomeDayWire = z.input<typeof homeDayWire>;

const homeCodeWire = z.object({
  code: z.string(),
  /** For the shopper; null where only the store's admin can say. */
  gives: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("percentage"), ratio: z.number() }),
      z.object({ kind: z.enum(["amount", "amount-per-item"]), amount: moneyWire }),
      z.object({ kind: z.literal("free-shipping") }),
    ])
    .nullable(),
  /** When the notice period of its end is over; null while it stays. */
  endsAt: instant.nullable(),
});
export type HomeCodeWire = z.input<typeof homeCodeWire>;

/** The portal's home without the latest orders and the next payout. */
export const homeWire = z.object({
  shop: z.object({ name: z.string(), timeZone: z.string() }),
  affiliate: affiliateWire.pick({ name: true, status: true, referralLink: true, balances: true }),
  /** Discount codes that work now. */
  codes: z.array(homeCodeWire),
  month: z.object({ earned: money, change: z.number().nullable() }),
  days: z.array(homeDayWire),
  conversion: z.number(),
  perClick: money.nullable(),
  tiers: z.array(homeTierWire),
  pay: homePayWire.nullable(),
});

/** The portal's home. */
export type HomeWire = z.input<typeof homeWire> & {
  readonly latest: readonly EarnedWire[];
  readonly outlook: PayoutOutlookWire;
};
