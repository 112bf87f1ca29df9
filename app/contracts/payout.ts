import { z } from "zod";
import { findDecimal, isCurrency } from "#app/domain/money.ts";
import { isIdOf } from "#app/domain/ids.ts";
import { lineKinds } from "#app/domain/ledger/line.ts";
import { sectionStatuses } from "#app/domain/payouts/section.ts";
import { notPaidReasons } from "#app/domain/payouts/eligible.ts";
import { paymentStates } from "#app/domain/payouts/payment.ts";
import { payoutMethods } from "#app/domain/payouts/method.ts";
import { nextStepKinds, payoutViews, sectionStates } from "#app/domain/payouts/section-state.ts";
import { ledgerEntryWire } from "./ledger.ts";
import { day, instant, listQuery, money, moneyWire, namedWire, paginationWire, plainText } from "./wire.ts";
import { because, choose, ofType, wrong } from "./reasons.ts";

const method = z.enum(payoutMethods);
const currency = z
  .string(ofType(wrong("currency_code")))
  .regex(/^[A-Z]{3}$/, { error: wrong("currency_code"), abort: true })
  .refine(isCurrency, wrong("currency"));
const through = day.meta({
  description:
    "The last day, in the shop's time zone, of amounts that became available; without it, all of them",
});
export const affiliateId = z
  .string(ofType(wrong("id")))
  .max(40, wrong("id"))
  .refine((text) => isIdOf("affiliate", text), wrong("id"));
const mostChosen = 1000;
const chosen = z.array(affiliateId).max(mostChosen);

/** Query of GET /api/v1/payouts. */
export const payoutListQuery = listQuery.extend({
  view: z
    .enum(payoutViews)
    .optional()
    .meta({ description: "Payouts that wait for you, that go on by themselves, that are paid, or canceled" }),
  method: method.optional(),
  currency: currency.optional(),
});

/** Query of GET /api/v1/payout-sections/{id}/payments. */
export const paymentListQuery = listQuery.extend({
  status: z.enum(paymentStates).optional(),
});

/** Query of the payments that need a person. */
export const attentionPaymentListQuery = listQuery.extend({
  status: z
    .enum(["needs_attention", "contradiction"])
    .optional()
    .meta({ description: "Of which nobody tells, or of which the provider tells what cannot be" }),
  method: method.optional(),
});

const shows = ["paid", "not_paid", ...notPaidReasons] as const;

const program = z
  .string(ofType(wrong("id")))
  .max(40, wrong("id"))
  .refine((text) => isIdOf("program", text), wrong("id"));
const ownMethod = method.meta({ description: "Pay everybody by this method; without it each by their own" });
const allCurrencies = currency.meta({
  description: "Only this currency; without it all that have a balance",
});
const minimumText = z
  .string()
  .max(30)
  .regex(/^\d+(\.\d+)?$/, wrong("amount"))
  .meta({ description: "Replaces the minimum in the shop's currency for this payout" });

/** Query of GET /api/v1/payouts/preview. */
export const payoutPreviewQuery = listQuery.omit({ cursor: true }).extend({
  method: ownMethod.optional(),
  currency: allCurrencies.optional(),
  through: through.optional(),
  program: program.optional().meta({ description: "Only members of this program" }),
  minimum: minimumText.optional(),
  /** Ids with commas between them, or the parameter more than once in a form. */
  affiliates: z
    .string()
    .max(41 * mostChosen)
    .transform((text) => text.split(",").filter((one) => one !== ""))
    .pipe(chosen)
    .optional()
    .meta({ description: "Only these affiliates: ids with commas between them" }),
  status: z
    .enum(shows)
    .optional()
    .meta({ description: "Only who is paid, who is not, or who is not for this reason" }),
});

export type PayoutPreviewQuery = z.output<typeof payoutPreviewQuery>;

const seenSection = z
  .strictObject({
    method,
    count: z.int(ofType(wrong("whole_number"))).min(1),
    total: moneyWire,
  })
  .transform(({ total, ...rest }, context) => {
    const totalMinor = minorOf(total);
    if (totalMinor === null || totalMinor <= 0n) {
      const message = because({ code: "amount_above_zero_in", currency: total.currencyCode });
      context.issues.push({ code: "custom", message, input: total, path: ["total"] });
    }
    return { ...rest, currency: total.currencyCode, totalMinor: totalMinor ?? 0n };
  });

/** An amount in minor units; null where it is none of its currency. */
function minorOf({ amount, currencyCode }: z.output<typeof moneyWire>): bigint | null {
  try {
    return findDecimal(amount, currencyCode)?.minor ?? null;
  } catch {
    return null;
  }
}

const seen = z.array(seenSection).min(1, choose("sections")).max(200).meta({
  description: "Sections as the preview or the payout says; where they differ now, nothing is done",
});

