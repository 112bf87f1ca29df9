import { z } from "zod";
import { isIdOf } from "#app/domain/ids.ts";
import { bankColumns } from "#app/domain/payouts/bank-file.ts";
import { requestStatuses } from "#app/domain/payouts/request.ts";
import { affiliateId } from "./payout.ts";
import { day, instant, listQuery, money, paginationWire, plainText } from "./wire.ts";
import { choose, wrong } from "./reasons.ts";

/** Query of GET /api/v1/payout-sections/{id}/parts. */
export const requestListQuery = listQuery.omit({ search: true }).extend({
  status: z.enum(requestStatuses).optional(),
});

/** A part of a batch that is handed over at once. */
export const payoutRequestWire = z
  .object({
    id: z.string(),
    payout: z.string(),
    ordinal: z.int().meta({ description: "Its place in the section, from 1" }),
    status: z.enum(requestStatuses),
    count: z.int().meta({ description: "How many payments" }),
    total: money,
    error: z.string().meta({ description: "Why it does not go on; empty while it does" }),
    nextAt: instant
      .nullable()
      .meta({ description: "When it is sent or asked about next; null when nothing more happens by itself" }),
    canSendAgain: z.boolean(),
    canCancel: z.boolean().meta({ description: "True while it is certain that nobody has it" }),
    columns: z.enum(bankColumns).nullable().meta({
      description: "The format of its file, once it was created: pain.001 for SEPA, or a CSV file",
    }),
  })
  .meta({ id: "PayoutRequest" });

export type PayoutRequestWire = z.input<typeof payoutRequestWire>;

export const requestListWire = z
  .object({
    requests: z.array(payoutRequestWire),
    pagination: paginationWire,
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "PayoutRequestList" });

export const sectionBooksWire = z
  .object({
    started: money,
    paid: money.meta({ description: "Less what came back afterwards" }),
    returned: money.meta({ description: "Before it was paid and after" }),
    canceled: money,
    inTransit: money.meta({ description: "Of the payments that are open" }),
    difference: money.meta({ description: "Zero when started is the sum of the others (M15)" }),
    holds: z.boolean(),
    fee: money.meta({ description: "Kept by the provider at the shop's cost" }),
    withheld: money.meta({ description: "What affiliates bore of it" }),
    reconciled: z.object({
      payments: z.int().meta({ description: "Payments that were not canceled" }),
      agreed: z
        .int()
        .meta({ description: "Of which a provider's statement says the same, or somebody resolved it" }),
      here: money.meta({ description: "Paid here" }),
      there: money.meta({ description: "Paid as providers' statements tell it" }),
      feesHere: money,
      feesThere: money,
      toTheCent: z.boolean(),
    }),
  })
  .meta({ id: "PayoutBooks" });

export type SectionBooksWire = z.input<typeof sectionBooksWire>;

const request = z
  .string()
  .max(40, wrong("id"))
  .refine((text) => isIdOf("payoutRequest", text), wrong("id"));
const payment = z
  .string()
  .max(40, wrong("id"))
  .refine((text) => isIdOf("payment", text), wrong("id"));
const payments = z
  .string()
  .max(41 * 250)
  .transform((text) => text.split(",").filter((one) => one !== ""))
  .pipe(z.array(payment).min(1, choose("payments")));
const section = z
  .string()
  .max(40, wrong("id"))
  .refine((text) => isIdOf("payoutSection", text), wrong("id"));
const columns = z.enum(bankColumns);
const executionDay = day.optional().meta({
  description: "SEPA only: the business day on which the bank sends the payments; by default the next",
});
const decided = {
  to: z
    .enum(["paid", "failed", "returned"])
    .meta({ description: "It was paid; it was not paid; it came back after it was paid" }),
  reference: plainText(200).default("").meta({ description: "The bank's, or the provider's transaction" }),
  note: plainText(500).default(""),
  date: day.meta({ description: "When it was paid or came back, in the shop's time zone" }),
};

/** Body of the calls that record the outcome of payments. */
export const decidePaymentsBody = z.strictObject(decided).meta({ id: "DecidePayments" });

/** Body of POST /api/v1/payout-requests/{id}/file. */
export const handOverBody = z.strictObject({ columns, executionDay }).meta({ id: "CreatePayoutFile" });

/** Actions on files, requests and payments, by `intent`. */
export const payoutStepForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("sendAgain"), request }),
  z.object({ intent: z.literal("cancelRequest"), request }),
  z.object({ intent: z.literal("createFile"), request, columns, executionDay }),
  z.object({ intent: z.literal("returnToBalance"), payment }),
  z.object({ intent: z.literal("askDetails"), affiliate: affiliateId }),
  z.object({ intent: z.literal("emailMissingCustomer"), affiliate: affiliateId }),
  z.object({ intent: z.literal("decide"), payment, ...decided }),
  z.object({ intent: z.literal("decideSome"), payments, ...decided }),
  z.object({ intent: z.literal("decideAll"), section, ...decided }),
]);

export type PayoutStep = z.output<typeof payoutStepForm>;
