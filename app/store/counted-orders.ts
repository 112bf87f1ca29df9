import type { ShopId } from "../domain/ids.ts";
import type { Dimension, OpenedFigure, ReportFilter, ReportKey } from "../domain/report.ts";
import type { Db } from "../platform/db.server.ts";
import { sql, type SQL } from "drizzle-orm";
import { orderMeasures } from "./figures.ts";

/** Days of the shop's calendar on which an order has figures. A missing end is open. */
type OpenDaySpan = { readonly from?: string | undefined; readonly to?: string | undefined };

/** The rows of orders that a report, or the list behind one of its figures, sums up. */
type CountedRows = {
  readonly days: OpenDaySpan;
  readonly filter: ReportFilter;
  /** Takes each product's share of an order, or that of the filtered product, instead of the whole order. */
  readonly isShare: boolean;
};

/** The orders that a figure is the sum of. Without a figure, all orders that match the filter. */
export type CountedOrders = CountedRows & {
  readonly figure?: OpenedFigure | undefined;
};

export const filtersOf = (filter: ReportFilter) =>
  Object.entries(filter).filter(([, value]) => value !== undefined) as [ReportKey, string][];

/** True for filters that stored daily figures can combine: affiliate, program, and tags of the affiliates. */
export const isOfDays = (key: ReportKey): boolean =>
  key === "affiliate" || key === "tag" || key === "program";

/**
 * A condition for rows with an `affiliate_id`: the affiliate currently has the tag. '' selects affiliates
 * without tags.
 */
export function hasTag(shopId: ShopId, key: string): SQL {
  return key === ""
    ? sql`affiliate_id not in (select affiliate_id from ${heldTags(shopId)})`
    : sql`affiliate_id in (select affiliate_id from ${heldTags(shopId)} where tag_key = ${key})`;
}

/** The current tags of a shop's affiliates, as `held`. */
export const heldTags = (shopId: ShopId): SQL => sql`(
  select affiliate_id, tag_key, tag from affiliate_tags
  where shop_id = ${shopId} and (ends_at is null or ends_at > now())) held`;

/** The figures of orders by day, for a `from` clause after `orders`. Named `one`. */
export const countedRows = ({ isShare }: Pick<CountedRows, "isShare">): SQL =>
  sql.raw(`jsonb_array_elements(counted->${isShare ? "'dimensions'->'products'" : "'rows'"}) as one`);

export const orderValue = (dimension: Dimension): SQL =>
  sql`counted->'dimensions'->'values'->>${dimension}::text`;

/**
 * Orders that have figures and match the filter. A refund on these days may belong to an order of any earlier
 * day.
 */
export function countsFor(shopId: ShopId, { days, filter, isShare }: CountedRows): SQL {
  const needed = isShare || filtersOf(filter).some(([key]) => !isOfDays(key));
  return sql`credited ${needed ? sql`and counted->'dimensions' ? 'values'` : sql``}
    ${days.to === undefined ? sql`` : sql`and placed_at < (${days.to}::date + 2)`}
    ${sql.join(
      filtersOf(filter).map((one) => conditionOf(shopId, one)),
      sql` `,
    )}`;
}

/** The condition that selects an order's rows of these days, and of one product if only that is wanted. */
export function countedOn({ days, filter, isShare }: CountedRows): SQL {
  const isOwn = isShare && filter.product !== undefined;
  return sql`true ${isOwn ? sql`and one->>'value' = ${filter.product}` : sql``}
    ${days.from === undefined ? sql`` : sql`and one->>'day' >= ${days.from}`}
    ${days.to === undefined ? sql`` : sql`and one->>'day' <= ${days.to}`}`;
}

function conditionOf(shopId: ShopId, [key, value]: [ReportKey, string]): SQL {
  if (key === "tag") return sql`and ${hasTag(shopId, value)}`;
  if (isOfDays(key)) return sql`and ${sql.raw(`${key}_id`)} = ${value}`;
  if (key !== "product") return sql`and ${orderValue(key as Dimension)} = ${value}`;
  return sql`and counted->'dimensions'->'products' @> ${JSON.stringify([{ value }])}::jsonb`;
}

const fieldOf = (name: string): string => `coalesce((one->>'${name}')::bigint, 0)`;

/** An order's share of each measure that a report sums. */
export const countedMeasures = Object.entries(orderMeasures).map(
  ([name, field]) => `${fieldOf(field)} as ${name}`,
);

/** The fields that an order needs a value in to be in the list behind a figure. */
const opened: Record<OpenedFigure, readonly string[]> = {
  orders: ["orders"],
  revenue: ["revenueMinor", "refundsMinor"],
  refunds: ["refundsMinor"],
  net: ["revenueMinor"],
  commission: ["commissionMinor"],
  newCustomers: ["newCustomers"],
  conversionRate: ["clickOrders"],
  secondsToOrder: ["timedOrders"],
};

const ofAnyDay: ReadonlySet<OpenedFigure | undefined> = new Set(["refunds", "net"]);

/**
 * A `where` condition for a list of orders. Sales count on the order's day, so only refunds may belong to much
 * older orders.
 */