/** Body of POST /api/v1/payouts. */
export const createPayoutBody = z
  .strictObject({
    method: ownMethod.optional(),
    currency: allCurrencies.optional(),
    through: through.optional(),
    program: program.optional(),
    minimum: minimumText.optional(),
    affiliates: chosen.min(1, choose("affiliates")).optional(),
    expected: seen,
  })
  .meta({ id: "CreatePayout" });

/** Body of POST /api/v1/payouts/{id}/confirm. */
export const confirmPayoutBody = z.strictObject({ expected: seen }).meta({ id: "ConfirmPayout" });

/** Body of PUT /api/v1/affiliates/{id}/payout-pause. */
export const payoutPauseBody = z
  .strictObject({ note: plainText(500).default("") })
  .meta({ id: "PausePayouts" });

/** "paypal USD 2 1200": a section as a page shows it, its total in minor units. */
const seenText = z
  .string()
  .max(20_000)
  .transform((text) => text.split(",").map((one) => one.trim().split(" ")))
  .pipe(
    z
      .array(
        z.tuple(
          [
            method,
            currency,
            z.string().regex(/^[1-9]\d{0,8}$/, wrong("whole_number")),
            z.string().regex(/^[1-9]\d{0,17}$/, wrong("whole_number")),
          ],
          choose("sections"),
        ),
      )
      .min(1)
      .max(200),
  )
  .transform((sections) =>
    sections.map(([way, code, count, total]) => ({
      method: way,
      currency: code,
      count: Number(count),
      totalMinor: BigInt(total),
    })),
  );

const none = z.literal("").transform(() => undefined);

/** The form of a preview: pays what it shows, once for its key. */
export const createPayoutForm = z.object({
  key: z.string().min(16).max(100),
  method: none.or(method).optional(),
  currency: none.or(currency).optional(),
  through: none.or(through).optional(),
  program: none.or(program).optional(),
  minimum: none.or(minimumText).optional(),
  affiliates: payoutPreviewQuery.shape.affiliates,
  expected: seenText,
});

/** The forms of a payout's page, told apart by `intent`; `section` names one of its sections. */
export const payoutForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("confirm"), expected: seenText }),
  z.object({ intent: z.literal("approve") }),
  z.object({ intent: z.literal("cancel") }),
  z.object({ intent: z.literal("cancelSection"), section: z.string().max(40) }),
  z.object({ intent: z.literal("retry"), section: z.string().max(40) }),
]);

const sumWire = z.object({ count: z.int(), total: money });
const notPaidWire = z.object({
  reason: z.enum(notPaidReasons),
  text: z.string(),
  count: z.int(),
  available: money,
});
const nextStepWire = z
  .object({
    kind: z.enum(nextStepKinds),
    label: z.string().meta({ description: "The words of its button" }),
    subject: z
      .string()
      .meta({ description: "The request or payment that it is about; empty for the section" }),
  })
  .meta({ id: "PayoutNextStep" });

export const payoutSectionWire = z
  .object({
    id: z.string(),
    payout: z.string(),
    method,
    currency: z.string(),
    state: z.enum(sectionStates).meta({ description: "What it waits for, or how far it is" }),
    reason: z.string().meta({ description: "Why it waits, in words; empty where the state says all" }),
    nextStep: nextStepWire.nullable().meta({ description: "What you can do about it; null for nothing" }),
    status: z.enum(sectionStatuses).meta({ description: "How far the app's own work is" }),
    schedule: z
      .string()
      .nullable()
      .meta({ description: "The day of the schedule; null where a person made it" }),
    cutoffAt: instant
      .nullable()
      .meta({ description: "Amounts that become available from then on are not paid" }),
    chosen: z.int().nullable().meta({ description: "How many affiliates were chosen; null for everybody" }),
    planned: sumWire.meta({ description: "Payments that were planned so far" }),
    expected: sumWire.nullable().meta({ description: "What whoever confirmed had seen" }),
    needsApproval: z.boolean(),
    createdBy: z.string(),
    createdAt: instant,
    confirmedBy: z.string().nullable(),
    confirmedAt: instant.nullable(),
    approvedBy: z.string().nullable(),
    approvedAt: instant.nullable(),
    finishedAt: instant.nullable(),
    error: z.string().meta({ description: "Why it does not go on; empty while it does" }),
  })
  .meta({ id: "PayoutSection" });

export type PayoutSectionWire = z.input<typeof payoutSectionWire>;

export const payoutSectionDetailWire = payoutSectionWire
  .extend({
    states: z
      .array(z.object({ status: z.enum(paymentStates).or(z.string()), ...sumWire.shape }))
      .meta({ description: "How many payments are in each state" }),
  })
  .meta({ id: "PayoutSectionDetail" });

