import type { ShopId } from "../domain/ids.ts";
import { otherValue } from "../domain/report.ts";
import type { Db } from "../platform/db.server.ts";
import { sql, type SQL } from "drizzle-orm";
import { orderMeasures } from "./figures.ts";

/**
 * Days whose sums differ from the orders' shares. Clicks and visitors are checked separately, except for
 * programs, which have none.
 */
export async function wrongFigures(db: Db, shopId: ShopId) {
  const measures = [...figureMeasures, "clicks", "visitors"];
  const { rows } = await db.execute<{
    day: string;
    affiliate: string;
    program: string;
    currency: string;
    what: string;
  }>(sql`
    with counted as (
      select one->>'day' as day, one->>'affiliateId' as affiliate, one->>'programId' as program,
        one->>'currency' as currency, (one->>'orders')::int as orders, (one->>'clickOrders')::int as click_orders,
        coalesce((one->>'keptOrders')::int, 0) as kept_orders, (one->>'revenueMinor')::numeric as revenue,
        (one->>'commissionMinor')::numeric as commission, coalesce((one->>'earnedMinor')::numeric, 0) as earned,
        (one->>'refundsMinor')::numeric as refunds, (one->>'newCustomers')::int as new_customers,
        (one->>'timedOrders')::int as timed_orders, (one->>'clickSeconds')::bigint as click_seconds
      from orders, jsonb_array_elements(coalesce(counted->'rows', '[]'::jsonb)) as one where shop_id = ${shopId}
    ), summed as (
      select day, affiliate, program, currency, sum(orders) as orders, sum(click_orders) as click_orders,
        sum(kept_orders) as kept_orders, sum(revenue) as revenue, sum(commission) as commission, sum(earned) as earned,
        sum(refunds) as refunds, sum(new_customers) as new_customers, sum(timed_orders) as timed_orders,
        sum(click_seconds) as click_seconds, 0 as clicks, 0 as visitors
      from counted group by 1, 2, 3, 4
    ), kept as (
      select day::text as day, affiliate_id::text as affiliate, program_id::text as program, currency, orders,
        click_orders, kept_orders, revenue_minor as revenue, commission_minor as commission, earned_minor as earned,
        refunds_minor as refunds, new_customers, timed_orders, click_seconds,
        case program_id when '' then 0 else clicks end as clicks,
        case program_id when '' then 0 else visitors end as visitors
      from daily_figures where shop_id = ${shopId}
    )
    select day, affiliate, program, currency,
      concat_ws(', ', ${sql.join(measures.map(measureDifference), sql`, `)}) as what
    from kept full join summed using (day, affiliate, program, currency)
    where (${rowOf("kept", measures)}) <> (${rowOf("summed", measures)})
    order by day, affiliate, program, currency`);
  return rows;
}

const figureMeasures = [
  "orders",
  "click_orders",
  "kept_orders",
  "revenue",
  "commission",
  "earned",
  "refunds",
  "new_customers",
  "timed_orders",
  "click_seconds",
];

const rowOf = (side: string, measures: readonly string[]) =>
  sql.raw(measures.map((one) => `coalesce(${side}.${one}, 0)`).join(", "));

/** "orders 3 instead of 2". Null if both are equal. */
const measureDifference = (measure: string) =>
  sql.raw(`case when coalesce(kept.${measure}, 0) <> coalesce(summed.${measure}, 0) then
    '${measure} ' || coalesce(kept.${measure}, 0) || ' instead of ' || coalesce(summed.${measure}, 0) end`);

/**
 * Days on which the shop's figures differ from the sum of its affiliates', except visitors, who are counted
 * once.
 */
export async function wrongShopFigures(db: Db, shopId: ShopId) {
  const measures = ["clicks", ...figureMeasures];
  const { rows } = await db.execute<{ day: string; currency: string; what: string }>(sql`
    with summed as (
      select day, currency, sum(clicks) as clicks, sum(orders) as orders, sum(click_orders) as click_orders,
        sum(kept_orders) as kept_orders, sum(revenue_minor) as revenue, sum(commission_minor) as commission,
        sum(earned_minor) as earned, sum(refunds_minor) as refunds, sum(new_customers) as new_customers,
        sum(timed_orders) as timed_orders, sum(click_seconds) as click_seconds
      from daily_figures where shop_id = ${shopId} group by day, currency
    ), kept as (
      select day, currency, clicks, orders, click_orders, kept_orders, revenue_minor as revenue,
        commission_minor as commission, earned_minor as earned, refunds_minor as refunds, new_customers, timed_orders,
        click_seconds
      from daily_shop_figures where shop_id = ${shopId}
    )
    select day::text as day, currency, concat_ws(', ', ${sql.join(measures.map(measureDifference), sql`, `)}) as what
    from kept full join summed using (day, currency)
    where (${rowOf("kept", measures)}) <> (${rowOf("summed", measures)})
    order by 1, 2`);
  return rows;
}

