/** Store credit as the platform keeps it: plain JSON, amounts as decimal text. */

export interface StoreCreditAccount {
  id: number;
  customerId: number;
  currency: string;
}

export interface StoreCreditTransaction {
  id: number;
  accountId: number;
  kind: "credit" | "debit" | "expiration";
  /** Negative for a debit or an expiration. */
  amount: string;
  /** Unused part of a credit. After it expired, the part unused then. */
  remaining: string;
  balanceAfter: string;
  createdAt: string;
  expiresAt: string | null;
  /** True if the customer was emailed. */
  notified: boolean;
  /** The credit whose rest an expiration took. */
  creditId: number | null;
  isExpired: boolean;
}

export interface StoreCreditBooks {
  accounts: StoreCreditAccount[];
  /** Appended, never taken away. */
  transactions: StoreCreditTransaction[];
}