export type PayoutSectionDetailWire = z.input<typeof payoutSectionDetailWire>;

export const payoutWire = z
  .object({
    id: z.string(),
    state: z.enum(sectionStates).meta({ description: "The state of the section that comes first" }),
    schedule: z
      .string()
      .nullable()
      .meta({ description: "The day of the schedule; null where a person created it" }),
    totals: z.array(sumWire).meta({ description: "Payments and their sum, one entry per currency" }),
    createdBy: z.string(),
    createdAt: instant,
    sections: z.array(payoutSectionWire),
  })
  .meta({ id: "Payout" });

export type PayoutWire = z.input<typeof payoutWire>;

export const payoutDetailWire = payoutWire
  .extend({
    skipped: z
      .array(notPaidWire)
      .meta({ description: "Affiliates it skipped when it was planned, by the reason of that moment" }),
  })
  .meta({ id: "PayoutDetail" });

export type PayoutDetailWire = z.input<typeof payoutDetailWire>;

export const payoutListWire = z
  .object({ payouts: z.array(payoutWire), pagination: paginationWire, nextCursor: z.string().nullable() })
  .meta({ id: "PayoutList" });

export const paymentWire = z
  .object({
    id: z.string(),
    payout: z.string(),
    section: z.string(),
    affiliate: namedWire,
    method,
    amount: money,
    withheld: money.meta({ description: "What the affiliate bears of the fee" }),
    fee: money.meta({ description: "What the provider kept, once it told it" }),
    status: z.enum(paymentStates),
    receiver: z.string().meta({ description: "The account paid to, masked" }),
    reason: z.string(),
    contradiction: z.string().meta({
      description:
        "What the provider told that cannot be after what stands here; moves nothing until decided",
    }),
    provider: z.object({ paymentId: z.string(), transactionId: z.string(), status: z.string() }),
    plannedAt: instant,
    sentAt: instant.nullable(),
    settledAt: instant.nullable(),
    closedAt: instant.nullable(),
  })
  .meta({ id: "Payment" });

export type PaymentWire = z.input<typeof paymentWire>;

export const paymentListWire = z
  .object({
    payments: z.array(paymentWire),
    pagination: paginationWire,
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "PaymentList" });

export const coveredLineWire = z.object({
  id: z.string().meta({ description: "Id of the commission, the adjustment or the earlier payment" }),
  kind: z.enum(lineKinds),
  order: namedWire.nullable(),
  amount: money.meta({ description: "Below zero it is deducted" }),
});

export const paymentDetailWire = paymentWire
  .extend({
    covers: z.object({
      lines: z.array(coveredLineWire).meta({ description: "What it pays and deducts; the first 250" }),
      total: z.int(),
    }),
    entries: z.array(ledgerEntryWire),
  })
  .meta({ id: "PaymentDetail" });

export type PaymentDetailWire = z.input<typeof paymentDetailWire>;

const paySumShape = {
  count: z.int(),
  total: money,
  withheld: money.meta({ description: "What affiliates bear of the fees" }),
  estimatedFees: money.meta({
    description: "What the provider may take at most, as far as is known before",
  }),
  funding: money.meta({ description: "What has to be at hand: the amounts and the estimated fees" }),
};

/** An affiliate in a preview. */
export const payoutPreviewRowWire = z.object({
  affiliate: namedWire.extend({ email: z.string() }),
  method: method.nullable().meta({ description: "What pays them; null without payout details" }),
  available: money,
  amount: money.nullable().meta({ description: "What they would be paid; null where nothing" }),
  withheld: money.nullable(),
  estimatedFee: money.nullable(),
  reason: z.enum(notPaidReasons).nullable(),
  text: z.string().meta({ description: "Why nothing, in words; empty where they are paid" }),
  receiver: z.string(),
  usableFrom: instant.nullable().meta({ description: "The end of the waiting period of new payout details" }),
});

export const payoutPreviewWire = z
  .object({
    cutoffAt: instant.nullable(),
    currencies: z.array(
      z.object({
        currency: z.string(),
        ...paySumShape,
        sections: z.array(
          z.object({
            method,
            ...paySumShape,
            feeCap: money.nullable().meta({
              description: "The most that the provider takes of one payment; null where no cap is known",
            }),
          }),
        ),
        notPaid: z.array(notPaidWire),
      }),
    ),
    affiliates: z.array(payoutPreviewRowWire),
    pagination: paginationWire,
  })
  .meta({ id: "PayoutPreview" });

export type PayoutPreviewWire = z.input<typeof payoutPreviewWire>;

export const payoutPauseWire = z
  .object({
    paused: z.boolean(),
    note: z.string(),
    by: z.string().nullable(),
    since: instant.nullable(),
  })
  .meta({ id: "PayoutPause" });

export type PayoutPauseWire = z.input<typeof payoutPauseWire>;
