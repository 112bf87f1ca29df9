import { eq, sql } from "drizzle-orm";
import type { AffiliateId, ClickId, LinkId, ShopId } from "../domain/ids.ts";
import { type Db, type Prepared, runPrepared, textArray, type Tx } from "../platform/db.server.ts";
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
  /** Ad-network parameters of the address, separated by spaces. '' for none. */
  readonly adClick: string;
  readonly visitorHash: string;
  readonly bot: boolean;
};

/** Stores clicks of any shops with one statement and without counting them. */
export async function insertClicks(tx: Tx, rows: readonly (typeof clicks.$inferInsert)[]): Promise<void> {
  await tx.insert(clicks).values([...rows]);
}

/** Deletes a shop's clicks and visitors. The sums stay. */
export async function eraseClicks(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(clicks).where(eq(clicks.shopId, shopId));
  await tx.delete(dailyVisitors).where(eq(dailyVisitors.shopId, shopId));
  await tx.delete(visitorSalts).where(eq(visitorSalts.shopId, shopId));
}

/** Deletes visitors from before a day. The sums stay. */
export async function eraseVisitors(tx: Db, before: string): Promise<void> {
  await tx.execute(sql`delete from daily_visitors where day < ${before}`);
}

/**
 * Creates the partition of a month, unless it exists or the default partition already has clicks of that
 * month. Returns true if it was created.
 */
