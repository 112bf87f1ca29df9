import { z } from "zod";
import { paypalEnvironments } from "#app/domain/payouts/paypal-account.ts";
import { instant } from "./wire.ts";

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
export const paypalAccountsWire = z.object({
  /** The account that the store connected. */
  account: z
    .object({
      environment: z.enum(paypalEnvironments),
      /** Its first and last characters. */
      clientId: z.string(),
      connectedAt: instant,
      hasWebhook: z.boolean(),
    })
    .nullable(),
  /** The server's account pays for this store. */
  isServerPaying: z.boolean(),
  /** Replaced accounts that are still asked about their open payments. */
  retired: z.array(z.object({ clientId: z.string(), openPayments: z.int() })),
});

export type PaypalAccountsWire = z.input<typeof paypalAccountsWire>;
export type PaypalAccountWire = NonNullable<PaypalAccountsWire["account"]>;
