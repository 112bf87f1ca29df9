import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { otherValue } from "../domain/report-dimensions.ts";
import type { Db } from "../platform/db.server.ts";
import { orderMeasures } from "./dimension-figures.ts";
import { allOf, differing, sinceWholeDay } from "./verification-figures.ts";

export type WrongDimension = {
  readonly dimension: string;
  readonly value: string;
  readonly day: string;
  readonly currency: string;
  readonly what: string;
};

const names = Object.keys(orderMeasures);
const fields = sql.raw(
  Object.entries(orderMeasures)
    .map(([name, field]) => `(one->>'${field}')::numeric as ${name}`)
    .join(", "),
);
const sums = sql.raw(names.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(", "));

/** Figures of dimensions that are not what the orders counted for them. */
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
      select dimension, value, day, currency, ${sums} from counted group by 1, 2, 3, 4
    ), kept as (
      select dimension::text as dimension, value::text as value, day::text as day, currency, ${sql.raw(names.join(", "))}
      from daily_dimension_figures where shop_id = ${shopId}
    )
    select dimension, value, day, currency,
      concat_ws(', ', ${sql.join(names.map(differing), sql`, `)}) as what
    from kept full join summed using (dimension, value, day, currency)
    where (${allOf("kept", names)}) <> (${allOf("summed", names)})
    order by 1, 3, 2, 4`);
  return rows;
}

/**
 * Figures of dimensions whose clicks are not those that are still kept, under the rules of `wrongClicks`: a day of which
 * a part may have been dropped is left out, and so is a value whose days agree in sum.
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

/** Figures of dimensions that visitors were not counted for, from the first day of which visitors are still known. */
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
    select dimension, value, day::text as day, coalesce(currency, '') as currency, ${differing("visitors")} as what
    from kept full join summed using (dimension, value, day)
    where (${allOf("kept", ["visitors"])}) <> (${allOf("summed", ["visitors"])}) order by 1, 3, 2`);
  return rows;
}
