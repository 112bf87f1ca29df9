import type { Outcome } from "../payouts/item.ts";

/** A row of a provider's statement, read. Amounts in minor units without their sign. */
export type StatementRow = {
  /** Its line in the file, or its place in the report. */
  readonly number: number;
  /** The payout that it names: `shop:item`; '' where it names none. */
  readonly senderItemId: string;
  readonly providerItemId: string;
  readonly providerTransactionId: string;
  readonly amountMinor: bigint;
  /** Null where it tells no fee. */
  readonly feeMinor: bigint | null;
  readonly currency: string;
  /** Of the shop's calendar. */
  readonly day: string;
  readonly at: Date;
  /** The provider's own word. */
  readonly providerStatus: string;
  readonly outcome: Outcome;
  /** Who got it, as people may see it. */
  readonly receiver: string;
};
