import type { PayoutBatchId, PayoutId, ShopId } from "#app/domain/ids.ts";
import type { ItemState } from "#app/domain/payouts/item.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import type { Db } from "#app/platform/db.server.ts";
import type { NamedItem } from "#app/store/payout-item-list.ts";
import type { LeftOut } from "#app/store/payout-left-out.ts";
import { type ListPart, readWholeWithin, type Take, thisList } from "#app/store/read-within.ts";
import { itemsPart } from "./read-batches.ts";
import { leftOutPart } from "./read-left-out.ts";

type Asked = {
  readonly payoutId: PayoutId;
  /** Only the payments of this section, without whom the payout skipped. */
  readonly batchId?: PayoutBatchId | undefined;
  readonly status?: ItemState | undefined;
  readonly search?: string | undefined;
};

/** Somebody whom a payout pays, or whom it skipped. */
export type BatchLine =
  { readonly item: NamedItem; readonly leftOut: null } | { readonly item: null; readonly leftOut: LeftOut };

type Place = { readonly of: "items" | "left-out"; readonly after: string | undefined };

/** The payments of a payout and then whom it skipped, all of one moment. */
export async function readWholeBatch(
  shopId: ShopId,
  { payoutId, batchId, status, search }: Asked,
  take: Take<BatchLine>,
): Promise<null | Refusal> {
  const read = async (tx: Db, place: Place | undefined): Promise<ListPart<BatchLine, Place>> => {
    if (place?.of === "left-out") {
      const { rows, next } = await leftOutPart(tx, shopId, {
        filter: { payoutId, search },
        after: place.after,
      });
      const lines = rows.map((leftOut) => ({ item: null, leftOut }));
      return { rows: lines, next: next === null ? null : { of: "left-out", after: next } };
    }
    const filter = { payoutId, batchId, status, search };
    const { rows, next } = await itemsPart(tx, shopId, { filter, after: place?.after });
    const lines = rows.map((item) => ({ item, leftOut: null }));
    if (next !== null) return { rows: lines, next: { of: "items", after: next } };
    // Whoever asks for payments of one state does not ask for those who got none.
    const isWhole = status === undefined && batchId === undefined;
    return { rows: lines, next: isWhole ? { of: "left-out", after: undefined } : null };
  };
  return await readWholeWithin(thisList, read, take);
}
