import { z } from "zod";
import { commissionStates, entryKinds } from "#app/domain/commission-state.ts";
import type { EarnedWhy } from "#app/domain/deduction.ts";
import { emailFrequencies } from "#app/domain/events.ts";
import { languages } from "#app/domain/languages.ts";
import { lineKinds } from "#app/domain/ledger/line.ts";
import { payoutMethods } from "#app/domain/payouts/method.ts";
import type { AffiliateWire } from "./affiliate.ts";
import { instant, money, namedWire } from "./wire.ts";

const email = z
  .string("Enter your e-mail address")
  .trim()
  .min(1, "Enter your e-mail address")
  .max(254, "Must be at most 254 characters")
  .pipe(z.email("Enter a valid e-mail address"));

/** Form with which an affiliate requests a sign-in email. The shop is in the path or in a field. */
export const signInForm = z.object({
  email,
  shop: z.string().trim().min(1, "Enter the store's name").max(255, "Is not a store").optional(),
});

/** Form of the page behind an emailed link. The token comes from the URL's fragment. */
export const linkForm = z.object({
  token: z
    .string("The link is not complete")
    .min(1, "The link is not complete")
    .max(300, "Is not a link's token"),
});

/** Sets the portal's language. `to` is the next page for a browser without scripts. */
export const languageForm = z.object({
  language: z.enum(languages, "Choose a language from the list"),
  to: z
    .string()
    .max(2000)
    // Characters allowed in an address. Others can't be sent in a header.
    .regex(/^\/portal(?:[/?][\w\-.~!$&'()*+,;=:@%/?]*)?$/)
    .optional(),
});

/** Sets how often emails about commissions are sent. */
export const notificationsForm = z.object({
  frequency: z.enum(emailFrequencies, "Choose an option from the list"),
});

/** An entry of an affiliate's balance, as the portal and the affiliate's page show it. */
export const earnedWire = z.object({
  id: z.string(),
  kind: z.enum(entryKinds).or(z.enum(lineKinds).exclude(["commission"])),
  order: namedWire.nullable(),
  earnedAt: instant,
  amount: money,
  state: z.enum(commissionStates),
  reason: z.string(),
  why: z.custom<EarnedWhy>(),
  approvesAt: instant.nullable(),
  /** The newest payment that pays or deducts it. */
  payment: z.object({ id: z.string(), method: z.enum(payoutMethods), at: instant }).nullable(),
});

export type EarnedWire = z.input<typeof earnedWire>;

/** The affiliate's balances and the entries that make them up. */
export type OwnOrdersWire = {
  readonly balances: AffiliateWire["balances"];
  /** Commissions and other entries of the balance, newest first. */
  readonly commissions: readonly EarnedWire[];
  readonly nextCursor: string | null;
  readonly timeZone: string;
};
