import { z } from "zod";
import { commissionStates, entryKinds } from "#app/domain/commission-state.ts";
import type { EarnedWhy } from "#app/domain/deduction.ts";
import { emailFrequencies } from "#app/domain/events.ts";
import { languages } from "#app/domain/languages.ts";
import { lineKinds } from "#app/domain/ledger/line.ts";
import { payoutMethods } from "#app/domain/payouts/method.ts";
import { paymentStates } from "#app/domain/payouts/payment.ts";
import { type AffiliateWire, affiliateWire, inviteForm } from "./affiliate.ts";
import { coveredLineWire } from "./payout.ts";
import { instant, money, moneyWire, namedWire } from "./wire.ts";
import { because, choose, enter, ofType, wrong } from "./reasons.ts";

const email = z
  .string(ofType(enter("email")))
  .trim()
  .min(1, enter("email"))
  .max(254)
  .pipe(z.email());

/** Form with which an affiliate requests a sign-in email. The shop is in the path or in a field. */
export const signInForm = z.object({
  email,
  shop: z.string().trim().min(1, enter("store")).max(255, wrong("store")).optional(),
});

/** Form of the page behind an emailed link. The token comes from the URL's fragment. */
export const linkForm = z.object({
  token: z
    .string(ofType(because({ code: "link_incomplete" })))
    .min(1, because({ code: "link_incomplete" }))
    .max(300, because({ code: "link_incomplete" })),
});

/** Sets the portal's language. `to` is the next page for a browser without scripts. */
export const languageForm = z.object({
  language: z.enum(languages, choose("language")),
  to: z
    .string()
    .max(2000)
    // Characters allowed in an address. Others can't be sent in a header.
    .regex(/^\/portal(?:[/?][\w\-.~!$&'()*+,;=:@%/?]*)?$/)
    .optional(),
});

/** Sets how often emails about commissions are sent. */
export const notificationsForm = z.object({
  frequency: z.enum(emailFrequencies, choose("option")),
});

/** An entry of an affiliate's balance, as the portal and the affiliate's page show it. */
export const earnedWire = z.object({
  id: z.string(),
  kind: z.enum(entryKinds).or(z.enum(lineKinds).exclude(["commission"])),
  order: namedWire.nullable(),
  earnedAt: instant,
  amount: money,
  state: z.enum(commissionStates),
  why: z.custom<EarnedWhy>(),
  approvesAt: instant.nullable(),
  /** The newest payment that pays or deducts it. */
  payment: z.object({ id: z.string(), method: z.enum(payoutMethods), at: instant }).nullable(),
});

export type EarnedWire = z.input<typeof earnedWire>;

/** An entry on the affiliate's page of the merchant, with its reason in words. */
export const earnedInWordsWire = earnedWire.extend({ reason: z.string() });

export type EarnedInWordsWire = z.input<typeof earnedInWordsWire>;

/** The affiliate's balances and the entries that make them up. */
export type OwnOrdersWire = {
  readonly balances: AffiliateWire["balances"];
  /** Commissions and other entries of the balance, newest first. */
  readonly commissions: readonly EarnedWire[];
  readonly nextCursor: string | null;
  readonly timeZone: string;
};

/** The forms of an affiliate's profile, told apart by `intent`. */
export const ownProfileForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("name"), name: inviteForm.shape.name }),
  z.object({ intent: z.literal("email"), email: inviteForm.shape.email }),
  z.object({ intent: z.literal("sign-out-everywhere") }),
]);

export type OwnProfileWire = {
  readonly name: string;
  readonly email: string;
  /** An address that waits for its confirmation. */
  readonly newEmail: string | null;
};

/** Terms of a program in the reader's words. */
export type ProgramTermsWords = {
  readonly id: string;
  readonly program: string;
  readonly lines: readonly string[];
  /** How early affiliates hear of lower terms. */
  readonly notice: string;
};

/** An affiliate's terms in one program. */
export type OwnTermsWords = ProgramTermsWords & {
  readonly isAccepted: boolean;
  readonly since: string;
  readonly upcoming: { readonly date: string; readonly changes: readonly string[] } | null;
  /** Newest first. */
  readonly earlier: readonly {
    readonly from: string;
    readonly to: string;
    readonly lines: readonly string[];
  }[];
};

