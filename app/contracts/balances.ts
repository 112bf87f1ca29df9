import { z } from "zod";
import { isIdOf } from "#app/domain/ids.ts";
import { balanceEntryKinds } from "#app/domain/ledger/entries.ts";
import {
  currencyCode,
  day,
  instant,
  listQuery,
  money,
  moneyWire,
  namedWire,
  paginationWire,
  plainText,
} from "./wire.ts";
import { because, enter } from "./reasons.ts";

const owedStatuses = ["available", "in_transit", "negative"] as const;

/** Query of GET /api/v1/payouts/balances, of the page and of the file. */
export const owedQuery = listQuery.extend({
  asOf: day.optional().meta({ description: "The end of this day, in the shop's time zone; without it now" }),
  status: z
    .enum(owedStatuses)
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

const reason = plainText(500).pipe(z.string().min(1, enter("reason")));
const currency = moneyWire.shape.currencyCode
  .optional()
  .meta({ description: "The store's currency where none is named" });

/** Body of POST /api/v1/affiliates/{id}/write-off. */
export const writeOffBody = z.strictObject({ reason, currency }).meta({ id: "WriteOffBalance" });

const opening = {
  amount: z.string().max(30),
  reason,
  document: plainText(200).default("").meta({ description: "The document that the balance comes from" }),
};

/** Body of POST /api/v1/affiliates/{id}/opening-balances. */
export const openingBalanceBody = z.strictObject({ ...opening, currency }).meta({ id: "AddOpeningBalance" });

const entryId = (kind: "writeOff" | "openingBalance") =>
  z.string().refine((text) => isIdOf(kind, text), because({ code: "reload_form" }));

/** The form that writes off a negative balance. */
export const writeOffForm = z.object({
  intent: z.literal("write-off"),
  reason,
  currency,
  entryId: entryId("writeOff"),
});

/** The form that adds an opening balance. */
export const openingBalanceForm = z.object({
  intent: z.literal("opening-balance"),
  ...opening,
  entryId: entryId("openingBalance"),
});

export const balanceEntryWire = z
  .object({
    id: z.string(),
    kind: z.enum(balanceEntryKinds),
    affiliateId: z.string(),
    amount: money.meta({ description: "What the balance grew by, below zero what it fell by" }),
    reason: z.string(),
    document: z.string(),
    by: z.string(),
    at: instant,
  })
  .meta({ id: "BalanceEntry" });
