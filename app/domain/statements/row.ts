import type { Outcome } from "../payouts/item.ts";
import type { Collective } from "./collective.ts";

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
  /** '' where the amount is not understood; it is then 0. */
  readonly currency: string;
  /** A day of the shop's calendar; '' where it is not understood. */
  readonly day: string;
  readonly at: Date | null;
  /** The provider's own word. */
  readonly providerStatus: string;
  readonly outcome: Outcome | "unclear";
  /** Why a row is unclear, or which row it is a part of, as a sentence; left out of others. */
  readonly reason?: string;
  /** Who got it, as people may see it. */
  readonly receiver: string;
  /** The payments that the row pays together, where it may pay several. */
  readonly collective?: Collective;
};
