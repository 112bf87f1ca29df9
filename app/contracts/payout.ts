import { z } from "zod";
import { isCurrency } from "#app/domain/currency.ts";
import { isIdOf } from "#app/domain/ids.ts";
import { lineKinds } from "#app/domain/ledger/line.ts";
import { batchStatuses } from "#app/domain/payouts/batch.ts";
import { notPaidReasons } from "#app/domain/payouts/eligible.ts";
import { itemStates } from "#app/domain/payouts/item.ts";
import { payoutMethods } from "#app/domain/payouts/method.ts";
import { transferWire } from "./ledger.ts";
import { plainText } from "./plain-text.ts";
import { day, listQuery, moneyWire, paginationWire } from "./wire.ts";

const method = z.enum(payoutMethods, `Must be one of ${payoutMethods.join(", ")}`);
const currency = z
  .string("Must be an ISO 4217 code, such as USD")
  .regex(/^[A-Z]{3}$/, { error: "Must be an ISO 4217 code, such as USD", abort: true })
  .refine(isCurrency, "Is not a currency");
const through = day.meta({
  description: "The last day, in the shop's time zone, of what became payable; all of it where none is named",
});
const affiliateId = z
  .string("Is not an affiliate's id")
  .max(40, "Is not an affiliate's id")
  .refine((text) => isIdOf("affiliate", text), "Is not an affiliate's id");
const mostChosen = 1000;
const chosen = z.array(affiliateId).max(mostChosen, `Must be at most ${mostChosen} affiliates`);

/** Where a batch stands, and those that wait for a person: for a yes, or with something that went wrong. */
const batchFilters = ["waiting", ...batchStatuses] as const;

/** Query of GET /api/v1/payouts. */
export const payoutListQuery = listQuery.extend({
  status: z.enum(batchFilters, `Must be one of ${batchFilters.join(", ")}`).optional(),
  method: method.optional(),
  currency: currency.optional(),
});

/** Query of GET /api/v1/payouts/{id}/items. */
export const payoutItemListQuery = listQuery.extend({
  status: z.enum(itemStates, `Must be one of ${itemStates.join(", ")}`).optional(),
});

/** Query of the payments that need a person. */
export const personItemListQuery = listQuery.extend({
  status: z
    .enum(["person", "contradiction"], "Must be person or contradiction")
    .optional()
    .meta({ description: "Of which nobody tells, or of which the provider tells what cannot be" }),
  method: method.optional(),
});

const shows = ["paid", "not_paid", ...notPaidReasons] as const;

/** Query of GET /api/v1/payouts/preview. */
export const payoutPreviewQuery = listQuery.omit({ cursor: true }).extend({
  method: method.default("paypal"),
  currency: currency.optional().meta({ description: "The shop's own where none is named" }),
  through: through.optional(),
  /** Ids with commas between them, or the parameter more than once in a form. */
  affiliates: z
    .string()
    .max(41 * mostChosen, `Must be at most ${mostChosen} affiliates`)
    .transform((text) => text.split(",").filter((one) => one !== ""))
    .pipe(chosen)
    .optional()
    .meta({ description: "Only these affiliates: ids with commas between them" }),
  status: z
    .enum(shows, `Must be one of ${shows.join(", ")}`)
    .optional()
    .meta({ description: "Only who is paid, who is not, or who is not for this reason" }),
});

export type PayoutPreviewQuery = z.output<typeof payoutPreviewQuery>;

const seen = z
  .strictObject({ count: z.int("Must be a whole number").min(1, "Must be at least 1"), total: moneyWire })
  .meta({ description: "What the preview or the batch said; where it is otherwise now, nothing is sent" });

/** Body of POST /api/v1/payouts. */
export const createPayoutBody = z
  .strictObject({
    method,
    currency: currency.optional(),
    through: through.optional(),
    affiliates: chosen.min(1, "Name at least one affiliate").optional(),
    expected: seen,
  })
  .meta({ id: "CreatePayout" });

/** Body of POST /api/v1/payouts/{id}/confirm. */
export const confirmPayoutBody = z.strictObject({ expected: seen }).meta({ id: "ConfirmPayout" });

/** Body of PUT /api/v1/affiliates/{id}/payout-hold. */
export const payoutHoldBody = z
  .strictObject({ note: plainText(500).default("") })
  .meta({ id: "HoldPayouts" });

const countText = z
  .string("Is missing")
  .regex(/^[1-9]\d{0,8}$/, "Must be a whole number above zero")
  .transform(Number);
const minorText = z
  .string("Is missing")
  .regex(/^[1-9]\d{0,17}$/, "Must be a whole number above zero")
  .transform(BigInt);
const seenFields = { count: countText, totalMinor: minorText };

/** The form under a preview: pays what it shows. */
export const createPayoutForm = z.object({
  method,
  currency,
  through: z
    .literal("")
    .transform(() => undefined)
    .or(through)
    .optional(),
  affiliates: payoutPreviewQuery.shape.affiliates,
  ...seenFields,
});

/** The forms of a batch's page, told apart by `intent`. */
export const payoutForm = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("confirm"), ...seenFields }),
    z.object({ intent: z.literal("approve") }),
    z.object({ intent: z.literal("cancel") }),
    z.object({ intent: z.literal("retry") }),
  ],
  "Must be confirm, approve, cancel or retry",
);