export async function createClickPartition(db: Db, month: Date): Promise<boolean> {
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

/** The longest retention of clicks of any shop, in months. Null without shops. */
export async function longestClickMonths(db: Db): Promise<number | null> {
  const { rows } = await db.execute<{ months: number | null }>(
    sql`select max(click_months) as months from shops where redacted_at is null`,
  );
  return rows[0]?.months ?? null;
}

/** Drops all partitions of months before this one, and their clicks in the default partition. */
export async function dropClickPartitions(db: Db, before: Date): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'clicks'::regclass and c.relname ~ '^clicks_[0-9]{4}_[0-9]{2}$'
      and c.relname < ${partitionName(before)}`);
  for (const { name } of rows) await db.execute(sql.raw(`drop table if exists "${name}"`));
  await db.execute(sql`delete from clicks_default where occurred_at < ${monthText(before, 0)}::timestamptz`);
}

/** Shops that keep clicks for fewer months than this, each with its months. */
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
 * Deletes up to `limit` clicks of a shop from before an instant and returns their number. `firstId` is the
 * lowest id of a click at that instant. Ids sort by time, so the primary key finds older clicks.
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

const keepSalt: Prepared = {
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
  await runPrepared(keepSalt, [given]);
  return runPrepared<SealedSalt>(read, [given]);
}

/** Deletes the salts of days before this one, in all shops. */
export async function forgetSalts(db: Db, before: string): Promise<void> {
  await db.execute(sql`delete from visitor_salts where day < ${before}::date`);
}

/** A click with its day in the shop's time zone and the currency of the shop's figures on that day. */
export type CountedClick = NewClick & {
  readonly day: string;
  readonly currency: string;
  /** The values of dimensions under which it counts. */
  readonly countedSubId: string;
  readonly countedLanding: string;
  /** The visitor is known to be counted already that day for everything this click counts for. */
  readonly isVisitCounted: boolean;
};

/** Columns of the statement's rows, with their type and their value from a click. */
const given: Readonly<Record<string, { type: string; of: (row: CountedClick) => string }>> = {
  shop_id: { type: "text", of: (row) => row.shopId },
  click_id: { type: "text", of: (row) => row.clickId },
  occurred_at: { type: "timestamptz", of: (row) => row.occurredAt.toISOString() },
  affiliate_id: { type: "text", of: (row) => row.affiliateId },
  target: { type: "text", of: (row) => row.target },
  referrer_host: { type: "text", of: (row) => row.referrerHost },
  sub_id: { type: "text", of: (row) => row.subId },
  link_id: { type: "text", of: (row) => row.linkId },
  source: { type: "text", of: (row) => row.source },
  ad_click: { type: "text", of: (row) => row.adClick },
  visitor_hash: { type: "text", of: (row) => row.visitorHash },
  bot: { type: "boolean", of: (row) => (row.bot ? "true" : "false") },
  day: { type: "date", of: (row) => row.day },
  currency: { type: "text", of: (row) => row.currency },
  counted_sub_id: { type: "text", of: (row) => row.countedSubId },
  counted_landing: { type: "text", of: (row) => row.countedLanding },
  visit_counted: { type: "boolean", of: (row) => (row.isVisitCounted ? "true" : "false") },
};

const columns = Object.entries(given);
const names = columns.map(([name]) => name).join(", ");
const arrays = columns.map((_, index) => `$${index + 2}::text[]`).join(", ");
const typed = columns.map(([name, { type }]) => (type === "text" ? name : `${name}::${type}`)).join(", ");
const kept = `shop_id, click_id, occurred_at, affiliate_id, target, referrer_host, sub_id, link_id, source, ad_click,
  visitor_hash, bot`;

/** The dimensions that a click counts for, besides its affiliate. */
const clickDimensions = "('landing', counted_landing), ('link', link_id), ('sub-id', counted_sub_id)";

/**
 * One statement, and so one transaction and one round trip, for many clicks of many shops: new clicks are
 * stored and counted, existing ones left alone. A visitor's row of the day lists what they were counted for
 * already; `fresh` is what this statement added. Figures are written in the order that orders use, each table
 * sorted by its key, so two writers never deadlock. `steps` stores the given rows and selects the clicks that
 * the figures count.
 */
const keepStatement = (steps: string, answer: string): string => `with given as materialized (
    select ${typed} from unnest(${arrays}) as given (${names})
  ), ${steps}, visits as (
    insert into daily_visitors as held (shop_id, day, visitor_hash, seen)
    select shop_id, day, visitor_hash, array_agg(distinct kind || ' ' || value)
    from counted, lateral (values ('shop', ''), ('affiliate', affiliate_id), ${clickDimensions}) as told (kind, value)
    where not visit_counted group by 1, 2, 3 order by 1, 2, 3
    on conflict (shop_id, day, visitor_hash) do update
      set seen_before = cardinality(held.seen),
        seen = held.seen || array(select unnest(excluded.seen) except select unnest(held.seen))
      where not held.seen @> excluded.seen
    returning shop_id, day, seen[seen_before + 1:] as fresh
  ), visitors as materialized (
    select shop_id, split_part(key, ' ', 1) as kind, substr(key, strpos(key, ' ') + 1) as value, day,
      count(*)::int as visitors
    from visits, unnest(fresh) as key group by 1, 2, 3, 4
  ), affiliates_figures as (
    insert into daily_figures as held (shop_id, affiliate_id, program_id, day, currency, clicks, visitors)
    select shop_id, affiliate_id, '', day, max(currency), sum(clicks), sum(visitors) from (
      select shop_id, affiliate_id, day, currency, 1 as clicks, 0 as visitors from counted
      union all select shop_id, value, day, null, 0, visitors from visitors where kind = 'affiliate'
    ) told group by shop_id, affiliate_id, day order by shop_id, affiliate_id, day
    on conflict (shop_id, affiliate_id, program_id, day, currency) do update
      set clicks = held.clicks + excluded.clicks, visitors = held.visitors + excluded.visitors
    returning 1
  ), shops_figures as (
    insert into daily_shop_figures as held (shop_id, day, currency, clicks, visitors, updated_at)
    select shop_id, day, max(currency), sum(clicks), sum(visitors), $1::timestamptz from (
      select shop_id, day, currency, 1 as clicks, 0 as visitors from counted
      union all select shop_id, day, null, 0, visitors from visitors where kind = 'shop'
    ) told where (select count(*) from affiliates_figures) > 0 group by shop_id, day order by shop_id, day
    on conflict (shop_id, day, currency) do update
      set clicks = held.clicks + excluded.clicks, visitors = held.visitors + excluded.visitors,
        updated_at = greatest(held.updated_at + interval '1 millisecond', excluded.updated_at)
    returning 1
  ), dimensions_figures as (
    insert into daily_dimension_figures as held (shop_id, dimension, value, day, currency, clicks, visitors)
    select shop_id, dimension, value, day, max(currency), sum(clicks), sum(visitors) from (
      select shop_id, dimension, value, day, currency, 1 as clicks, 0 as visitors
      from counted, lateral (values ${clickDimensions}) as told (dimension, value)
      union all
      select shop_id, kind, value, day, null, 0, visitors from visitors where kind in ('landing', 'link', 'sub-id')
    ) told where (select count(*) from shops_figures) > 0
    group by shop_id, dimension, value, day
    order by shop_id collate "C", dimension collate "C", day, value collate "C"
    on conflict (shop_id, dimension, day, value, currency) do update
      set clicks = held.clicks + excluded.clicks, visitors = held.visitors + excluded.visitors
  )
  ${answer}`;

const keepUnknown = `kept as (
    insert into clicks (${kept}) select ${kept} from given order by shop_id, click_id
    on conflict do nothing returning shop_id, click_id
  ), counted as materialized (
    select given.* from given join kept using (shop_id, click_id) where not bot
  )`;
/**
 * For new ids: no other writer has these rows and all are stored, so they need no order and no check for
 * existing rows.
 */
const keepAll = `kept as (
    insert into clicks (${kept}) select ${kept} from given
  ), counted as materialized (
    select * from given where not bot
  )`;

const keepCounted: Prepared = {
  name: "keep-clicks",
  text: keepStatement(keepUnknown, "select count(*)::int as count from kept"),
};
const keepNew: Prepared = { name: "keep-new-clicks", text: keepStatement(keepAll, "select 1") };

/**
 * Stores and counts the clicks that do not exist yet, each once, and returns how many. `now` dates the figures.
 */
export async function keepCountedClicks(rows: readonly CountedClick[], now: Date): Promise<number> {
  const distinct = [...new Map(rows.map((row) => [row.clickId, row])).values()];
  const [answered] = await runPrepared<{ count: number }>(keepCounted, valuesOf(distinct, now));
  return answered?.count ?? 0;
}

/**
 * Stores and counts clicks whose ids were created for this call, without checking for existing ones. Rejects if
 * one exists, and then stores and counts none.
 */
export async function keepNewCountedClicks(rows: readonly CountedClick[], now: Date): Promise<void> {
  await runPrepared(keepNew, valuesOf(rows, now));
}

function valuesOf(rows: readonly CountedClick[], now: Date): (string | Buffer)[] {
  return [now.toISOString(), ...columns.map(([, { of }]) => textArray(rows.map(of)))];
}
