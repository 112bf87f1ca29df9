/** Reads that have a time limit. */
export type SlowRead =
  | "balances"
  | "commissions"
  | "dashboard"
  | "days"
  | "figures"
  | "ledger"
  | "link"
  | "list"
  | "owed"
  | "preview"
  | "filtered_report"
  | "report"
  | "search"
  | "shop_identity"
  | "statement"
  | "to_do"
  | "trend";
