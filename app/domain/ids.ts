/**
 * Ids, as text: a prefix for the kind, then 26 characters that sort by time of creation.
 * `platform/ids.server.ts` creates them. The types here keep calls from mixing them up.
 */
declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

export type ShopId = Id<"shop">;
export type StaffId = Id<"staff">;
export type AffiliateId = Id<"affiliate">;
export type ProgramId = Id<"program">;
export type ClickId = Id<"click">;
export type CommissionId = Id<"commission">;
export type LedgerEntryId = Id<"transfer">;
export type DecisionId = Id<"decision">;
export type AdjustmentId = Id<"adjustment">;
export type BalanceEntryId = Id<"balance-entry">;
export type BacktestId = Id<"backtest">;
export type ImportId = Id<"import">;
export type FileImportId = Id<"file-import">;
export type ReferralAuditId = Id<"referral-audit">;
export type LinkId = Id<"link">;
export type ClaimId = Id<"claim">;
export type SweepId = Id<"sweep">;
export type FlagId = Id<"flag">;
export type CodeBatchId = Id<"code-batch">;
export type PayoutId = Id<"payout">;
export type PayoutSectionId = Id<"payout-section">;
export type PayoutRequestId = Id<"payout-request">;
export type PaymentId = Id<"payment">;
export type PayoutDetailsId = Id<"payout-details">;
export type PaypalAccountId = Id<"paypal-account">;
export type ProviderStatementId = Id<"provider-statement">;
export type StatementDraftId = Id<"statement-draft">;
export type ReportViewId = Id<"report-view">;
export type ApplicationId = Id<"application">;
export type EventId = Id<"event">;

/** Prefix by kind, before the underscore of every id. */
export const idPrefixes = {
  shop: "shp",
  affiliate: "aff",
  program: "prg",
  click: "clk",
  commission: "com",
  ledgerEntry: "trf",
  decision: "dec",
  adjustment: "adj",
  writeOff: "wof",
  openingBalance: "opb",
  backtest: "bkt",
  import: "imp",
  fileImport: "fim",
  referralAudit: "rau",
  session: "ses",
  apiKey: "key",
  audit: "aud",
  ticket: "tik",
  mailLink: "lnk",
  link: "lin",
  claim: "clm",
  sweep: "swp",
  flag: "flg",
  codeBatch: "cbt",
  payout: "pyo",
  payoutSection: "pob",
  payoutRequest: "poc",
  payment: "pit",
  payoutDetails: "pod",
  paypalAccount: "ppa",
  providerStatement: "pst",
  statementDraft: "psd",
  reportView: "rvw",
  application: "apl",
  event: "evt",
  email: "eml",
} as const;

export type IdKind = keyof typeof idPrefixes;

/** True if `text` has the form of an id of that kind. The thing may not exist. */
export function isIdOf(kind: IdKind, text: string): boolean {
  return new RegExp(`^${idPrefixes[kind]}_[0-9a-hjkmnp-tv-z]{26}$`).test(text);
}

/**
 * The shop of a token, `shp_….secret`. With the shop in the token, one lookup by key is enough, and no shop's
 * token can be searched for among another's. Null for any other text.
 */
export function shopOfToken(token: string): ShopId | null {
  const [shopId = "", secret = "", more] = token.split(".");
  if (more !== undefined || !isIdOf("shop", shopId) || !/^[\w-]{20,100}$/.test(secret)) return null;
  return shopId as ShopId;
}
