import { sql } from "drizzle-orm";
import type { ImportTotals } from "../domain/imports/plan-amounts.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import type { FileImport } from "./file-imports.ts";

type Key = Pick<FileImport, "shopId" | "importId">;

/**
 * Completes the decisions about the amounts of a file, once all its rows are stored: with what depends on other rows
 * and on other imports.
 */
export async function joinRows(tx: Tx, file: Key): Promise<void> {
  await countEqualRows(tx, file);
  await skipImportedRows(tx, file);
  await mergePendingRows(tx, file);
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
  await tx.execute(sql`
    update file_import_rows kept set outcome = 'skip', code = 'imported_before',
      values = kept.values || '{"account": null, "postMinor": "0"}'
    where kept.shop_id = ${shopId} and kept.import_id = ${importId} and kept.row_key <> '' and exists (
      select 1 from file_import_rows other where other.shop_id = kept.shop_id and other.row_key = kept.row_key
        and other.is_applied and other.row_key <> '')`);
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
        coalesce(details ->> 'order', 'row ' || number))
    ) merged
    where kept.shop_id = ${shopId} and kept.import_id = ${importId} and kept.number = merged.number
      and (merged.count > 1 or merged.total < 0)`);
}

/** Sums of a checked file by currency. What is imported, kept as history and left is the sum of the file. */
export async function totalsOfRows(db: Db, { shopId, importId }: Key): Promise<ImportTotals[]> {
  const posted = (account: string) =>
    sql`coalesce(sum((values ->> 'postMinor')::numeric) filter (where values ->> 'account' = ${account}), 0)::text`;
  const { rows } = await db.execute<Record<"currency" | keyof ImportTotals, string>>(sql`
    select currency, sum(amount_minor)::text as "fileMinor", ${posted("pending")} as "pendingMinor",
      ${posted("payable")} as "payableMinor",
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
