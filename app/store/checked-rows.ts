import { and, asc, eq, gt, ne, sql } from "drizzle-orm";
import type { ImportTotals } from "../domain/imports/plan-amounts.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { appliedKeysAmong, type FileImport } from "./file-imports.ts";
import { isOneOf } from "./many-rows.ts";
import { fileImportRows } from "./schema/file-imports.ts";

type Key = Pick<FileImport, "shopId" | "importId">;

/**
 * Completes the decisions about the amounts of a file, once all its rows are stored: with what depends on other rows
 * and on other imports.
 */
export async function joinRows(tx: Tx, file: Key & Pick<FileImport, "decisions">): Promise<void> {
  // The rows are new, and without statistics PostgreSQL would compare each one with all others.
  await tx.execute(sql`set local enable_nestloop = off`);
  await countEqualRows(tx, file);
  await tx.execute(sql`set local enable_nestloop = on`);
  await skipImportedRows(tx, file);
  await tx.execute(sql`set local enable_nestloop = off`);
  await askAboutOrders(tx, file);
  await mergePendingRows(tx, file);
  await tx.execute(sql`set local enable_nestloop = on`);
}

/** Tells equal rows of a file apart by their count, as in any later export. Keys end with 1 until then. */
async function countEqualRows(tx: Tx, { shopId, importId }: Key): Promise<void> {
  await tx.execute(sql`
    update file_import_rows kept set row_key = left(kept.row_key, -1) || equal.count
    from (
      select number, row_number() over (partition by row_key order by number) as count
      from file_import_rows where shop_id = ${shopId} and import_id = ${importId} and row_key <> ''
    ) equal
    where kept.shop_id = ${shopId} and kept.import_id = ${importId} and kept.number = equal.number and equal.count > 1`);
}

/** Skips commissions and balances that another import applied. */
async function skipImportedRows(tx: Tx, { shopId, importId }: Key): Promise<void> {
  const { rowKey, number } = fileImportRows;
  const ofFile = and(eq(fileImportRows.shopId, shopId), eq(fileImportRows.importId, importId));
  for (let after = 0; ;) {
    const page = await tx
      .select({ rowKey, number })
      .from(fileImportRows)
      .where(and(ofFile, gt(number, after), ne(rowKey, "")))
      .orderBy(asc(number))
      .limit(keysAtOnce);
    const last = page.at(-1);
    if (!last) return;
    after = last.number;
    const known = await appliedKeysAmong(
      tx,
      shopId,
      page.map((row) => row.rowKey),
    );
    const numbers = page.flatMap((row) => (known.has(row.rowKey) ? [row.number] : []));
    await tx
      .update(fileImportRows)
      .set({
        outcome: "skip",
        code: "imported_before",
        values: sql`${fileImportRows.values} || '{"account": null, "postMinor": "0"}'`,
      })
      .where(and(ofFile, isOneOf(number, numbers)));
  }
}

const keysAtOnce = 5000;

/**
 * Asks about commissions that another file had for the order, read in another way: as another system's, on another
 * day, or with the affiliate's id instead of the address. Their keys differ, so they would be opened twice.
 */
async function askAboutOrders(
  tx: Tx,
  { shopId, importId, decisions }: Key & Pick<FileImport, "decisions">,
): Promise<void> {
  const key = sql`'order_imported:' || found.number`;
  await tx.execute(sql`
    update file_import_rows kept set
      outcome = case found.action when 'import' then kept.outcome when 'skip' then 'skip' else 'decide' end,
      code = case found.action when 'import' then kept.code else 'order_imported' end,
      details = kept.details || jsonb_build_object('decisionKey', ${key}),
      values = case found.action when 'import' then kept.values
        else kept.values || '{"account": null, "postMinor": "0"}' end
    from (
      select here.number, coalesce(given.all -> ('order_imported:' || here.number), given.all -> 'order_imported:*')
        ->> 'action' as action
      from (select ${JSON.stringify(decisions)}::jsonb as all) given, (
        select distinct here.number from file_import_rows here join file_import_rows other
          on other.shop_id = here.shop_id and other.affiliate_id = here.affiliate_id
            and other.currency = here.currency and other.amount_minor = here.amount_minor
            and lower(other.details ->> 'order') = lower(here.details ->> 'order')
        where here.shop_id = ${shopId} and here.import_id = ${importId} and here.outcome = 'create'
          and other.import_id <> here.import_id and other.is_applied
          and regexp_replace(other.row_key, '\\d+$', '') <> regexp_replace(here.row_key, '\\d+$', '')
      ) here
    ) found
    where kept.shop_id = ${shopId} and kept.import_id = ${importId} and kept.number = found.number`);
}

