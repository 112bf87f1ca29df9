import { z } from "zod";
import { isIdOf } from "#app/domain/ids.ts";
import { bankColumns } from "#app/domain/payouts/bank-file.ts";
import { affiliateId } from "./payout.ts";
import { plainText } from "./plain-text.ts";
import { day } from "./wire.ts";

const request = z
  .string("Is missing")
  .max(40, "Is not the id of a part")
  .refine((text) => isIdOf("payoutRequest", text), "Is not the id of a part");
const payment = z
  .string("Is missing")
  .max(40, "Is not the id of a payment")
  .refine((text) => isIdOf("payment", text), "Is not the id of a payment");
const payments = z
  .string("Is missing")
  .max(41 * 250, "Must be at most 250 payments")
  .transform((text) => text.split(",").filter((one) => one !== ""))
  .pipe(z.array(payment).min(1, "Choose at least one payment"));
const section = z
  .string("Is missing")
  .max(40, "Is not the id of a payout")
  .refine((text) => isIdOf("payoutSection", text), "Is not the id of a payout");
const columns = z.enum(bankColumns, `Must be one of ${bankColumns.join(", ")}`);
const executionDay = day.optional().meta({
  description: "SEPA only: the business day on which the bank sends the payments; by default the next",
});
const decided = {
  to: z
    .enum(["paid", "failed", "returned"], "Must be settled, failed or returned")
    .meta({ description: "It was paid; it was not paid; it came back after it was paid" }),
  reference: plainText(200).default("").meta({ description: "The bank's, or the provider's transaction" }),
  note: plainText(500).default(""),
  date: day.meta({ description: "When it was paid or came back, in the shop's time zone" }),
};

/** Body of the calls that record the outcome of payments. */
export const decidePaymentsBody = z.strictObject(decided).meta({ id: "DecidePayments" });

/** Body of POST /api/v1/payout-requests/{id}/file. */
export const handOverBody = z.strictObject({ columns, executionDay }).meta({ id: "HandOverFile" });

/** Actions on files, requests and payments, by `intent`. */
export const payoutStepForm = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("sendAgain"), request }),
    z.object({ intent: z.literal("cancelRequest"), request }),
    z.object({ intent: z.literal("createFile"), request, columns, executionDay }),
    z.object({ intent: z.literal("returnToBalance"), payment }),
    z.object({ intent: z.literal("askDetails"), affiliate: affiliateId }),
    z.object({ intent: z.literal("emailMissingCustomer"), affiliate: affiliateId }),
    z.object({ intent: z.literal("decide"), payment, ...decided }),
    z.object({ intent: z.literal("decideSome"), payments, ...decided }),
    z.object({ intent: z.literal("decideAll"), section, ...decided }),
  ],
  "Must be sendAgain, cancelRequest, createFile, returnToBalance, askDetails, emailMissingCustomer, decide, decideSome or decideAll",
);

export type PayoutStep = z.output<typeof payoutStepForm>;
