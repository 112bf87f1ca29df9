import { type PayoutItemId, type ShopId } from "#app/domain/ids.ts";
import { collectiveFault, linesOfCollective } from "#app/domain/statements/collective.ts";
import { methodOf, type StatementProvider } from "#app/domain/statements/provider.ts";
import type { Collective, StatementRow } from "#app/domain/statements/row.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { findItems, itemsOfSepaFiles, type PayoutItemRow } from "#app/store/payout-items.ts";

export type CollectiveRow = StatementRow & { readonly collective: Collective };

export const isCollective = (row: StatementRow): row is CollectiveRow => row.collective !== undefined;

type Statement = {
  readonly provider: StatementProvider;
  /** Payments that other rows of the statement pay. */
  readonly paid: ReadonlySet<string>;
  readonly lastNumber: number;
};

type Split = {
  readonly lines: readonly StatementRow[];
  /** True where a row names payments of the shop, understood or not. */
  readonly isOwn: boolean;
};

/**
 * Turns rows that pay several payments at once into one line for each payment. A row whose count or amount doesn't prove
 * that all of them were paid stays one line, and is unclear.
 */
export async function splitCollectives(
  tx: Tx,
  shopId: ShopId,
  rows: readonly CollectiveRow[],
  { provider, paid, lastNumber }: Statement,
): Promise<Split> {
  const found = await itemsNamedBy(tx, shopId, rows);
  const times = new Map<PayoutItemId, number>();
  for (const { itemId } of found.flatMap(({ items }) => items)) {
    times.set(itemId, (times.get(itemId) ?? 0) + 1);
  }
  let last = lastNumber;
  const numberAfter = () => (last += 1);
  const lines = found.flatMap(({ row, items }): StatementRow[] => {
    const { collective, ...line } = row;
    if (items.length === 0) return [line];
    const isPaidElsewhere = items.some(({ itemId }) => paid.has(itemId) || (times.get(itemId) ?? 0) > 1);
    const named = { items, method: methodOf(provider), isPaidElsewhere };
    const reason = collectiveFault(line, collective, named);
    if (reason !== null) return [{ ...line, feeMinor: null, outcome: "unclear", reason }];
    return linesOfCollective(row, items, numberAfter);
  });
  return { lines, isOwn: found.some(({ items }) => items.length > 0) };
}

type Found = { readonly row: CollectiveRow; readonly items: readonly PayoutItemRow[] };

async function itemsNamedBy(tx: Tx, shopId: ShopId, rows: readonly CollectiveRow[]): Promise<Found[]> {
  const collectives = rows.map(({ collective }) => collective);
  const itemIds = collectives.flatMap((one) => (one.kind === "payments" ? one.itemIds : []));
  const chunkIds = collectives.flatMap((one) => (one.kind === "file" ? [one.chunkId] : []));
  const items = await findItems(tx, shopId, [...new Set(itemIds)]);
  const byId = new Map(items.map((one) => [one.itemId, one]));
  const ofFiles = await itemsOfSepaFiles(tx, shopId, [...new Set(chunkIds)]);
  const byFile = Map.groupBy(ofFiles, ({ chunkId }) => chunkId);
  return rows.map((row) => {
    const { collective } = row;
    return {
      row,
      items:
        collective.kind === "file"
          ? (byFile.get(collective.chunkId) ?? [])
          : collective.itemIds.flatMap((itemId) => byId.get(itemId) ?? []),
    };
  });
}