export function countedCondition(shopId: ShopId, { figure, ...rows }: CountedOrders): SQL {
  const { from } = rows.days;
  const isOfDay = figure !== undefined && !ofAnyDay.has(figure) && from !== undefined;
  const sum = figure && sql.raw(opened[figure].map(fieldOf).join(" + "));
  return sql`${countsFor(shopId, rows)}
    ${isOfDay ? sql`and placed_at >= (${from}::date - 2)` : sql``}
    and exists (select 1 from ${countedRows(rows)} where ${countedOn(rows)} ${sum ? sql`and ${sum} <> 0` : sql``})`;
}

/** Figures of an order on the days of a list. Net is sales less refunds. */
export type OrderPart = {
  readonly orders: number;
  readonly netMinor: bigint;
  readonly refundsMinor: bigint;
  readonly commissionMinor: bigint;
  readonly newCustomers: number;
};

type PartRow = Record<keyof typeof orderMeasures, string> & { order_id: string };

/** Figures of these orders, by id. */
export async function orderPartsOf(
  db: Db,
  shopId: ShopId,
  { query, orderIds }: { readonly query: CountedRows; readonly orderIds: readonly string[] },
): Promise<Map<string, OrderPart>> {
  if (orderIds.length === 0) return new Map();
  const sums = sql.raw(
    Object.keys(orderMeasures)
      .map((name) => `sum(${name})::bigint as ${name}`)
      .join(", "),
  );
  const { rows } = await db.execute<PartRow>(sql`
    select order_id, ${sums} from (
      select order_id, ${sql.raw(countedMeasures.join(", "))} from orders, ${countedRows(query)}
      where shop_id = ${shopId} and order_id = any(${sql.param([...orderIds])}::text[]) and ${countedOn(query)}
    ) single group by order_id`);
  return new Map(rows.map((row) => [row.order_id, partOf(row)]));
}

function partOf(row: PartRow): OrderPart {
  return {
    orders: Number(row.orders),
    netMinor: BigInt(row.revenue_minor),
    refundsMinor: BigInt(row.refunds_minor),
    commissionMinor: BigInt(row.commission_minor),
    newCustomers: Number(row.new_customers),
  };
}

/**
 * A half-open span of instants and an optional affiliate or program. An adjustment belongs to an affiliate and
 * no program.
 */
type OtherCommissionsQuery = {
  readonly since: Date;
  readonly until: Date;
  readonly affiliate: string | undefined;
  /** Only affiliates who have this tag now; '' for those without tags. */
  readonly tag?: string | undefined;
  readonly program: string | undefined;
};

/** Sums of bonuses (M13), manual commissions and adjustments (M12) in one currency. Minor units. */
type OtherCommissionSums = {
  readonly currency: string;
  readonly bonusMinor: bigint;
  readonly manualMinor: bigint;
  readonly adjustedMinor: bigint;
};

type OtherCommissionRow = { currency: string; bonus: string; manual: string; adjusted: string };

/**
 * Sums of everything created in a span that belongs to no order, by currency: bonuses and manual commissions at
 * their current amounts, adjustments as posted. Items at zero are not counted.
 */
export async function sumOtherCommissions(
  db: Db,
  shopId: ShopId,
  query: OtherCommissionsQuery,
): Promise<OtherCommissionSums[]> {
  const { affiliate, tag, program } = query;
  const [since, until] = [query.since.toISOString(), query.until.toISOString()];
  const ofAffiliate = affiliate === undefined ? sql`` : sql`and affiliate_id = ${affiliate}`;
  const ofTag = tag === undefined ? sql`` : sql`and ${hasTag(shopId, tag)}`;
  const ofProgram = program === undefined ? sql`` : sql`and program_id = ${program}`;
  // The condition must match the index `commissions_other_commissions`.
  const { rows } = await db.execute<OtherCommissionRow>(sql`
    select currency, ${sumOf("bonus")}, ${sumOf("manual")}, ${sumOf("adjusted")} from (
      select kind, currency, (
        select coalesce(sum(case code when 'earned' then amount_minor when 'reversed' then -amount_minor else 0 end), 0)
        from ledger_entries
        where ledger_entries.shop_id = commissions.shop_id and subject = commission_id) as amount
      from commissions
      where shop_id = ${shopId} and kind <> 'order' and created_at >= ${since} and created_at < ${until}
        ${ofAffiliate} ${ofTag} ${ofProgram}
      union all
      select 'adjusted', currency, amount_minor from adjustments
      where shop_id = ${shopId} and at >= ${since} and at < ${until} and ${program === undefined} ${ofAffiliate} ${ofTag}
    ) beside where amount <> 0 group by currency order by currency`);
  return rows.map(({ currency, bonus, manual, adjusted }) => ({
    currency,
    bonusMinor: BigInt(bonus),
    manualMinor: BigInt(manual),
    adjustedMinor: BigInt(adjusted),
  }));
}

const sumOf = (kind: "bonus" | "manual" | "adjusted") =>
  sql.raw(`coalesce(sum(amount) filter (where kind = '${kind}'), 0)::text as ${kind}`);
