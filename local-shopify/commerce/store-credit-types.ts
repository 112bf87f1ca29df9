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
  /** What a debit or an expiration takes is negative. */
  amount: string;
  /** What is left of a credit; when it expires, what was left then. */
  remaining: string;
  balanceAfter: string;
  createdAt: string;
  expiresAt: string | null;
  /** Whether the customer was told by mail. */
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