/** `since.first_day`: the first day whose clicks are all still stored. No row if there is none. */
const sinceWholeDay = (shopId: ShopId, timeZone: string): SQL => sql`
    first as (
      select min(occurred_at) as click from clicks where shop_id = ${shopId} and not bot
    ), since as (
      select greatest((click at time zone ${timeZone})::date,
        (date_trunc('month', click at time zone 'UTC') + interval '1 day')::date) as first_day
      from first where click is not null
    )`;

/**
 * Days whose stored clicks differ from the counted ones, from the first fully stored day on. The first day of
 * a month is excluded, because part of it may have been dropped with the month before. The time zone of a
 * click is not stored, so days whose sum agrees are excluded too: the shop may have had another time zone
 * then.
 */
export async function wrongClicks(db: Db, shopId: ShopId, timeZone: string) {
  const { rows } = await db.execute<{
    day: string;
    affiliate: string;
    currency: string;
    kept: number;
    summed: number;
  }>(sql`
    with ${sinceWholeDay(shopId, timeZone)}, summed as (
      select (occurred_at at time zone ${timeZone})::date as day, affiliate_id as affiliate, count(*)::int as clicks
      from clicks, since where shop_id = ${shopId} and not bot
        and (occurred_at at time zone ${timeZone})::date >= first_day group by 1, 2
    ), kept as (
      select day, affiliate_id as affiliate, max(currency) as currency, sum(clicks)::int as clicks
      from daily_figures, since where shop_id = ${shopId} and day >= first_day group by 1, 2
    ), compared as (
      select day, affiliate, coalesce(currency, '') as currency, coalesce(kept.clicks, 0) as kept,
        coalesce(summed.clicks, 0) as summed,
        sum(coalesce(kept.clicks, 0) - coalesce(summed.clicks, 0)) over (partition by affiliate) as off
      from kept full join summed using (day, affiliate)
    )
    select day::text as day, affiliate::text as affiliate, currency, kept, summed
    from compared where off <> 0 and kept <> summed
      and (select count(*) from clicks where shop_id = ${shopId} and affiliate_id = affiliate and not bot)
        <> (select coalesce(sum(clicks), 0) from daily_figures where shop_id = ${shopId} and affiliate_id = affiliate)
    order by 1, 2`);
  return rows;
}

/**
 * Days whose stored visitors differ from the counted ones, from the first stored day on. The shop's own rows
 * have no affiliate.
 */
export async function wrongVisitors(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{
    day: string;
    affiliate: string;
    currency: string;
    kept: number;
    summed: number;
  }>(sql`
    with summed as (
      select day, substr(key, strpos(key, ' ') + 1) as affiliate, count(*)::int as visitors
      from daily_visitors, unnest(seen) as key
      where shop_id = ${shopId} and split_part(key, ' ', 1) in ('shop', 'affiliate') group by 1, 2
    ), kept as (
      select day, affiliate_id::text as affiliate, max(currency) as currency, sum(visitors)::int as visitors
      from daily_figures where shop_id = ${shopId} and day >= (select min(day) from summed) group by 1, 2
      union all
      select day, '', max(currency), sum(visitors)::int from daily_shop_figures
      where shop_id = ${shopId} and day >= (select min(day) from summed) group by 1
    )
    select day::text as day, affiliate, coalesce(currency, '') as currency, coalesce(kept.visitors, 0) as kept,
      coalesce(summed.visitors, 0) as summed
    from kept full join summed using (day, affiliate)
    where coalesce(kept.visitors, 0) <> coalesce(summed.visitors, 0) order by 1, 2`);
  return rows;
}

