import { z } from "zod";
import { affiliateAccounts, entryCodes, shopAccounts } from "#app/domain/ledger/entries.ts";
import { sectionParts } from "#app/domain/payouts/section.ts";
import { isMonth } from "#app/domain/day-spans.ts";
import { currencyCode, day, instant, listQuery, money, namedWire, paginationWire } from "./wire.ts";
import { because, ofType, wrong } from "./reasons.ts";

const id = z.string().max(40, wrong("id"));
const month = z.string().refine(isMonth, wrong("month"));
const accounts = [...affiliateAccounts, ...shopAccounts] as const;

/** Which ledger entries; days and months are those in which an entry was recorded, in the shop's time zone. */
const ledgerEntryFilters = {
  affiliate: id.optional(),
  subject: id.optional().meta({ description: "The commission, payment or adjustment they are about" }),
  code: z.enum(entryCodes).optional(),
  currency: currencyCode.optional(),
  from: month.optional().meta({ description: "First month, such as 2026-03, in the shop's time zone" }),
  to: month.optional().meta({ description: "Last month, included" }),
  since: day.optional().meta({ description: "First day, in the shop's time zone" }),
  until: day.optional().meta({ description: "Last day, included" }),
  account: z
    .enum(accounts)
    .optional()
    .meta({ description: "Only what moves this account, to it or from it" }),
  section: id.optional().meta({ description: "Only entries of the payments in this section of a payout" }),
  part: z
    .enum(sectionParts)
    .optional()
    .meta({ description: "Only entries that this term of a payout's books is the sum of" }),
};

/** Query of GET /api/v1/ledger/entries and of the file. */
export const ledgerEntryListQuery = listQuery.omit({ search: true }).extend(ledgerEntryFilters);

export type LedgerEntryListQuery = z.output<typeof ledgerEntryListQuery>;

/** The place of a ledger entry among all that were posted, as text. */
export const sequence = z.codec(z.string(), z.bigint(), { decode: BigInt, encode: String });

export const ledgerEntryWire = z
  .object({
    id: z.string(),
    sequence: sequence.meta({ description: "Grows with every posting" }),
    code: z.string().meta({ description: "A code of M2: earned, released, reversed, …" }),
    debit: z.string(),
    credit: z.string(),
    amount: money,
    affiliate: namedWire.nullable(),
    subject: z.string(),
    happenedAt: instant,
    recordedAt: instant,
  })
  .meta({ id: "LedgerEntry" });

export type LedgerEntryWire = z.input<typeof ledgerEntryWire>;

export const ledgerEntryListWire = z
  .object({
    entries: z.array(ledgerEntryWire),
    pagination: paginationWire.extend({
      total: z.int().meta({ description: "How many match, counted up to 10,000" }),
    }),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "LedgerEntryList" });

const proofFields = {
  affiliate: id
    .optional()
    .meta({ description: "Answers M15 for this affiliate; without it for the whole shop" }),
  month: month.optional().meta({ description: "Month of M15; the current one where none is given" }),
  first: day.optional().meta({ description: "First day of M15, instead of a month; together with `last`" }),
  last: day.optional().meta({ description: "Last day of M15, included" }),
};

type Days = { first?: string | undefined; last?: string | undefined };

/** For a `refine` of a query with `first` and `last`: both or none, and in their order. */
export const isSpan = ({ first, last }: Days): boolean =>
  (first === undefined && last === undefined) || (first !== undefined && last !== undefined && first <= last);

export const notASpan = { path: ["last"], error: because({ code: "span_incomplete" }) };

/** Query of GET /api/v1/proof. */
export const proofQuery = z.object(proofFields).refine(isSpan, notASpan);

/** Query of the page, which also pages through the balances. */
export const proofPageQuery = listQuery
  .pick({ page: true, limit: true })
  .extend(proofFields)
  .refine(isSpan, notASpan);

/** The one form of the page: sum the books again. */
export const proofForm = z.object({ intent: z.literal("prove") });

const difference = z
  .object({
    kind: z.enum(["balance", "figures", "commission", "order", "row"]),
    table: z.string().meta({ description: "The table of the row that differs" }),
    key: z.string().meta({ description: "Its key" }),
    text: z.string(),
    affiliate: z.string().nullable(),
    order: z.string().nullable(),
  })
  .meta({ id: "LedgerDifference" });

export type DifferenceWire = z.input<typeof difference>;

const identity = z
  .object({
    opening: money,
    movements: z
      .array(z.object({ code: z.string(), amount: money }))
      .meta({ description: "What moved it, by code, with its sign; what moves inside it is left out" }),
    closing: money,
    difference: money.meta({ description: "Zero when the identity holds" }),
    holds: z.boolean(),
  })
  .meta({ id: "LedgerIdentity" });

export type IdentityWire = z.input<typeof identity>;

/** An affiliate's balances as they are shown, beside the sums of their ledger entries. */
export const holderWire = z.object({
  id: z.string(),
  name: z.string(),
  accounts: z.array(z.object({ account: z.string(), shown: money, summed: money, agrees: z.boolean() })),
});

export type HolderWire = z.input<typeof holderWire>;

/** Answer of GET /api/v1/proof. */
export const proofWire = z
  .object({
    proof: z
      .object({
        checkedAt: instant,
        entries: z.int(),
        highestSequence: sequence,
        balances: z.int(),
        orders: z.int(),
        differenceCount: z.int(),
        differences: z.array(difference).meta({ description: "The first hundred" }),
      })
      .nullable()
      .meta({ description: "The last check of the ledger; null before the first" }),
    newerEntries: z.int().meta({ description: "Posted since then, counted up to 10,000" }),
    month: z.string(),
    days: z
      .object({ first: z.string(), last: z.string() })
      .nullable()
      .meta({ description: "The days of M15 where they were asked for instead of a month" }),
    affiliate: namedWire.nullable(),
    identities: z
      .array(identity)
      .meta({ description: "M15 of the month or days, of the affiliate or the whole shop, by currency" }),
    late: z
      .string()
      .nullable()
      .meta({ description: "Why M15 of the whole shop is not told: so long ago it takes too long" }),
  })
  .meta({ id: "Proof" });

export type ProofWire = z.input<typeof proofWire>;

/** Query of GET /api/v1/ledger/periods and of the page. */
export const closedPeriodsQuery = listQuery.pick({ page: true, limit: true });

/** Body of POST /api/v1/ledger/periods, and the page's form. */
export const closeMonthBody = z.strictObject({
  month: z.string(ofType(wrong("month"))).refine(isMonth, wrong("month")),
});

export const closedPeriodWire = z
  .object({
    month: z.string().meta({ description: "The month at whose end it ends, in the shop's time zone" }),
    since: instant.nullable().meta({ description: "Null where it takes all before it along" }),
    until: instant.meta({ description: "Its end, which is the next one's beginning" }),
    highestSequence: sequence.meta({ description: "The shop's last ledger entry at the closing" }),
    closedAt: instant,
    closedBy: z.string(),
  })
  .meta({ id: "ClosedPeriod" });

export type ClosedPeriodWire = z.input<typeof closedPeriodWire>;

export const closedPeriodsWire = z
  .object({
    periods: z.array(closedPeriodWire),
    next: z.string().nullable().meta({ description: "The month that can be closed next" }),
    pagination: paginationWire,
  })
  .meta({ id: "ClosedPeriodList" });
