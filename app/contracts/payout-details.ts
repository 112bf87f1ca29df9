import { isValidIBAN } from "ibantools";
import { z } from "zod";
import { isIdOf } from "#app/domain/ids.ts";
import {
  bankCodeProblem,
  bicProblem,
  currencyProblem,
  holderProblem,
  ibanProblem,
  otherAccountProblem,
  otherCountryProblem,
  paypalEmailProblem,
  routingNumberProblem,
  sortCodeProblem,
  tidyCode,
  tidyLine,
  ukAccountProblem,
  usAccountProblem,
} from "#app/domain/payouts/account-check.ts";
import { type AccountKind, detailsMethods, type TypedAccount } from "#app/domain/payouts/details.ts";
import { instant } from "./wire.ts";
import { because, choose, ofType, wrong } from "./reasons.ts";
import type { AffiliateReason } from "#app/domain/refusal-codes.ts";

/** The fault of an IBAN, by its own check digits and those of its country's account numbers; null for none. */
export function accountIbanProblem(iban: string): AffiliateReason | null {
  return ibanProblem(iban) ?? (isValidIBAN(iban) ? null : { code: "value_invalid", what: "iban" });
}

/** Longest raw input. Longer than any valid value. */
const longestTyped = 200;

/** A field that is normalized before validation. A missing one is empty. */
function field(tidy: (text: string) => string, problem: (text: string) => AffiliateReason | null) {
  return z
    .string()
    .max(longestTyped)
    .default("")
    .transform(tidy)
    .superRefine((text, context) => {
      const reason = problem(text);
      if (reason !== null) context.addIssue({ code: "custom", message: because(reason) });
    });
}

const code = (problem: (text: string) => AffiliateReason | null) => field(tidyCode, problem);
const atBank = { holder: field(tidyLine, holderProblem), currency: code(currencyProblem) };
const entered = { intent: z.literal("enter") };

/** New payout details, by kind of account. Store credit has nothing to enter. */
const enterForm = z.discriminatedUnion(
  "kind",
  [
    z.object({ ...entered, kind: z.literal("paypal"), email: field(tidyLine, paypalEmailProblem) }),
    z.object({ ...entered, kind: z.literal("store-credit") }),
    z.object({
      ...entered,
      kind: z.literal("iban"),
      ...atBank,
      iban: code(accountIbanProblem),
      bic: code(bicProblem),
    }),
    z.object({
      ...entered,
      kind: z.literal("us"),
      ...atBank,
      routingNumber: code(routingNumberProblem),
      accountNumber: code(usAccountProblem),
      accountType: z.enum(["checking", "savings"], choose("account_type")),
    }),
    z.object({
      ...entered,
      kind: z.literal("uk"),
      ...atBank,
      sortCode: code(sortCodeProblem),
      accountNumber: code(ukAccountProblem),
    }),
    z.object({
      ...entered,
      kind: z.literal("other"),
      ...atBank,
      country: code(otherCountryProblem),
      bankCode: code(bankCodeProblem),
      accountNumber: code(otherAccountProblem),
      bic: code(bicProblem),
    }),
  ],
  choose("payout_method"),
);

/** Forms of the affiliate's payout details page, by `intent`. */
export const ownDetailsForm = z.discriminatedUnion("intent", [
  enterForm,
  z.object({ intent: z.literal("send-again") }),
  z.object({ intent: z.literal("withdraw"), details: z.string().max(40, wrong("id")) }),
  z.object({ intent: z.literal("reminders"), wanted: z.enum(["yes", "no"]) }),
]);

type EnteredDetails = z.output<typeof enterForm>;

/** The account of a validated form. The country follows from some kinds, so those forms don't ask for it. */
export function typedAccountOf({ intent: _enter, ...typed }: EnteredDetails): TypedAccount {
  if (typed.kind === "iban") return { ...typed, country: typed.iban.slice(0, 2) };
  if (typed.kind === "us") return { ...typed, country: "US" };
  return typed.kind === "uk" ? { ...typed, country: "GB" } : typed;
}

/** Payout details as everyone sees them: masked. */
const payoutDetailsWire = z
  .object({
    id: z.string(),
    method: z.enum(detailsMethods),
    account: z.string().meta({ description: "Masked: it names an account without telling it" }),
    enteredAt: instant,
    confirmedAt: instant.nullable().meta({ description: "By the affiliate, through a mail" }),
    effectiveAt: instant.nullable().meta({
      description:
        "From when it is used: 24 hours after its confirmation, or when the store ended that waiting period",
    }),
    endsAt: instant.nullable().meta({ description: "When others take its place" }),
  })
  .meta({ id: "PayoutDetails" });

export type PayoutDetailsWire = z.input<typeof payoutDetailsWire>;

/** Answer of GET /api/v1/affiliates/{id}/payout-details. */
export const payoutDetailsAnswerWire = z
  .object({
    current: payoutDetailsWire.nullable().meta({ description: "What holds now" }),
    next: payoutDetailsWire.nullable().meta({ description: "Confirmed, and waiting to take its place" }),
    unconfirmed: payoutDetailsWire.nullable().meta({ description: "Entered, and not confirmed yet" }),
  })
  .meta({ id: "PayoutDetailsOfAffiliate" });

export type PayoutDetailsAnswer = z.input<typeof payoutDetailsAnswerWire>;

/** Body of POST /api/v1/affiliates/{id}/payout-details/use-now. It names the details that the merchant saw. */
export const useDetailsNowBody = z
  .strictObject({
    details: z
      .string(ofType(choose("details")))
      .max(40, wrong("id"))
      .refine((text) => isIdOf("payoutDetails", text), wrong("id"))
      .meta({ description: "Id of the details in `next`" }),
  })
  .meta({ id: "UseDetailsNow" });

/** The affiliate's payout details page. */
export type OwnDetailsWire = {
  readonly details: PayoutDetailsAnswer;
  /** Kinds of account that the store pays to. Empty when it makes only manual payments. */
  readonly kinds: readonly AccountKind[];
  /** Kind of the displayed form. Null when there is none to choose. */
  readonly kind: AccountKind | null;
  /** False when the store does not offer the method of the current details. */
  readonly isCurrentOffered: boolean;
  /** True when they are paid by store credit and the store has no customer account for them. */
  readonly isCustomerMissing: boolean;
  /** Countries for a bank account of the kind `other`. */
  readonly countries: readonly { readonly code: string; readonly name: string }[];
  /** Currency of the store. */
  readonly currency: string;
  readonly email: string;
  readonly wantsReminders: boolean;
  /** False when no email server is configured, so that details can't be confirmed. */
  readonly canEmail: boolean;
  readonly shopName: string;
  readonly timeZone: string;
};

/** The page of the emailed link after the details are confirmed. */
export const confirmedDetailsWire = z.object({
  confirmed: z.object({
    method: z.enum(detailsMethods),
    /** Masked: "m…@example.com". */
    account: z.string(),
    effectiveAt: instant,
    shopName: z.string(),
    timeZone: z.string(),
  }),
});

export type ConfirmedDetailsWire = z.input<typeof confirmedDetailsWire>;