/** Statuses whose stored count differs from the number of affiliates. */
export async function wrongAffiliateCounts(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ status: string; kept: number; counted: number }>(sql`
    with counted as (
      select status, count(*)::int as count from affiliates where shop_id = ${shopId} group by status
    ), kept as (select status, count from affiliate_counts where shop_id = ${shopId})
    select status, coalesce(kept.count, 0) as kept, coalesce(counted.count, 0) as counted
    from kept full join counted using (status)
    where coalesce(kept.count, 0) <> coalesce(counted.count, 0) order by status`);
  return rows;
}

/** M20: affiliates and programs whose status differs from the last one in their history. */
export async function wrongStatuses(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ kind: string; id: string; status: string; last: string | null }>(sql`
    select 'affiliates' as kind, affiliate_id::text as id, status, (
        select status from affiliate_status_periods p where p.shop_id = a.shop_id and p.affiliate_id = a.affiliate_id
        order by ordinal desc limit 1) as last
    from affiliates a where shop_id = ${shopId} and status is distinct from (
        select status from affiliate_status_periods p where p.shop_id = a.shop_id and p.affiliate_id = a.affiliate_id
        order by ordinal desc limit 1)
    union all
    select 'programs', program_id::text, status, (
        select status from program_status_periods p where p.shop_id = a.shop_id and p.program_id = a.program_id
        order by ordinal desc limit 1)
    from programs a where shop_id = ${shopId} and status is distinct from (
        select status from program_status_periods p where p.shop_id = a.shop_id and p.program_id = a.program_id
        order by ordinal desc limit 1)
    order by 1, 2`);
  return rows;
}

/** M4: programs whose `version` differs from their last saved version. */
export async function wrongVersions(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ program: string; kept: number; last: number | null }>(sql`
    select program_id::text as program, version as kept, last from programs left join (
      select program_id, max(version) as last from program_versions
      where shop_id = ${shopId} and affiliate_id is null group by program_id
    ) saved using (program_id)
    where shop_id = ${shopId} and version is distinct from last order by 1`);
  return rows;
}

type WrongDimension = {
  readonly dimension: string;
  readonly value: string;
  readonly day: string;
  readonly currency: string;
  readonly what: string;
};

const dimensionMeasures = Object.keys(orderMeasures);
const fields = sql.raw(
  Object.entries(orderMeasures)
    .map(([name, field]) => `(one->>'${field}')::numeric as ${name}`)
    .join(", "),
);
const dimensionSums = sql.raw(
  dimensionMeasures.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(", "),
);

/** Figures of dimensions that differ from the orders' shares. */
export async function wrongDimensions(db: Db, shopId: ShopId): Promise<WrongDimension[]> {
  const { rows } = await db.execute<WrongDimension>(sql`
    with own as (
      select counted from orders where shop_id = ${shopId} and counted->'dimensions' ? 'values'
    ), counted as (
      select of.key as dimension, of.value, one->>'day' as day, one->>'currency' as currency, ${fields}
      from own, jsonb_each_text(counted->'dimensions'->'values') as of, jsonb_array_elements(counted->'rows') as one
      union all
      select 'product', one->>'value', one->>'day', one->>'currency', ${fields}
      from own, jsonb_array_elements(counted->'dimensions'->'products') as one
    ), summed as (
      select dimension, value, day, currency, ${dimensionSums} from counted group by 1, 2, 3, 4
    ), kept as (
      select dimension::text as dimension, value::text as value, day::text as day, currency, ${sql.raw(dimensionMeasures.join(", "))}
      from daily_dimension_figures where shop_id = ${shopId}
    )
    select dimension, value, day, currency,
      concat_ws(', ', ${sql.join(dimensionMeasures.map(measureDifference), sql`, `)}) as what
    from kept full join summed using (dimension, value, day, currency)
    where (${rowOf("kept", dimensionMeasures)}) <> (${rowOf("summed", dimensionMeasures)})
    order by 1, 3, 2, 4`);
  return rows;
}

/**
 * Figures of dimensions that differ from the stored clicks, by the rules of `wrongClicks`: partly dropped
 * days and values whose sum agrees are excluded.
 */
