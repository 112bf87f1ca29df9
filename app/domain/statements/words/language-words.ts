import type { ColumnUse } from "../reading.ts";

/** Words of bank files in one language. Compared without case, accents and punctuation. */
export type LanguageWords = {
  /** Names of columns, the better ones first: of two date columns, the one of booking counts. */
  readonly columns: Readonly<Partial<Record<ColumnUse, readonly string[]>>>;
  /** Words of a status column. */
  readonly done: readonly string[];
  readonly pending: readonly string[];
  readonly notPaid: readonly string[];
  /** Words of a status, a type or a purpose that say that money came back. */
  readonly back: readonly string[];
  /** Types and purposes of a bank's own fees. */
  readonly fee: readonly string[];
  /** Types that describe a payment and say nothing else. */
  readonly description: readonly string[];
  /** Rows that hold a balance or a total and no booking. */
  readonly balanceRow: readonly string[];
};
