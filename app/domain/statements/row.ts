import type { PayoutChunkId, PayoutItemId } from "../ids.ts";
import type { Outcome } from "../payouts/item.ts";

/** Payments that one row pays together: each named by its id, or all of a bank file named by the file's. */
export type Collective =
  | { readonly kind: "payments"; readonly itemIds: readonly PayoutItemId[] }
  | { readonly kind: "file"; readonly chunkId: PayoutChunkId; readonly count: number | null };

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
