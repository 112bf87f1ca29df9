import { z } from "zod";
import {
  commissionKinds,
  commissionStates,
  deductionStates,
  entryKinds,
} from "#app/domain/commission-state.ts";
import { commissionDecisions } from "#app/domain/decision.ts";
import { payoutMethods } from "#app/domain/payouts/method.ts";
import {
  currencyCode,
  dayFields,
  daysInOrder,
  daysNotInOrder,
  instant,
  listQuery,
  money,
  namedWire,
  paginationWire,
} from "./wire.ts";
import { wrong } from "./reasons.ts";

export const postingWire = z
  .object({
    id: z.string(),
    commissionId: z.string(),
    kind: z
      .enum([...commissionKinds, "adjustment"])
      .meta({ description: "What it was posted for: the order itself, a bonus, an addition by hand, …" }),
    code: z.string().meta({ description: "A code of M2: earned, released, reversed, …" }),
    debit: z.string(),
    credit: z.string(),
    amount: money,
    affiliate: namedWire.nullable(),
    happenedAt: instant,
    recordedAt: instant,
  })
  .meta({ id: "Posting" });

export type PostingWire = z.input<typeof postingWire>;

const id = z.string().max(40, wrong("id"));

/** Query of GET /api/v1/commissions; `search` looks for the order's name. */
export const commissionListQuery = listQuery
  .extend({
    status: z.enum(commissionStates).optional(),
    kind: z.enum(entryKinds).optional(),
    sort: z.enum(["newest", "oldest"]).default("newest"),
    affiliate: id.optional(),
    program: id.optional(),
    payout: id.optional().meta({
      description:
        "Covered by this payout, section of a payout or payment: commissions it pays, and deductions",
    }),
    currency: currencyCode.optional(),
    ...dayFields("made"),
  })
  .refine(daysInOrder, daysNotInOrder);

export type CommissionListQuery = z.output<typeof commissionListQuery>;

const paymentWire = z
  .object({
    id: z.string(),
    sectionId: z.string(),
    method: z.enum(payoutMethods),
    at: instant.meta({ description: "When it was paid; before that, when it was planned" }),
  })
  .nullable();

const commissionWire = z
  .object({
    id: z.string(),
    kind: z.enum(commissionKinds),
    status: z.enum(commissionStates),
    reason: z
      .object({ code: z.string(), text: z.string() })
      .meta({ description: "Why it waits, was released, or stands at zero" }),
    rule: z
      .object({ kind: z.string(), name: z.string() })
      .nullable()
      .meta({ description: "The fraud rule that holds or denied it; null where none does" }),
    order: namedWire.nullable().meta({
      description: "The order that earned it or reached the bonus; null for an addition by hand without one",
    }),
    affiliate: namedWire,
    program: namedWire.extend({ version: z.int() }),
    amount: money.meta({ description: "The four amounts below together" }),
    pending: money,
    approved: money.meta({ description: "Available to be paid" }),
    inPayout: money,
    paid: money,
    isPartlyPaid: z.boolean(),
    payment: paymentWire.meta({ description: "The newest payment that pays it, or a part of it" }),
    approvesAt: instant.nullable().meta({ description: "Null while the hold has not begun" }),
    releasedAt: instant.nullable(),
    createdAt: instant,
    open: z.array(z.enum(commissionDecisions)).meta({ description: "The decisions that are possible now" }),
  })
  .meta({ id: "Commission" });

export type CommissionWire = z.input<typeof commissionWire>;

/** A deduction: an amount that was paid before and comes off the balance. It has a row of its own in the list. */
const deductionWire = z
  .object({
    id: z.string(),
    kind: z.literal("deduction"),
    status: z.enum(deductionStates).meta({ description: "To deduct, in a payout, or deducted" }),
    reason: z.object({ code: z.literal("deduction"), text: z.string() }),
    commissionId: z.string().nullable().meta({ description: "The commission that was paid too much" }),
    order: namedWire.nullable(),
    affiliate: namedWire,
    program: namedWire.extend({ version: z.int() }).nullable(),
    amount: money.meta({ description: "Below zero" }),
    payment: paymentWire.meta({ description: "The payment that deducts it" }),
    createdAt: instant,
  })
  .meta({ id: "Deduction" });

export type DeductionWire = z.input<typeof deductionWire>;

/** A row of a list of commissions. */
export const commissionEntryWire = z.union([commissionWire, deductionWire]);

export type CommissionEntryWire = z.input<typeof commissionEntryWire>;

export const commissionListWire = z
  .object({
    commissions: z.array(commissionEntryWire),
    pagination: paginationWire.extend({
      total: z.int().meta({ description: "How many match, counted up to 10,000" }),
    }),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "CommissionList" });

const decisionWire = z.object({
  id: z.string(),
  kind: z.enum([...commissionDecisions, "reassigned"]),
  note: z.string(),
  to: namedWire.nullable().meta({ description: "The affiliate who was given the credit for the order" }),
  by: z.string().meta({ description: "Who decided" }),
  at: instant,
});

/** Answer of the calls that adjust. */
export const adjustmentWire = z
  .object({
    id: z.string(),
    affiliateId: z.string(),
    commissionId: z.string().nullable(),
    amount: money.meta({ description: "Above zero gives, below takes" }),
    note: z.string(),
    by: z.string().meta({ description: "Who adjusted" }),
    at: instant,
  })
  .meta({ id: "Adjustment" });

/** Answer of GET /api/v1/commissions/{id}. */
export const commissionDetailWire = commissionWire
  .extend({
    postings: z.array(postingWire),
    decisions: z.array(decisionWire).meta({ description: "What people decided, oldest first" }),
    adjustments: z
      .array(adjustmentWire)
      .meta({ description: "Amounts given or taken about it, oldest first" }),
    added: z
      .object({ note: z.string(), by: z.string() })
      .nullable()
      .meta({ description: "Why and by whom it was added, where a person added it" }),
  })
  .meta({ id: "CommissionDetail" });

export type CommissionDetailWire = z.input<typeof commissionDetailWire>;
