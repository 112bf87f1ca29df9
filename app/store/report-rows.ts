import { sql, type SQL } from "drizzle-orm";
import type { DaySpan } from "../domain/day-spans.ts";
import type { ShopId } from "../domain/ids.ts";
import type { Dimension } from "../domain/report-dimensions.ts";
import type { ReportFilter, ReportKey } from "../domain/report.ts";
import { orderMeasures } from "./dimension-figures.ts";

export type ReportAsked = { readonly by: ReportKey; readonly days: DaySpan; readonly filter: ReportFilter };

/** What a report adds up, by the name of its column, with the field that an order keeps of it. */
const fields = { clicks: null, visitors: null, ...orderMeasures } as const;

export type ReportMeasure = keyof typeof fields;
export const reportMeasures = Object.keys(fields) as ReportMeasure[];

/** All measures; those that are not counted for what is asked are null. */
function columns(isCounted: (measure: ReportMeasure) => boolean): SQL {
  const list = reportMeasures.map((name) => (isCounted(name) ? name : `null::bigint as ${name}`));
  return sql.raw(list.join(", "));
}

const filtersOf = (filter: ReportFilter) =>
  Object.entries(filter).filter(([, value]) => value !== undefined) as [ReportKey, string][];

/** Days are kept by both together, so that one may narrow the other. */
const isOfDays = (key: ReportKey): boolean => key === "affiliate" || key === "program";

/** True where the sums are kept, so that a report costs what its days and values cost, however many orders there are. */
export function isKept({ by, filter }: ReportAsked): boolean {
  const asked = filtersOf(filter).map(([key]) => key);
  return asked.every((key) => key === by) || [by, ...asked].every(isOfDays);
}

/** Rows of `value`, `day`, `currency` and the measures, for a report to add up. */
export function reportRows(shopId: ShopId, asked: ReportAsked): SQL {
  if (!isKept(asked)) return ofOrders(shopId, asked);
  return isOfDays(asked.by) ? ofDays(shopId, asked) : ofDimension(shopId, asked);
}

/**
 * Rows of `day`, `currency` and the measures whose sum is the whole report. Of the shop every visitor is one, for however many affiliates they came, and an
 * order is one, of however many products.
 */
export function reportTotalRows(shopId: ShopId, asked: ReportAsked): SQL {
  const { by, days, filter } = asked;
  if (filtersOf(filter).length === 0) {
    return sql`select day::text as day, currency, ${columns(() => true)} from daily_shop_figures
      where shop_id = ${shopId} and day between ${days.from} and ${days.to}`;
  }
  const isOfMany = by === "product" && filter.product === undefined;
  return reportRows(shopId, isOfMany ? { ...asked, by: "affiliate" } : asked);
}

function ofDays(shopId: ShopId, { by, days, filter }: ReportAsked): SQL {
  // Clicks belong to no program: where one is asked for, nobody's are counted.
  const hasClicks = by === "affiliate" && filter.program === undefined;
  return sql`select ${sql.raw(`${by}_id`)}::text as value, day::text as day, currency,
      ${columns((name) => hasClicks || fields[name] !== null)}
    from daily_figures where shop_id = ${shopId} and day between ${days.from} and ${days.to}
      ${filter.affiliate === undefined ? sql`` : sql`and affiliate_id = ${filter.affiliate}`}
      ${filter.program === undefined ? sql`` : sql`and program_id = ${filter.program}`}`;
}

function ofDimension(shopId: ShopId, { by, days, filter }: ReportAsked): SQL {
  return sql`select value::text as value, day::text as day, currency, ${columns((name) => name !== "visitors")}
    from daily_dimension_figures
    where shop_id = ${shopId} and dimension = ${by} and day between ${days.from} and ${days.to}
      ${filter[by] === undefined ? sql`` : sql`and value = ${filter[by]}`}`;
}

const countedFields = sql.raw(
  Object.entries(fields)
    .map(
      ([name, of]) => `${of === null ? "null::bigint" : `coalesce((one->>'${of}')::bigint, 0)`} as ${name}`,
    )
    .join(", "),
);

/** The same from what each order counts; a refund of these days may belong to an order of any day before. */
function ofOrders(shopId: ShopId, { by, days, filter }: ReportAsked): SQL {
  const rows = sql.raw(by === "product" ? "counted->'dimensions'->'products'" : "counted->'rows'");
  // Of an order of many products only the one that is asked for stands in its report.
  const own =
    by === "product" && filter.product !== undefined ? sql`and one->>'value' = ${filter.product}` : sql``;
  return sql`select ${valueOf(by)} as value, one->>'day' as day, one->>'currency' as currency,
      ${countedFields}
    from orders, jsonb_array_elements(${rows}) as one
    where shop_id = ${shopId} and credited and counted->'dimensions' ? 'values'
      and placed_at < (${days.to}::date + 2) ${sql.join(filtersOf(filter).map(conditionOf), sql` `)} ${own}
      and (one->>'day')::date between ${days.from} and ${days.to}`;
}

function valueOf(by: ReportKey): SQL {
  if (by === "affiliate" || by === "program") return sql.raw(`${by}_id::text`);
  return by === "product" ? sql`one->>'value'` : orderValue(by);
}

const orderValue = (dimension: Dimension): SQL => sql`counted->'dimensions'->'values'->>${dimension}::text`;

function conditionOf([key, value]: [ReportKey, string]): SQL {
  if (key === "affiliate" || key === "program") return sql`and ${sql.raw(`${key}_id`)} = ${value}`;
  if (key !== "product") return sql`and ${orderValue(key)} = ${value}`;
  return sql`and counted->'dimensions'->'products' @> ${JSON.stringify([{ value }])}::jsonb`;
}
