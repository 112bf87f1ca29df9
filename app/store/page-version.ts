import { type SQL, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { type Db, planned, type Tx } from "../platform/db.server.ts";
import { dailyShopFigures } from "./schema/figures.ts";
import { deliveries } from "./schema/inbox.ts";
import { ledgerEntries } from "./schema/ledger.ts";
import { orders } from "./schema/orders.ts";
import { auditEvents, shops } from "./schema/shops.ts";

/** The channel that every process with open screens listens on. A notification contains a shop's id only. */
export const changesChannel = "shop_changes";

/**
 * SQL that reports a change of the shop when the transaction commits. Duplicates within a transaction are sent
 * once.
 */
export function tellingShop(shopId: ShopId): SQL {
  return sql`pg_notify(${changesChannel}, ${shopId})`;
}

export async function tellShop(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.execute(sql`select ${tellingShop(shopId)}`);
}

/**
 * `marks` change whenever data of the shop changes. `isInstalled` is false once the app is uninstalled. `changedAt` is
 * when figures, deliveries or actions last changed, as the same snapshot has it.
 */
export type VersionMarks = {
  readonly isInstalled: boolean;
  readonly marks: readonly string[];
  readonly changedAt: Date | null;
};

type VersionRow = { id: ShopId; installed: boolean; marks: (string | null)[]; changed: string | null };

const selectMarks = planned<{ readonly shopIds: readonly ShopId[] }, VersionRow>(({ shopIds }) => {
  const of = sql`${shops.shopId}`;
  return sql`
    select ${of} as id,
      (${shops.installedAt} is not null and ${shops.uninstalledAt} is null) as installed,
      array[
        (select string_agg(at::text, ',') from (select ${dailyShopFigures.updatedAt} as at from ${dailyShopFigures}
          where ${dailyShopFigures.shopId} = ${of} order by ${dailyShopFigures.updatedAt} desc limit 20) newest),
        (select ${ledgerEntries.sequence}::text from ${ledgerEntries}
          where ${ledgerEntries.shopId} = ${of} order by ${ledgerEntries.sequence} desc limit 1),
        (select string_agg(audit_id, ',') from (select audit_id from ${auditEvents}
          where ${auditEvents.shopId} = ${of} order by audit_id desc limit 5) newest),
        (select ${orders.orderId} || ${orders.revision}::text from ${orders}
          where ${orders.shopId} = ${of} order by ${orders.placedAt} desc, ${orders.orderId} desc limit 1),
        (select ${deliveries.receivedAt}::text || ${deliveries.status} from ${deliveries}
          where ${deliveries.shopId} = ${of} order by ${deliveries.receivedAt} desc limit 1)
      ] as marks,
      greatest(
        (select max(${dailyShopFigures.updatedAt}) from ${dailyShopFigures} where ${dailyShopFigures.shopId} = ${of}),
        (select max(${deliveries.receivedAt}) from ${deliveries} where ${deliveries.shopId} = ${of}),
        (select ${auditEvents.at} from ${auditEvents} where ${auditEvents.shopId} = ${of} order by audit_id desc limit 1)
      )::text as changed
    from ${shops} where ${shops.shopId} = any(${shopIds}::text[])`;
});

/**
 * The marks of each of these shops: figures, postings, actions, orders, deliveries. Each reads the end of an
 * index, because open screens cause a query every second. For figures and actions it reads several last rows,
 * because a later commit may contain an earlier row. An unknown shop has no marks.
 */
export async function readVersionMarks(
  db: Db,
  shopIds: readonly ShopId[],
): Promise<Map<ShopId, VersionMarks>> {
  const rows = await selectMarks(db, { shopIds });
  return new Map(
    rows.map(({ id, installed, marks, changed }) => [
      id,
      {
        isInstalled: installed,
        marks: marks.map((mark) => mark ?? ""),
        changedAt: changed === null ? null : new Date(changed),
      },
    ]),
  );
}