const sumWire = z.object({ count: z.int(), total: moneyWire });
const notPaidWire = z.object({
  reason: z.enum(notPaidReasons),
  text: z.string(),
  count: z.int(),
  payable: moneyWire,
});
const who = z.object({ id: z.string(), name: z.string() });

export const payoutWire = z
  .object({
    id: z.string(),
    method,
    currency: z.string(),
    status: z.enum(batchStatuses),
    schedule: z
      .string()
      .nullable()
      .meta({ description: "The day of the schedule; null where a person made it" }),
    cutoffAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: "What became payable from then on is left out" }),
    chosen: z.int().nullable().meta({ description: "How many affiliates were chosen; null for everybody" }),
    planned: sumWire.meta({ description: "Items that were planned so far" }),
    expected: sumWire.nullable().meta({ description: "What whoever confirmed had seen" }),
    needsApproval: z.boolean(),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    confirmedBy: z.string().nullable(),
    confirmedAt: z.iso.datetime().nullable(),
    approvedBy: z.string().nullable(),
    approvedAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime().nullable(),
    error: z.string().meta({ description: "Why it does not go on; empty while it does" }),
  })
  .meta({ id: "Payout" });

export type PayoutWire = z.output<typeof payoutWire>;

export const payoutDetailWire = payoutWire
  .extend({
    states: z
      .array(z.object({ status: z.enum(itemStates).or(z.string()), ...sumWire.shape }))
      .meta({ description: "How many items are in each state" }),
    leftOut: z
      .array(notPaidWire)
      .meta({ description: "Whom it did not pay when it was planned, by the reason of that moment" }),
  })
  .meta({ id: "PayoutDetail" });

export type PayoutDetailWire = z.output<typeof payoutDetailWire>;

export const payoutListWire = z
  .object({ payouts: z.array(payoutWire), pagination: paginationWire, nextCursor: z.string().nullable() })
  .meta({ id: "PayoutList" });

export const payoutItemWire = z
  .object({
    id: z.string(),
    payout: z.string(),
    affiliate: who,
    method,
    amount: moneyWire,
    withheld: moneyWire.meta({ description: "What the affiliate bears of the fee" }),
    fee: moneyWire.meta({ description: "What the provider kept, once it told it" }),
    status: z.enum(itemStates),
    receiver: z.string().meta({ description: "The account paid to, masked" }),
    reason: z.string(),
    contradiction: z.string().meta({
      description:
        "What the provider told that cannot be after what stands here; moves nothing until decided",
    }),
    provider: z.object({ itemId: z.string(), transactionId: z.string(), status: z.string() }),
    plannedAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    settledAt: z.iso.datetime().nullable(),
    closedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "PayoutItem" });

export type PayoutItemWire = z.output<typeof payoutItemWire>;

export const payoutItemListWire = z
  .object({ items: z.array(payoutItemWire), pagination: paginationWire, nextCursor: z.string().nullable() })
  .meta({ id: "PayoutItemList" });

const coveredLineWire = z.object({
  id: z.string().meta({ description: "Id of the commission, the adjustment or the earlier payment" }),
  kind: z.enum(lineKinds),
  order: z.object({ id: z.string(), name: z.string() }).nullable(),
  amount: moneyWire.meta({ description: "Below zero it is deducted" }),
});

export const payoutItemDetailWire = payoutItemWire
  .extend({
    covers: z.object({
      lines: z.array(coveredLineWire).meta({ description: "What it pays and deducts; the first 250" }),
      total: z.int(),
    }),
    transfers: z.array(transferWire),
  })
  .meta({ id: "PayoutItemDetail" });

export type PayoutItemDetailWire = z.output<typeof payoutItemDetailWire>;

export const payoutPreviewWire = z
  .object({
    method,
    currency: z.string(),
    cutoffAt: z.iso.datetime().nullable(),
    totals: z.object({
      count: z.int(),
      total: moneyWire,
      withheld: moneyWire.meta({ description: "What affiliates bear of the fees" }),
      estimatedFees: moneyWire.meta({
        description: "What the provider may take at most, as far as is known before",
      }),
      feeCap: moneyWire.nullable().meta({
        description: "The most that the provider takes of one payment; null where no cap is known",
      }),
      funding: moneyWire.meta({ description: "What has to be at hand: the amounts and the estimated fees" }),
      notPaid: z.array(notPaidWire),
    }),
    affiliates: z.array(
      z.object({
        affiliate: who.extend({ email: z.string() }),
        payable: moneyWire,
        amount: moneyWire.nullable().meta({ description: "What they would be paid; null where nothing" }),
        withheld: moneyWire.nullable(),
        estimatedFee: moneyWire.nullable(),
        reason: z.enum(notPaidReasons).nullable(),
        text: z.string().meta({ description: "Why nothing, in words; empty where they are paid" }),
        receiver: z.string(),
      }),
    ),
    pagination: paginationWire,
  })
  .meta({ id: "PayoutPreview" });

export type PayoutPreviewWire = z.output<typeof payoutPreviewWire>;

export const payoutHoldWire = z
  .object({
    held: z.boolean(),
    note: z.string(),
    by: z.string().nullable(),
    since: z.iso.datetime().nullable(),
  })
  .meta({ id: "PayoutHold" });

export type PayoutHoldWire = z.output<typeof payoutHoldWire>;
