import type { PayoutChunkId, PayoutItemId } from "../ids.ts";
import type { Outcome } from "../payouts/item.ts";

/** Several payments in one row: named by their ids, or all payments of a bank file. */
export type Collective =
  | { readonly kind: "payments"; readonly itemIds: readonly PayoutItemId[] }
  | { readonly kind: "file"; readonly chunkId: PayoutChunkId; readonly count: number | null };

/** A parsed row of a bank statement. Amounts in minor units, without a sign. */
export type StatementRow = {
  /** Line in the file, or position in the report. */
  readonly number: number;
  /** The payment that the row names, as `shop:item`, or ''. */
  readonly senderItemId: string;
  readonly providerItemId: string;
  readonly providerTransactionId: string;
  readonly amountMinor: bigint;
  /** Null when the row has no fee. */
  readonly feeMinor: bigint | null;
  /** '' when the amount can't be read; `amountMinor` is then 0. */
  readonly currency: string;
  /** Day in the shop's time zone, or '' when it can't be read. */
  readonly day: string;
  readonly at: Date | null;
  /** The provider's own status. */
  readonly providerStatus: string;
  readonly outcome: Outcome | "unclear";
  /** Why the row is unclear, or which row it is a part of. Absent otherwise. */
  readonly reason?: string;
  /** Receiver, masked for display. */
  readonly receiver: string;
  /** Payments that the row pays together. Set when there may be several. */
  readonly collective?: Collective;
};
