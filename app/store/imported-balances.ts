import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { AffiliateId, BalanceEntryId, FileImportId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { insertRows, isOneOf } from "./many-rows.ts";
import { importedBalances } from "./schema/file-imports.ts";

export type ImportedBalance = typeof importedBalances.$inferSelect;

export async function insertImportedBalances(tx: Tx, rows: readonly ImportedBalance[]): Promise<void> {
  await insertRows(tx, importedBalances, rows);
}

/** Saves the state of balances that the transaction locked. */
export async function saveImportedBalances(tx: Tx, rows: readonly ImportedBalance[]): Promise<void> {
  await insertRows(
    tx,
    importedBalances,
    rows,
    sql`on conflict (shop_id, entry_id) do update set order_net_minor = excluded.order_net_minor,
      released_at = excluded.released_at, current_minor = excluded.current_minor, revision = excluded.revision,
      todo = excluded.todo, order_id = excluded.order_id`,
  );
}

/** Links balances whose order the store did not know at the import, by the rule of `imported_orders_among`. */
export async function linkBalances(
  tx: Tx,
  shopId: ShopId,
  orders: readonly { readonly orderId: string; readonly name: string; readonly createdAt: string }[],
): Promise<void> {
  const given = orders.map(({ orderId, name, createdAt }) => ({ id: orderId, name, at: createdAt }));
  await tx.execute(sql`
    update imported_balances b set order_id = given.id
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id text, name text, at timestamptz)
      join imported_orders o on o.shop_id = ${shopId}
        and (o.order_key = given.id or o.order_key = lower(ltrim(given.name, '#')))
    where b.shop_id = ${shopId} and b.import_id = o.import_id and b.number = o.number and b.order_id is null
      and given.at < o.imported_at and (o.day is null
        or given.at between o.day - interval '3 days' and o.day + interval '4 days')`);
}

/** Balances that follow these orders, locked in the order of their ids. */
export async function lockBalancesOfOrders(
  tx: Tx,
  shopId: ShopId,
  orderIds: readonly string[],
): Promise<ImportedBalance[]> {
  if (orderIds.length === 0) return [];
  return await tx
    .select()
    .from(importedBalances)
    .where(and(eq(importedBalances.shopId, shopId), isOneOf(importedBalances.orderId, orderIds)))
    .orderBy(asc(importedBalances.entryId))
    .for("update");
}

export type DueBalance = {
  readonly shopId: ShopId;
  readonly entryId: BalanceEntryId;
  readonly orderId: string | null;
};

/** Pending balances of all shops whose time has come. */
export async function dueBalances(db: Db, now: Date, limit: number): Promise<DueBalance[]> {
  return await db
    .select({
      shopId: importedBalances.shopId,
      entryId: importedBalances.entryId,
      orderId: importedBalances.orderId,
    })
    .from(importedBalances)
    .where(
      and(
        sql`${importedBalances.releasesAt} <= ${now}`,
        sql`released_at is null and current_minor > 0`,
        // Whoever may not be paid waits (M11).
        sql`exists (select 1 from affiliates a where a.shop_id = ${importedBalances.shopId}
          and a.affiliate_id = ${importedBalances.affiliateId} and a.status = 'active')`,
      ),
    )
    .orderBy(asc(importedBalances.releasesAt))
    .limit(limit);
}

/** Those of these entries that an import opened. */
export async function findBalances(
  db: Db,
  shopId: ShopId,
  entryIds: readonly BalanceEntryId[],
): Promise<Map<BalanceEntryId, ImportedBalance>> {
  const rows = await db
    .select()
    .from(importedBalances)
    .where(and(eq(importedBalances.shopId, shopId), isOneOf(importedBalances.entryId, entryIds)));
  return new Map(rows.map((row) => [row.entryId, row]));
}

/** These balances, locked in the order of their ids. */
export async function lockBalances(
  tx: Tx,
  shopId: ShopId,
  entryIds: readonly BalanceEntryId[],
): Promise<ImportedBalance[]> {
  return await tx
    .select()
    .from(importedBalances)
    .where(and(eq(importedBalances.shopId, shopId), isOneOf(importedBalances.entryId, entryIds)))
    .orderBy(asc(importedBalances.entryId))
    .for("update");
}

/** Balances of an import after a row, locked in the order of the file. */
export async function lockBalancesOfImport(
  tx: Tx,
  shopId: ShopId,
  page: { readonly importId: FileImportId; readonly limit: number },
): Promise<ImportedBalance[]> {
  return await tx
    .select()
    .from(importedBalances)
    .where(
      and(
        eq(importedBalances.shopId, shopId),
        eq(importedBalances.importId, page.importId),
        sql`${importedBalances.currentMinor} <> 0`,
      ),
    )
    .orderBy(asc(importedBalances.number))
    .limit(page.limit)
    .for("update");
}

/** Affiliates with balances that the undo of an import has not taken back yet. They are paid once it is done. */
export const affiliatesBeingUndone = (shopId: ShopId): SQL => sql`
  select b.affiliate_id from file_imports i
    join imported_balances b on b.shop_id = i.shop_id and b.import_id = i.import_id
  where i.shop_id = ${shopId} and i.status = 'undoing' and b.current_minor <> 0`;

/** True for one of `affiliatesBeingUndone`. */
export async function isBeingUndone(db: Db, shopId: ShopId, affiliateId: AffiliateId): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(
    sql`select ${affiliateId} in (${affiliatesBeingUndone(shopId)}) as is`,
  );
  return rows[0]?.is ?? false;
}

