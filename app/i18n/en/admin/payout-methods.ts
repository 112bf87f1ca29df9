import type { PayoutMethod } from "#app/domain/payouts/method.ts";

/** Names of payout methods, on screens, in files and in emails to merchants. */
export const payoutMethods = {
  names: {
    paypal: "PayPal",
    store_credit: "Store credit",
    bank: "Bank transfer",
    manual: "Manual payment",
  } satisfies Record<PayoutMethod, string>,
} as const;