/** A payment as its affiliate sees it, without provider ids and information for the store's staff. */
export const ownPayoutWire = z.object({
  id: z.string(),
  amount: money,
  fee: money.nullable().meta({ description: "Part of the fee that the affiliate bears. Null for none" }),
  method: z.enum(payoutMethods),
  receiver: z.string(),
  status: z.enum(paymentStates),
  plannedAt: instant,
  sentAt: instant.nullable(),
  settledAt: instant.nullable(),
});

export type OwnPayoutWire = z.input<typeof ownPayoutWire>;

/** A ledger entry of a payment on the affiliate's accounts. */
const ownTransferWire = z.object({
  id: z.string(),
  code: z.string(),
  amount: money,
  at: instant,
  wasPaid: z.boolean().meta({ description: "True when a payment came back after it had arrived" }),
});

export type OwnLedgerEntryWire = z.input<typeof ownTransferWire>;
export type OwnPayoutLineWire = z.input<typeof coveredLineWire>;

/** A payment with its ledger entries, and the commissions and deductions that it covers. */
export const ownPayoutDetailWire = z.object({
  payout: ownPayoutWire,
  transfers: z.array(ownTransferWire),
  lines: z.array(coveredLineWire),
  lineCount: z.int(),
});

/** The next payout as an affiliate can expect it. */
export const payoutOutlookWire = z.object({
  nextDay: z
    .string()
    .nullable()
    .meta({ description: "Day in the shop's time zone. Null when the store pays without a schedule" }),
  minimums: z.array(money),
  account: z
    .object({ method: z.enum(payoutMethods), account: z.string() })
    .nullable()
    .meta({ description: "Receiving account, masked. Null while no details are in effect" }),
  isWaiting: z.boolean().meta({ description: "Details exist that are not in effect yet" }),
});

export type PayoutOutlookWire = z.input<typeof payoutOutlookWire>;

/** An account as its owner may see it. */
export type MaskedAccountWire = NonNullable<PayoutOutlookWire["account"]>;

const flatPayWire = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("percentage"), rateBps: z.number() }),
  z.object({ kind: z.enum(["fixed", "per-item"]), amount: money }),
]);

/** Pay for a sale before the first tier, and at the highest one. */
const homePayWire = z.object({ from: flatPayWire, upTo: flatPayWire.nullable() });
export type HomePayWire = z.input<typeof homePayWire>;

const goalWire = z.discriminatedUnion("measure", [
  z.object({ measure: z.literal("orders"), count: z.int() }),
  z.object({ measure: z.literal("sales"), amount: money }),
]);
export type GoalWire = z.input<typeof goalWire>;

const homeTierWire = z.object({
  programName: z.string(),
  ruleName: z.string().nullable(),
  pay: flatPayWire,
  period: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("rolling"), days: z.int() }),
    z.object({ kind: z.literal("calendar"), unit: z.enum(["month", "quarter", "year"]) }),
    z.object({ kind: z.literal("ever") }),
  ]),
  reached: goalWire,
  goal: goalWire,
  /** From 0 to 99. */
  percent: z.int(),
});
export type HomeTierWire = z.input<typeof homeTierWire>;

const homeDayWire = z.object({ day: z.string(), clicks: z.int(), orders: z.int(), earned: money });
export type HomeDayWire = z.input<typeof homeDayWire>;

const homeCodeWire = z.object({
  code: z.string(),
  /** For the shopper; null where only the store's admin can say. */
  gives: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("percentage"), ratio: z.number() }),
      z.object({ kind: z.enum(["amount", "amount-per-item"]), amount: moneyWire }),
      z.object({ kind: z.literal("free-shipping") }),
    ])
    .nullable(),
  /** When the notice period of its end is over; null while it stays. */
  endsAt: instant.nullable(),
});
export type HomeCodeWire = z.input<typeof homeCodeWire>;

/** The portal's home without the latest orders and the next payout. */
export const homeWire = z.object({
  shop: z.object({ name: z.string(), timeZone: z.string() }),
  affiliate: affiliateWire.pick({ name: true, status: true, referralLink: true, balances: true }),
  /** Discount codes that work now. */
  codes: z.array(homeCodeWire),
  month: z.object({ earned: money, change: z.number().nullable() }),
  days: z.array(homeDayWire),
  conversion: z.number().nullable(),
  perClick: money.nullable(),
  tiers: z.array(homeTierWire),
  pay: homePayWire.nullable(),
});

/** The portal's home. */
export type HomeWire = z.input<typeof homeWire> & {
  readonly latest: readonly EarnedWire[];
  readonly outlook: PayoutOutlookWire;
};
