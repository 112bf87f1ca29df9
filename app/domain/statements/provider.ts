import type { PayoutMethod } from "../payouts/method.ts";

/** Providers whose statements are uploaded as files. */
export const fileProviders = ["paypal", "wise", "bank"] as const;
export type FileProvider = (typeof fileProviders)[number];

/** Providers that the app asks for a report of some days. */
export const reportProviders = ["paypal", "store_credit"] as const;
export type ReportProvider = (typeof reportProviders)[number];

/** All providers of statements. */
export const statementProviders = [...fileProviders, "store_credit"] as const;
export type StatementProvider = (typeof statementProviders)[number];

/** The payout method that a provider's statement covers. */
export function methodOf(provider: StatementProvider): PayoutMethod {
  return provider === "wise" ? "bank" : provider;
}
