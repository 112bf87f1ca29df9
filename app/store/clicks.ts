import { eq, sql } from "drizzle-orm";
import type { AffiliateId, ClickId, LinkId, ShopId } from "../domain/ids.ts";
import { type Db, type Prepared, runPrepared, type Tx } from "../platform/db.server.ts";
import { clicks } from "./schema/clicks.ts";
import { dailyVisitors } from "./schema/figures.ts";
import { visitorSalts } from "./schema/privacy.ts";

export type NewClick = {
  readonly shopId: ShopId;
  readonly clickId: ClickId;
  readonly occurredAt: Date;
  readonly affiliateId: AffiliateId;
  readonly target: string;
  readonly referrerHost: string;
  readonly subId: string;
  /** '' for the affiliate's own code. */
  readonly linkId: LinkId | "";
  readonly source: "link" | "landing";
  /** The parameters of ad networks that the address carried, with spaces between; '' for none. */
  readonly adClick: string;
  readonly visitorHash: string;
  readonly bot: boolean;
};

/** Clicks of any shops, in one statement, counted nowhere. */
export async function insertClicks(tx: Tx, rows: readonly (typeof clicks.$inferInsert)[]): Promise<void> {
  await tx.insert(clicks).values([...rows]);
}

/** Forgets the clicks of a shop and who made them; the sums stay. */
export async function eraseClicks(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(clicks).where(eq(clicks.shopId, shopId));
  await tx.delete(dailyVisitors).where(eq(dailyVisitors.shopId, shopId));
  await tx.delete(visitorSalts).where(eq(visitorSalts.shopId, shopId));
}

/** Forgets who was counted as a visitor before a day; the sums stay. */
export async function eraseVisitors(tx: Db, before: string): Promise<void> {
  await tx.execute(sql`delete from daily_visitors where day < ${before}`);
}

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

/** The longest time for which a shop wants its clicks kept, in months; null without shops. */
export async function longestClickMonths(db: Db): Promise<number | null> {
  const { rows } = await db.execute<{ months: number | null }>(
    sql`select max(click_months) as months from shops where redacted_at is null`,
  );
  return rows[0]?.months ?? null;
}

/** Drops every partition whose month is before this one, whole, and what the catch-all partition holds from then. */
export async function dropClickPartitions(db: Db, before: Date): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'clicks'::regclass and c.relname ~ '^clicks_[0-9]{4}_[0-9]{2}$'
      and c.relname < ${partitionName(before)}`);
  for (const { name } of rows) await db.execute(sql.raw(`drop table if exists "${name}"`));
  await db.execute(sql`delete from clicks_default where occurred_at < ${monthText(before, 0)}::timestamptz`);
}

/** Shops that keep clicks for less than so many months, and for how many. */
export async function shopsKeepingLess(
  db: Db,
  months: number,
): Promise<{ shopId: ShopId; clickMonths: number }[]> {
  const { rows } = await db.execute<{ shopId: ShopId; clickMonths: number }>(
    sql`select shop_id as "shopId", click_months as "clickMonths" from shops where click_months < ${months}`,
  );
  return rows;
}

const eraseSome: Prepared = {
  name: "erase-old-clicks",
  text: `with old as (
      select click_id, occurred_at from clicks where shop_id = $1 and click_id < $2 and occurred_at < $3::timestamptz
      order by click_id limit $4
    ), erased as (
      delete from clicks using old
      where clicks.shop_id = $1 and clicks.click_id = old.click_id and clicks.occurred_at = old.occurred_at
        and clicks.occurred_at < $3::timestamptz
      returning 1
    ) select count(*)::int as erased from erased`,
};

/**
 * Erases up to `limit` clicks of a shop from before an instant; answers how many. `firstId` is the id that a click of
 * that instant has at least: ids sort by their time, so that the primary key finds what is old.
 */
export async function eraseClicksBefore(
  shopId: ShopId,
  old: { readonly before: Date; readonly firstId: string; readonly limit: number },
): Promise<number> {
  const values = [shopId, old.firstId, old.before.toISOString(), old.limit];
  const rows = await runPrepared<{ erased: number }>(eraseSome, values, 60_000);
  return rows[0]?.erased ?? 0;
}

function partitionName(month: Date): string {
  return `clicks_${monthText(month, 0).slice(0, 7).replace("-", "_")}`;
}

function monthText(month: Date, later: number): string {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + later, 1)).toISOString();
}

/** The sealed salt for hashing a shop's visitors on a day. */
export type SealedSalt = { readonly shopId: ShopId; readonly day: string; readonly sealed: string };

const keep: Prepared = {
  name: "keep-visitor-salts",
  text: `insert into visitor_salts (shop_id, day, sealed)
    select shop_id, day, sealed from jsonb_to_recordset($1::jsonb) as given (shop_id text, day date, sealed text)
    order by shop_id, day on conflict do nothing`,
};
const read: Prepared = {
  name: "read-visitor-salts",
  text: `select s.shop_id as "shopId", s.day::text, s.sealed from visitor_salts s
    join jsonb_to_recordset($1::jsonb) as given (shop_id text, day date)
    on s.shop_id = given.shop_id and s.day = given.day`,
};

/** Stores salts for days that have none, and returns the valid ones, from whichever process was first. */
export async function keepSalts(offered: readonly SealedSalt[]): Promise<SealedSalt[]> {
  const given = JSON.stringify(offered.map(({ shopId, day, sealed }) => ({ shop_id: shopId, day, sealed })));
  await runPrepared(keep, [given]);
  return runPrepared<SealedSalt>(read, [given]);
}

/** Deletes the salts of days before this one, in all shops. */
export async function forgetSalts(db: Db, before: string): Promise<void> {
  await db.execute(sql`delete from visitor_salts where day < ${before}::date`);
}
