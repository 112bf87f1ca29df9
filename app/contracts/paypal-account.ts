import { z } from "zod";
import { paypalEnvironments, shownClientId } from "#app/domain/payouts/paypal-account.ts";

const credential = (name: string) =>
  z
    .string(`Enter the ${name}`)
    .trim()
    .min(1, `Enter the ${name}`)
    .max(300, "Is too long")
    .regex(/^[\x21-\x7e]*$/, "Can't contain spaces or special characters");

/** The forms of the PayPal section under Settings, Payouts. */
export const paypalAccountForm = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("connect"),
      environment: z.enum(paypalEnvironments, "Choose live or sandbox"),
      clientId: credential("client ID").refine((text) => !text.includes(":"), "Can't contain a colon"),
      clientSecret: credential("secret"),
    }),
    z.object({ intent: z.literal("disconnect") }),
  ],
  "Must be connect or disconnect",
);

/** The PayPal section, without secrets. */
export type PaypalAccountWire = {
  readonly environment: (typeof paypalEnvironments)[number];
  /** The first and last characters of it. */
  readonly clientId: string;
  readonly connectedAt: string;
  readonly hasWebhook: boolean;
};

export type PaypalAccountsWire = {
  /** The account that the store connected; null where it has none. */
  readonly account: PaypalAccountWire | null;
  /** The server's account pays for this store. */
  readonly isServerPaying: boolean;
  /** Replaced accounts that are still asked about their open payments. */
  readonly retired: readonly { readonly clientId: string; readonly openPayments: number }[];
};

type Row = {
  readonly environment: (typeof paypalEnvironments)[number];
  readonly clientId: string;
  readonly webhookId: string;
  readonly connectedAt: Date;
};

export function paypalAccountsToWire(shown: {
  readonly current: Row | null;
  readonly isServerPaying: boolean;
  readonly retired: readonly { readonly account: Row; readonly openPayments: number }[];
}): PaypalAccountsWire {
  const { current, isServerPaying, retired } = shown;
  return {
    account: current && {
      environment: current.environment,
      clientId: shownClientId(current.clientId),
      connectedAt: current.connectedAt.toISOString(),
      hasWebhook: current.webhookId !== "",
    },
    isServerPaying,
    retired: retired.map(({ account, openPayments }) => ({
      clientId: shownClientId(account.clientId),
      openPayments,
    })),
  };
}
