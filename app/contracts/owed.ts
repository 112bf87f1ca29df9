import { z } from "zod";
import { moneyToWire } from "./to-wire.ts";
import { currencyCode, day, listQuery, moneyWire, namedWire, paginationWire } from "./wire.ts";

export const owedStatuses = ["payable", "in_transit", "negative"] as const;

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
  pending: moneyWire,
  payable: moneyWire.meta({ description: "Never below zero" }),
  inTransit: moneyWire,
  paid: moneyWire,
  negative: moneyWire.meta({ description: "What affiliates owe the shop; never above zero" }),
};

const owedRow = z.object({ affiliate: namedWire, ...amounts }).meta({ id: "Balances" });

export type OwedWire = z.output<typeof owedRow>;

const owedTotal = z.object(amounts).meta({ id: "BalancesTotal" });

export type OwedTotalWire = z.output<typeof owedTotal>;

export const owedListWire = z
  .object({
    asOf: z.string().nullable().meta({ description: "The day that was asked for; null: now" }),
    balances: z.array(owedRow),
    totals: z.array(owedTotal).meta({ description: "Over all affiliates, one for each currency" }),
    pagination: paginationWire.extend({
      total: z.int().meta({ description: "How many rows match, counted up to 10,000" }),
    }),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "BalancesList" });

type BalancesToWrite = {
  readonly currency: string;
  readonly pendingMinor: bigint;
  readonly payableMinor: bigint;
  readonly inTransitMinor: bigint;
  readonly paidMinor: bigint;
};

type OwedToWrite = {
  readonly affiliateId: string;
  readonly affiliateName: string;
  readonly balances: BalancesToWrite;
};

/** One affiliate in one currency: what is payable and what is owed back stand apart. */
export function owedToWire({ affiliateId, affiliateName, balances }: OwedToWrite): OwedWire {
  const { payableMinor } = balances;
  const apart = payableMinor < 0n ? { payableMinor: 0n, negativeMinor: payableMinor } : { negativeMinor: 0n };
  return { affiliate: { id: affiliateId, name: affiliateName }, ...totalToWire({ ...balances, ...apart }) };
}

/** The totals of one currency. */
export function totalToWire(of: BalancesToWrite & { readonly negativeMinor: bigint }): OwedTotalWire {
  const money = (minor: bigint) => moneyToWire(minor, of.currency);
  return {
    pending: money(of.pendingMinor),
    payable: money(of.payableMinor),
    inTransit: money(of.inTransitMinor),
    paid: money(of.paidMinor),
    negative: money(of.negativeMinor),
  };
}

/** Minimums that balances don't reach, by "affiliate currency". */
export function missedMinimumsToWire(
  missed: ReadonlyMap<string, { readonly minor: bigint; readonly currency: string }>,
): Readonly<Record<string, z.output<typeof moneyWire>>> {
  return Object.fromEntries([...missed].map(([key, one]) => [key, moneyToWire(one.minor, one.currency)]));
}
