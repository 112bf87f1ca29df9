import { sql, type SQL } from "drizzle-orm";
import type { DaySpan } from "../domain/day-spans.ts";
import type { ShopId } from "../domain/ids.ts";
import type { Dimension } from "../domain/report-dimensions.ts";
import type { ReportFilter, ReportKey } from "../domain/report.ts";
import {
  countedMeasures,
  countedOn,
  countedRows,
  countsFor,
  filtersOf,
  hasTag,
  heldTags,
  isOfDays,
  orderValue,
} from "./counted-orders.ts";
import { orderMeasures } from "./figures.ts";

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

/** True where the sums are kept, so that a report costs what its days and values cost, however many orders there are. */
export function isKept({ by, filter }: ReportAsked): boolean {
  const asked = filtersOf(filter).map(([key]) => key);
  return asked.every((key) => key === by) || [by, ...asked].every(isOfDays);
}

/** Rows of `value`, `day`, `currency` and the measures, for a report to add up. */
export function reportRows(shopId: ShopId, asked: ReportAsked): SQL {
  if (asked.by === "tag") return ofTags(shopId, asked);
  if (!isKept(asked)) return ofOrders(shopId, asked);
  return isOfDays(asked.by) ? ofDays(shopId, asked) : ofDimension(shopId, asked);
}

/**
 * Rows of `day`, `currency` and the measures whose sum is the whole report. Of the shop every visitor is one, for however
 * many affiliates they came, and an order is one, of however many products or tags.
 */
export function reportTotalRows(shopId: ShopId, asked: ReportAsked): SQL {
  const { by, days, filter } = asked;
  if (filtersOf(filter).length === 0) {
    return sql`select day::text as day, currency, ${columns(() => true)} from daily_shop_figures
      where shop_id = ${shopId} and day between ${days.from} and ${days.to}`;
  }
  const isOfMany = by === "tag" || (by === "product" && filter.product === undefined);
  return reportRows(shopId, isOfMany ? { ...asked, by: "affiliate" } : asked);
}

/** The affiliates' rows under each of their tags, and under '' where they have none. */
function ofTags(shopId: ShopId, asked: ReportAsked): SQL {
  const { tag } = asked.filter;
  return sql`select coalesce(held.tag_key, '') as value, rows.day, rows.currency,
      ${sql.raw(reportMeasures.map((name) => `rows.${name}`).join(", "))}
    from (${reportRows(shopId, { ...asked, by: "affiliate" })}) rows
      left join ${heldTags(shopId)} on held.affiliate_id = rows.value
    ${tag === undefined ? sql`` : sql`where coalesce(held.tag_key, '') = ${tag}`}`;
}

function ofDays(shopId: ShopId, { by, days, filter }: ReportAsked): SQL {
  // Clicks belong to no program: where one is asked for, nobody's are counted.
  const hasClicks = by === "affiliate" && filter.program === undefined;
  return sql`select ${sql.raw(`${by}_id`)}::text as value, day::text as day, currency,
      ${columns((name) => hasClicks || fields[name] !== null)}
    from daily_figures where shop_id = ${shopId} and day between ${days.from} and ${days.to}
      ${filter.affiliate === undefined ? sql`` : sql`and affiliate_id = ${filter.affiliate}`}
      ${filter.tag === undefined ? sql`` : sql`and ${hasTag(shopId, filter.tag)}`}
      ${filter.program === undefined ? sql`` : sql`and program_id = ${filter.program}`}`;
}

function ofDimension(shopId: ShopId, { by, days, filter }: ReportAsked): SQL {
  return sql`select value::text as value, day::text as day, currency, ${columns(() => true)}
    from daily_dimension_figures
    where shop_id = ${shopId} and dimension = ${by} and day between ${days.from} and ${days.to}
      ${filter[by] === undefined ? sql`` : sql`and value = ${filter[by]}`}`;
}

const countedFields = sql.raw(
  ["null::bigint as clicks", "null::bigint as visitors", ...countedMeasures].join(", "),
);

/** The same from what each order counts. */
export function ofOrders(shopId: ShopId, { by, days, filter }: ReportAsked): SQL {
  const rows = { days, filter, isShare: by === "product" };
  return sql`select ${valueOf(by)} as value, one->>'day' as day, one->>'currency' as currency, ${countedFields}
    from orders, ${countedRows(rows)}
    where shop_id = ${shopId} and counted->'dimensions' ? 'values' and ${countsFor(shopId, rows)} and ${countedOn(rows)}`;
}

function valueOf(by: ReportKey): SQL {
  if (by === "product") return sql`one->>'value'`;
  return isOfDays(by) ? sql.raw(`${by}_id::text`) : orderValue(by as Dimension);
}
