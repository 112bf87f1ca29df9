import { z } from "zod";
import { currencyCode, day, listQuery, money, namedWire, paginationWire } from "./wire.ts";

export const owedStatuses = ["available", "in_transit", "negative"] as const;

/** Query of GET /api/v1/payouts/balances, of the page and of the file. */
export const owedQuery = listQuery.extend({
  asOf: day.optional().meta({ description: "The end of this day, in the shop's time zone; without it now" }),
  status: z
    .enum(owedStatuses, `Must be one of ${owedStatuses.join(", ")}`)
    .optional()
    .meta({ description: "Only who has such an amount; the largest first, by currency" }),
  currency: currencyCode.optional(),
});

export type OwedQuery = z.output<typeof owedQuery>;

const amounts = {
  pending: money,
  available: money.meta({ description: "Never below zero" }),
  inTransit: money,
  paid: money,
  negative: money.meta({ description: "What affiliates owe the shop; never above zero" }),
};

export const owedWire = z.object({ affiliate: namedWire, ...amounts }).meta({ id: "Balances" });

export type OwedWire = z.input<typeof owedWire>;

export const owedTotalWire = z.object(amounts).meta({ id: "BalancesTotal" });

export type OwedTotalWire = z.input<typeof owedTotalWire>;

export const owedListWire = z
  .object({
    asOf: z.string().nullable().meta({ description: "The day that was asked for; null: now" }),
    balances: z.array(owedWire),
    totals: z.array(owedTotalWire).meta({ description: "Over all affiliates, one for each currency" }),
    pagination: paginationWire.extend({
      total: z.int().meta({ description: "How many rows match, counted up to 10,000" }),
    }),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "BalancesList" });

/** Minimums that balances don't reach, by "affiliate currency". */
export const missedMinimumsWire = z.record(z.string(), money);