/**
 * Pending rows of one affiliate, order and release date are one balance, because refunds are rows: the first has the
 * sum, and the others are included in it. Pending may not fall below zero (M1): a sum below zero refunds a commission
 * that was paid, and is deducted.
 */
async function mergePendingRows(tx: Tx, { shopId, importId }: Key): Promise<void> {
  await tx.execute(sql`
    update file_import_rows kept set
      code = case when kept.number <> merged.head then 'merged'
        when merged.total < 0 then 'pending_is_below_zero' else kept.code end,
      values = kept.values || jsonb_build_object(
        'account', case when kept.number <> merged.head or merged.total = 0 then null
          when merged.total < 0 then 'payable' else 'pending' end,
        'postMinor', case when kept.number = merged.head then merged.total else 0 end::text),
      details = case when kept.number <> merged.head then kept.details || jsonb_build_object('row', merged.head)
        else kept.details end
    from (
      select number, min(number) over same as head, sum(amount_minor) over same as total, count(*) over same as count
      from file_import_rows
      where shop_id = ${shopId} and import_id = ${importId} and outcome = 'create' and code = 'balance_pending'
      window same as (partition by affiliate_id, currency, values ->> 'releaseDay',
        coalesce(lower(details ->> 'order'), 'row ' || number))
    ) merged
    where kept.shop_id = ${shopId} and kept.import_id = ${importId} and kept.number = merged.number
      and (merged.count > 1 or merged.total < 0)`);
}

/**
 * Names rows whose money came with another kind of file, if the two files differ: the sum of the affiliate's approved
 * rows here is not what that file opened as available.
 */
export async function compareBalances(
  tx: Tx,
  { shopId, importId, system, kind }: Key & Pick<FileImport, "system" | "kind">,
  details: Record<string, unknown>,
): Promise<void> {
  await tx.execute(sql`
    update file_import_rows kept set code = 'balance_differs', details = kept.details || ${JSON.stringify(details)}::jsonb
    from (
      select affiliate_id, currency, sum(amount_minor) filter (where values ->> 'state' = 'approved') as amount
      from file_import_rows
      where shop_id = ${shopId} and import_id = ${importId} and outcome = 'decide' and code = 'other_file_imported'
      group by affiliate_id, currency
    ) here left join (
      select b.affiliate_id, b.currency, sum(b.opened_minor) as amount
      from imported_balances b join file_imports i on i.shop_id = b.shop_id and i.import_id = b.import_id
      where b.shop_id = ${shopId} and b.releases_at is null and i.system = ${system} and i.kind <> ${kind}
        and i.status <> 'undone'
      group by b.affiliate_id, b.currency
    ) opened on opened.affiliate_id = here.affiliate_id and opened.currency = here.currency
    where kept.shop_id = ${shopId} and kept.import_id = ${importId} and kept.code = 'other_file_imported'
      and kept.affiliate_id = here.affiliate_id and kept.currency = here.currency
      and coalesce(here.amount, 0) <> coalesce(opened.amount, 0)`);
}

const postedTo = (account: string) =>
  sql`coalesce(sum((values ->> 'postMinor')::numeric) filter (where values ->> 'account' = ${account}), 0)::text`;

/** Sums of a checked file by currency. What is imported, kept as history and left is the sum of the file. */
export async function totalsOfRows(db: Db, { shopId, importId }: Key): Promise<ImportTotals[]> {
  const { rows } = await db.execute<Record<"currency" | keyof ImportTotals, string>>(sql`
    select currency, sum(amount_minor)::text as "fileMinor", ${postedTo("pending")} as "pendingMinor",
      ${postedTo("payable")} as "payableMinor",
      coalesce(sum(amount_minor) filter (where outcome = 'history'), 0)::text as "historyMinor",
      coalesce(sum(amount_minor) filter (where outcome in ('skip', 'decide')), 0)::text as "leftMinor"
    from file_import_rows where shop_id = ${shopId} and import_id = ${importId} and amount_minor is not null
    group by currency order by currency`);
  return rows.map(({ currency, ...sums }) => ({
    currency,
    fileMinor: BigInt(sums.fileMinor),
    pendingMinor: BigInt(sums.pendingMinor),
    payableMinor: BigInt(sums.payableMinor),
    historyMinor: BigInt(sums.historyMinor),
    leftMinor: BigInt(sums.leftMinor),
  }));
}