/** Locks what an import's affiliates are owed (`lockPayees`), so that no payout covers it meanwhile. */
export async function lockPayeesOfImport(tx: Tx, shopId: ShopId, importId: FileImportId): Promise<void> {
  await tx.execute(sql`
    select 1 from ledger_balances
    where shop_id = ${shopId} and account in ('in_transit', 'payable') and affiliate_id in (
      select affiliate_id from imported_balances where shop_id = ${shopId} and import_id = ${importId})
    order by affiliate_id, account, currency for update`);
}

/** Number of an import's balances that payments cover, in part or whole. They keep it from being undone. */
export async function countPaidBalances(db: Db, shopId: ShopId, importId: FileImportId): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from imported_balances b
      join balance_lines l on l.shop_id = b.shop_id and l.line_id = b.entry_id
    where b.shop_id = ${shopId} and b.import_id = ${importId}
      and (l.in_payout_minor <> 0 or l.paid_minor <> 0 or l.deducting_minor <> 0 or l.deducted_minor <> 0)`);
  return rows[0]?.count ?? 0;
}

export type ImportedSum = {
  readonly currency: string;
  readonly openedPendingMinor: bigint;
  readonly openedPayableMinor: bigint;
  readonly pendingMinor: bigint;
  readonly payableMinor: bigint;
  readonly takenBackMinor: bigint;
};

/** What an import opened and what became of it, by currency, from the ledger. */
export async function sumsOfImport(db: Db, shopId: ShopId, importId: FileImportId): Promise<ImportedSum[]> {
  const { rows } = await db.execute<
    Record<"currency" | "as_pending" | "as_payable" | "pending" | "payable" | "back", string>
  >(sql`
    select b.currency, 
      coalesce(sum(e.amount_minor) filter (where e.account = 'pending'), 0)::text as as_pending,
      coalesce(sum(e.amount_minor) filter (where e.account = 'payable'), 0)::text as as_payable, sum(l.pending_minor)::text as pending,
      sum(l.payable_minor)::text as payable, sum(e.amount_minor - l.pending_minor - l.payable_minor)::text as back
    from imported_balances b
      join balance_entries e on e.shop_id = b.shop_id and e.entry_id = b.entry_id
      join balance_lines l on l.shop_id = b.shop_id and l.line_id = b.entry_id
    where b.shop_id = ${shopId} and b.import_id = ${importId} group by b.currency order by b.currency`);
  return rows.map(({ currency, pending, payable, back, ...opened }) => ({
    currency,
    openedPendingMinor: BigInt(opened.as_pending),
    openedPayableMinor: BigInt(opened.as_payable),
    pendingMinor: BigInt(pending),
    payableMinor: BigInt(payable),
    takenBackMinor: BigInt(back),
  }));
}

export type BalanceTodo = {
  readonly entryId: BalanceEntryId;
  readonly number: number;
  readonly affiliateName: string;
  readonly orderId: string | null;
  readonly currency: string;
  readonly currentMinor: bigint;
};

/** Balances whose order changed after the release, for the merchant to look at. */
export async function listBalanceTodos(
  db: Db,
  shopId: ShopId,
  page: { readonly importId: FileImportId; readonly limit: number },
): Promise<BalanceTodo[]> {
  const { rows } = await db.execute<Record<keyof BalanceTodo, never>>(sql`
    select b.entry_id as "entryId", b.number, a.name as "affiliateName", b.order_id as "orderId", b.currency,
      b.current_minor::text as "currentMinor"
    from imported_balances b join affiliates a on a.shop_id = b.shop_id and a.affiliate_id = b.affiliate_id
    where b.shop_id = ${shopId} and b.import_id = ${page.importId} and b.todo <> '' order by b.number
    limit ${page.limit}`);
  return rows.map((row) => ({ ...row, currentMinor: BigInt(row.currentMinor) }));
}
