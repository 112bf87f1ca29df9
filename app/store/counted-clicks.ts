import { type Prepared, runPrepared, textArray } from "../platform/db.server.ts";
import type { NewClick } from "./clicks.ts";

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
const keeping = (steps: string, answer: string): string => `with given as materialized (
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

const keep: Prepared = {
  name: "keep-clicks",
  text: keeping(keepUnknown, "select count(*)::int as count from kept"),
};
const keepNew: Prepared = { name: "keep-new-clicks", text: keeping(keepAll, "select 1") };

/**
 * Stores and counts the clicks that do not exist yet, each once, and returns how many. `now` dates the figures.
 */
export async function keepCountedClicks(rows: readonly CountedClick[], now: Date): Promise<number> {
  const distinct = [...new Map(rows.map((row) => [row.clickId, row])).values()];
  const [answered] = await runPrepared<{ count: number }>(keep, valuesOf(distinct, now));
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
