import type { PayoutMethod } from "../payouts/method.ts";

/** Whose statements come as a file. */
export const fileProviders = ["paypal", "wise", "bank"] as const;
export type FileProvider = (typeof fileProviders)[number];

/** Who can be asked for a report of some days. */
export const reportProviders = ["paypal", "store_credit"] as const;
export type ReportProvider = (typeof reportProviders)[number];

/** Whose statements can be read. */
export const statementProviders = [...fileProviders, "store_credit"] as const;
export type StatementProvider = (typeof statementProviders)[number];

/** The way of paying that a provider's statement tells of. */
export function methodOf(provider: StatementProvider): PayoutMethod {
  return provider === "wise" ? "bank" : provider;
}
