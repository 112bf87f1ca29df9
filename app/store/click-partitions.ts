import { sql } from "drizzle-orm";
import type { Db } from "../platform/db.server.ts";

/**
 * Makes the partition of a month, unless it is there or the catch-all partition already holds clicks of that month
 * (those stay there). Answers whether it was made.
 */
export async function makeClickPartition(db: Db, month: Date): Promise<boolean> {
  const from = monthText(month, 0);
  const to = monthText(month, 1);
  const name = partitionName(month);
  const { rows } = await db.execute<{ busy: boolean }>(sql`
    select to_regclass(${name}) is not null or exists (
      select 1 from clicks_default where occurred_at >= ${from}::timestamptz and occurred_at < ${to}::timestamptz
    ) as busy`);
  if (rows[0]?.busy !== false) return false;
  await db.execute(
    sql.raw(
      `create table if not exists "${name}" partition of "clicks" for values from ('${from}') to ('${to}')`,
    ),
  );
  return true;
}

/** Drops a month whole, and what the catch-all partition holds from before the end of it. */
export async function dropClickPartition(db: Db, month: Date): Promise<void> {
  await db.execute(sql.raw(`drop table if exists "${partitionName(month)}"`));
  await db.execute(sql`delete from clicks_default where occurred_at < ${monthText(month, 1)}::timestamptz`);
}

function partitionName(month: Date): string {
  return `clicks_${monthText(month, 0).slice(0, 7).replace("-", "_")}`;
}

function monthText(month: Date, later: number): string {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + later, 1)).toISOString();
}