export async function wrongDimensionClicks(
  db: Db,
  shopId: ShopId,
  timeZone: string,
): Promise<WrongDimension[]> {
  const { rows } = await db.execute<WrongDimension>(sql`
    with ${sinceWholeDay(shopId, timeZone)}, told as (
      select dimension, (occurred_at at time zone ${timeZone})::date as day,
        case when dimension = 'link' or told.value = '' or exists (
          select 1 from dimension_values known
          where known.shop_id = ${shopId} and known.dimension = told.dimension and known.value = told.value
        ) then told.value else ${otherValue} end as value
      from clicks, lateral (
        values ('link', link_id::text), ('sub-id', left(btrim(sub_id), 120)),
          ('landing', left(btrim(split_part(split_part(target, '?', 1), '#', 1)), 120))
      ) as told (dimension, value)
      where shop_id = ${shopId} and not bot
    ), summed as (
      select dimension, value, day, count(*)::int as clicks from told, since where day >= first_day group by 1, 2, 3
    ), kept as (
      select dimension::text as dimension, value::text as value, day, max(currency) as currency,
        sum(clicks)::int as clicks
      from daily_dimension_figures, since where shop_id = ${shopId} and day >= first_day group by 1, 2, 3
    ), ever as (
      select dimension, value from (
        select dimension, value, count(*) as clicks from told group by 1, 2
        union all
        select dimension::text, value::text, -sum(clicks) from daily_dimension_figures where shop_id = ${shopId} group by 1, 2
      ) both_sides group by 1, 2 having sum(clicks) <> 0
    ), compared as (
      select dimension, value, day, coalesce(currency, '') as currency, coalesce(kept.clicks, 0) as kept,
        coalesce(summed.clicks, 0) as summed,
        sum(coalesce(kept.clicks, 0) - coalesce(summed.clicks, 0)) over (partition by dimension, value) as off
      from kept full join summed using (dimension, value, day)
    )
    select dimension, value, day::text as day, currency, 'clicks ' || kept || ' instead of ' || summed as what
    from compared join ever using (dimension, value) where off <> 0 and kept <> summed order by 1, 3, 2`);
  return rows;
}

/** Figures of dimensions that differ from the stored visitors, from their first day on. */
export async function wrongDimensionVisitors(db: Db, shopId: ShopId): Promise<WrongDimension[]> {
  const { rows } = await db.execute<WrongDimension>(sql`
    with summed as (
      select split_part(key, ' ', 1) as dimension, substr(key, strpos(key, ' ') + 1) as value, day,
        count(*)::int as visitors
      from daily_visitors, unnest(seen) as key
      where shop_id = ${shopId} and split_part(key, ' ', 1) not in ('shop', 'affiliate') group by 1, 2, 3
    ), kept as (
      select dimension::text as dimension, value::text as value, day, max(currency) as currency,
        sum(visitors)::int as visitors
      from daily_dimension_figures
      where shop_id = ${shopId} and day >= (select min(day) from summed) group by 1, 2, 3
    )
    select dimension, value, day::text as day, coalesce(currency, '') as currency, ${measureDifference("visitors")} as what
    from kept full join summed using (dimension, value, day)
    where (${rowOf("kept", ["visitors"])}) <> (${rowOf("summed", ["visitors"])}) order by 1, 3, 2`);
  return rows;
}

/** Stored signals of days that differ from the orders' shares. */
export async function wrongSignals(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ day: string; signal: string; kept: string; follows: string }>(sql`
    with counted as (
      select counted->>'signalDay' as day, credited::int as credited, signals, lost_without, elsewhere_without
      from orders where shop_id = ${shopId} and counted ? 'signalDay'
    ), one as (
      select day, '' as signal, credited, 0 as missed, 0 as moved from counted
      union all
      select day, 'none', credited, 0, 0 from counted where signals = '{}'
      union all
      select day, carried, credited, (carried = any(lost_without))::int, (carried = any(elsewhere_without))::int
      from counted, unnest(signals) as carried
    ), summed as (
      select day, signal, concat_ws('/', count(*), sum(credited), sum(missed), sum(moved)) as counts
      from one group by day, signal
    ), kept as (
      select day::text as day, signal, concat_ws('/', orders, credited, missed, moved) as counts
      from daily_signals where shop_id = ${shopId}
    )
    select day, signal, coalesce(kept.counts, '0/0/0/0') as kept, coalesce(summed.counts, '0/0/0/0') as follows
    from kept full join summed using (day, signal)
    where coalesce(kept.counts, '0/0/0/0') <> coalesce(summed.counts, '0/0/0/0')
    order by day, signal`);
  return rows;
}
