import type { AffiliateId, ClickId, LinkId, ProgramId, ShopId } from "../domain/ids.ts";
import {
  type Dimension,
  type FreeDimension,
  freeDimensions,
  mostValues,
  otherValue,
} from "../domain/report.ts";
import { type Db, plannedSelect, type Tx } from "../platform/db.server.ts";
import { and, asc, between, eq, gte, inArray, lte, sql, type SQL } from "drizzle-orm";
import { insertRows, isOneOf, type OfAffiliates } from "./many-rows.ts";
import { dailySignals } from "./schema/attribution.ts";
import { dailyDimensionFigures, dailyFigures, dailyShopFigures } from "./schema/figures.ts";

export type Measures = {
  readonly clicks: number;
  readonly visitors: number;
  readonly orders: number;
  readonly clickOrders: number;
  /** Credited orders that still have net sales (T6). */
  readonly keptOrders: number;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
  /** Commission as first earned, before refunds (T9). */
  readonly earnedMinor: bigint;
  /** Refunds; revenue is already less them. */
  readonly refundsMinor: bigint;
  readonly newCustomers: number;
  /** Orders with a known click, and the seconds from these clicks to the orders. */
  readonly timedOrders: number;
  readonly clickSeconds: number;
};

/** Change of a day's figures of an affiliate and a program. `''` where there is no program. */
export type FigureChange = Measures & {
  readonly day: string;
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId | "";
  readonly currency: string;
};

export const noMeasures: Measures = {
  clicks: 0,
  visitors: 0,
  orders: 0,
  clickOrders: 0,
  keptOrders: 0,
  revenueMinor: 0n,
  commissionMinor: 0n,
  earnedMinor: 0n,
  refundsMinor: 0n,
  newCustomers: 0,
  timedOrders: 0,
  clickSeconds: 0,
};

/**
 * Adds changes to the daily figures of affiliates and of the shop, in sorted order. Visitors are counted
 * elsewhere, because a visitor of two affiliates is one visitor of the shop.
 */
export async function addFigures(
  tx: Tx,
  shopId: ShopId,
  changes: readonly FigureChange[],
  { now }: { readonly now: Date },
): Promise<void> {
  const byAffiliate = sumChanges(changes, (one) => [one.day, one.affiliateId, one.programId, one.currency]);
  if (byAffiliate.length === 0) return;
  await insertRows(
    tx,
    dailyFigures,
    byAffiliate.map((one) => ({ shopId, ...one })),
    sql`on conflict (shop_id, affiliate_id, program_id, day, currency) do update set ${raisedMeasures("daily_figures")}`,
  );
  const byDay = sumChanges(changes, (one) => [one.day, one.currency]).map(
    ({ affiliateId: _affiliate, programId: _program, ...one }) => ({
      ...one,
      shopId,
      visitors: 0,
      updatedAt: now,
    }),
  );
  await insertRows(
    tx,
    dailyShopFigures,
    byDay,
    sql`on conflict (shop_id, day, currency) do update set ${raisedMeasures("daily_shop_figures")},
      updated_at = greatest(daily_shop_figures.updated_at + interval '1 millisecond', excluded.updated_at)`,
  );
}

/** Columns that are added up. A measure that is missing here does not compile. */
export const measureColumns: Record<keyof Measures, string> = {
  clicks: "clicks",
  visitors: "visitors",
  orders: "orders",
  clickOrders: "click_orders",
  keptOrders: "kept_orders",
  revenueMinor: "revenue_minor",
  commissionMinor: "commission_minor",
  earnedMinor: "earned_minor",
  refundsMinor: "refunds_minor",
  newCustomers: "new_customers",
  timedOrders: "timed_orders",
  clickSeconds: "click_seconds",
};

function raisedMeasures(table: "daily_figures" | "daily_shop_figures"): SQL {
  const sums = Object.values(measureColumns).map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  return sql.raw(sums.join(", "));
}

/** Sums changes by key, sorted by key. Changes that cancel out are dropped. */
function sumChanges(
  changes: readonly FigureChange[],
  keyOf: (one: FigureChange) => string[],
): FigureChange[] {
  const byKey = new Map<string, FigureChange>();
  for (const change of changes) {
    const key = keyOf(change).join(" ");
    const known = byKey.get(key);
    byKey.set(key, known ? { ...known, ...plus(known, change) } : change);
  }
  return [...byKey.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, change]) => change)
    .filter(movesAnything);
}

export function plus(a: Measures, b: Measures): Measures {
  return {
    clicks: a.clicks + b.clicks,
    visitors: a.visitors + b.visitors,
    orders: a.orders + b.orders,
    clickOrders: a.clickOrders + b.clickOrders,
    keptOrders: a.keptOrders + b.keptOrders,
    revenueMinor: a.revenueMinor + b.revenueMinor,
    commissionMinor: a.commissionMinor + b.commissionMinor,
    earnedMinor: a.earnedMinor + b.earnedMinor,
    refundsMinor: a.refundsMinor + b.refundsMinor,
    newCustomers: a.newCustomers + b.newCustomers,
    timedOrders: a.timedOrders + b.timedOrders,
    clickSeconds: a.clickSeconds + b.clickSeconds,
  };
}

export function negative(one: Measures): Measures {
  return {
    clicks: -one.clicks,
    visitors: -one.visitors,
    orders: -one.orders,
    clickOrders: -one.clickOrders,
    keptOrders: -one.keptOrders,
    revenueMinor: -one.revenueMinor,
    commissionMinor: -one.commissionMinor,
    earnedMinor: -one.earnedMinor,
    refundsMinor: -one.refundsMinor,
    newCustomers: -one.newCustomers,
    timedOrders: -one.timedOrders,
    clickSeconds: -one.clickSeconds,
  };
}

const measureNames = Object.keys(measureColumns) as (keyof Measures)[];

export function movesAnything(one: Measures): boolean {
  return measureNames.some((name) => one[name] !== noMeasures[name]);
}

const sums = {
  currency: dailyFigures.currency,
  clicks: sql<number>`sum(${dailyFigures.clicks})::int`,
  visitors: sql<number>`sum(${dailyFigures.visitors})::int`,
  orders: sql<number>`sum(${dailyFigures.orders})::int`,
  clickOrders: sql<number>`sum(${dailyFigures.clickOrders})::int`,
  keptOrders: sql<number>`sum(${dailyFigures.keptOrders})::int`,
  revenueMinor: sql<string>`sum(${dailyFigures.revenueMinor})`,
  commissionMinor: sql<string>`sum(${dailyFigures.commissionMinor})`,
  earnedMinor: sql<string>`sum(${dailyFigures.earnedMinor})`,
  refundsMinor: sql<string>`sum(${dailyFigures.refundsMinor})`,
  newCustomers: sql<number>`sum(${dailyFigures.newCustomers})::int`,
  timedOrders: sql<number>`sum(${dailyFigures.timedOrders})::int`,
  clickSeconds: sql<string>`sum(${dailyFigures.clickSeconds})`.mapWith(Number),
};

const sumsOfAffiliates = plannedSelect(({ shopId, affiliateIds }: OfAffiliates, on) =>
  on
    .select({ affiliateId: dailyFigures.affiliateId, ...sums })
    .from(dailyFigures)
    .where(and(eq(dailyFigures.shopId, shopId), isOneOf(dailyFigures.affiliateId, affiliateIds)))
    .groupBy(dailyFigures.affiliateId, dailyFigures.currency),
);

/** All-time figures of affiliates in one currency (the shop's). Zeros for an affiliate without any (M21). */
export async function figuresOf(
  db: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
  currency: string,
): Promise<Map<AffiliateId, Measures>> {
  const answer = new Map<AffiliateId, Measures>(affiliateIds.map((one) => [one, noMeasures]));
  if (affiliateIds.length === 0) return answer;
  for (const { affiliateId, ...row } of await sumsOfAffiliates(db, { shopId, affiliateIds })) {
    addRow(answer, affiliateId, row, currency);
  }
  return answer;
}

/** Daily figures of an affiliate, without empty days. Reads the index of the primary key. */
export async function figuresByDay(
  db: Db,
  shopId: ShopId,
  query: {
    readonly affiliateId: AffiliateId;
    readonly currency: string;
    readonly first: string;
    readonly last: string;
  },
): Promise<Map<string, Measures>> {
  const { affiliateId, currency, first, last } = query;
  const rows = await db
    .select({ day: dailyFigures.day, ...sums })
    .from(dailyFigures)
    .where(
      and(
        eq(dailyFigures.shopId, shopId),
        eq(dailyFigures.affiliateId, affiliateId),
        between(dailyFigures.day, first, last),
      ),
    )
    .groupBy(dailyFigures.day, dailyFigures.currency);
  const answer = new Map<string, Measures>();
  for (const { day, ...row } of rows) addRow(answer, day, row, currency);
  return answer;
}

/** All-time figures of programs. Clicks belong to no program, so they are zero. */
export async function programFiguresOf(
  db: Db,
  shopId: ShopId,
  programIds: readonly ProgramId[],
  currency: string,
): Promise<Map<ProgramId, Measures>> {
  const answer = new Map<ProgramId, Measures>(programIds.map((one) => [one, noMeasures]));
  if (programIds.length === 0) return answer;
  const rows = await db
    .select({ programId: dailyFigures.programId, ...sums })
    .from(dailyFigures)
    .where(and(eq(dailyFigures.shopId, shopId), inArray(dailyFigures.programId, [...programIds])))
    .groupBy(dailyFigures.programId, dailyFigures.currency);
  for (const { programId, ...row } of rows) {
    if (programId !== "") addRow(answer, programId, row, currency);
  }
  return answer;
}

type SumRow = Omit<Measures, "revenueMinor" | "commissionMinor" | "earnedMinor" | "refundsMinor"> & {
  readonly currency: string;
  readonly revenueMinor: string;
  readonly commissionMinor: string;
  readonly earnedMinor: string;
  readonly refundsMinor: string;
};

/** Adds counts over all currencies, and amounts only in the requested one. */
function addRow<Key>(answer: Map<Key, Measures>, key: Key, row: SumRow, currency: string): void {
  const { currency: own, revenueMinor, commissionMinor, earnedMinor, refundsMinor, ...counts } = row;
  const isAsked = own === currency;
  const measures = {
    ...counts,
    revenueMinor: isAsked ? BigInt(revenueMinor) : 0n,
    commissionMinor: isAsked ? BigInt(commissionMinor) : 0n,
    earnedMinor: isAsked ? BigInt(earnedMinor) : 0n,
    refundsMinor: isAsked ? BigInt(refundsMinor) : 0n,
  };
  answer.set(key, plus(answer.get(key) ?? noMeasures, measures));
}

/** Change of one signal's counts on a day. */
export type SignalChange = {
  /** A day of the shop, "2026-03-31". */
  readonly day: string;
  readonly signal: string;
  readonly orders: number;
  readonly credited: number;
  readonly missed: number;
  readonly moved: number;
};

/** Adds changes to the daily signals, in sorted order. Changes that cancel out are skipped. */
export async function addSignals(tx: Tx, shopId: ShopId, changes: readonly SignalChange[]): Promise<void> {
  const byKey = new Map<string, SignalChange>();
  for (const change of changes) {
    const key = `${change.day} ${change.signal}`;
    const known = byKey.get(key);
    byKey.set(key, known ? plusSignals(known, change) : change);
  }
  const rows = [...byKey]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, change]) => ({ shopId, ...change }))
    .filter((one) => [one.orders, one.credited, one.missed, one.moved].some((count) => count !== 0));
  await insertRows(
    tx,
    dailySignals,
    rows,
    sql`on conflict (shop_id, day, signal) do update set orders = daily_signals.orders + excluded.orders,
      credited = daily_signals.credited + excluded.credited, missed = daily_signals.missed + excluded.missed,
      moved = daily_signals.moved + excluded.moved`,
  );
}

function plusSignals(a: SignalChange, b: SignalChange): SignalChange {
  return {
    ...a,
    orders: a.orders + b.orders,
    credited: a.credited + b.credited,
    missed: a.missed + b.missed,
    moved: a.moved + b.moved,
  };
}

/** The signals of a span of days, both ends included, by day. */
export async function listSignals(
  db: Db,
  shopId: ShopId,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<SignalChange[]> {
  return await db
    .select({
      day: dailySignals.day,
      signal: dailySignals.signal,
      orders: dailySignals.orders,
      credited: dailySignals.credited,
      missed: dailySignals.missed,
      moved: dailySignals.moved,
    })
    .from(dailySignals)
    .where(and(eq(dailySignals.shopId, shopId), gte(dailySignals.day, from), lte(dailySignals.day, to)))
    .orderBy(asc(dailySignals.day), asc(dailySignals.signal));
}

/** Change of a dimension value's figures on a day of the shop. */
export type DimensionChange = Measures & {
  readonly dimension: Dimension;
  readonly value: string;
  readonly day: string;
  readonly currency: string;
};

/**
 * Measures that orders add to dimensions: column name and field name. Clicks and visitors are added separately.
 */
export const orderMeasures = {
  orders: "orders",
  click_orders: "clickOrders",
  revenue_minor: "revenueMinor",
  refunds_minor: "refundsMinor",
  commission_minor: "commissionMinor",
  new_customers: "newCustomers",
  timed_orders: "timedOrders",
  click_seconds: "clickSeconds",
} as const satisfies Record<string, keyof Measures>;

/** Measures that only affiliates have: tiers and caps ask for them. */
const ofAffiliates = { keptOrders: 0, earnedMinor: 0n } as const;

const addedMeasures = sql.raw(
  Object.entries(measureColumns)
    .filter(([name]) => !(name in ofAffiliates))
    .map(([, name]) => `${name} = daily_dimension_figures.${name} + excluded.${name}`)
    .join(", "),
);

/**
 * Adds changes to the figures of dimensions, in the order of their keys. Changes that cancel out are skipped.
 */
export async function addDimensions(
  tx: Tx,
  shopId: ShopId,
  changes: readonly DimensionChange[],
): Promise<void> {
  const byKey = new Map<string, DimensionChange>();
  for (const change of changes) {
    // No text in the database contains this character, so keys sort like their columns.
    const key = [change.dimension, change.day, change.value, change.currency].join("\u0000");
    const known = byKey.get(key);
    byKey.set(key, known ? { ...known, ...plus(known, change) } : change);
  }
  const rows = [...byKey]
    .map(([key, change]) => ({ key, row: { shopId, ...change, ...ofAffiliates } }))
    .filter(({ row }) => movesAnything(row))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  await insertRows(
    tx,
    dailyDimensionFigures,
    rows.map(({ row }) => row),
    sql`on conflict (shop_id, dimension, day, value, currency) do update set ${addedMeasures}`,
  );
}

export type FreeValue = { readonly dimension: FreeDimension; readonly value: string };

/** The key of a value within a shop. */
export function freeValueName({ dimension, value }: FreeValue): string {
  return `${dimension} ${value}`;
}

/** Those of these free values that are counted under their own name, as `freeValueName`. */
async function knownValues(db: Db, shopId: ShopId, values: readonly FreeValue[]): Promise<Set<string>> {
  const { rows } = await db.execute<FreeValue>(sql`
    select dimension, value from dimension_values
    where shop_id = ${shopId} and (dimension, value) in (select * from ${valueRows(values)})`);
  return new Set(rows.map(freeValueName));
}

/**
 * A row that marks a dimension as full once a value found no room. Values are never removed, so it is not
 * counted again.
 */
const noRoom = (dimension: FreeDimension): FreeValue => ({ dimension, value: otherValue });

/**
 * Finds the values that are counted under their own name, and adds new ones while there is room. Writers that
 * add wait for each other, so a value that found no room never gets some later: what was counted as
 * `otherValue` stays so.
 */
export async function admitValues(
  tx: Tx,
  shopId: ShopId,
  values: readonly FreeValue[],
): Promise<Set<string>> {
  const named = values.filter((one) => one.value !== "");
  if (named.length === 0) return new Set();
  const known = await knownValues(tx, shopId, [...named, ...freeDimensions.map(noRoom)]);
  const isKnown = (one: FreeValue) => known.has(freeValueName(one));
  const unknown = named.filter((one) => !isKnown(one) && !isKnown(noRoom(one.dimension)));
  if (unknown.length === 0) return known;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${shopId} || ' dimension values', 0))`);
  const { rows } = await tx.execute<FreeValue>(sql`
    insert into dimension_values (shop_id, dimension, value)
    select distinct ${shopId}, dimension, case when place <= ${mostValues} then value else ${otherValue} end from (
      select dimension, value, row_number() over (partition by dimension order by value)
        + (select count(*) from dimension_values held where held.shop_id = ${shopId}
          and held.dimension = new.dimension) as place
      from (
        select dimension, value from ${valueRows(unknown)}
        except select dimension, value from dimension_values where shop_id = ${shopId}
      ) new
    ) placed on conflict do nothing returning dimension, value`);
  const now = await knownValues(tx, shopId, unknown);
  return new Set([...known, ...now, ...rows.map(freeValueName)]);
}

function valueRows(values: readonly FreeValue[]) {
  return sql`unnest(${sql.param(values.map((one) => one.dimension))}::text[],
    ${sql.param(values.map((one) => one.value))}::text[]) as given (dimension, value)`;
}

export type LinkSignals = {
  /** When a click happened finds its partition. */
  readonly clicks: readonly { readonly clickId: ClickId; readonly at: string }[];
  readonly codeKeys: readonly string[];
};

/** The links that were followed, by click, and those that codes of addresses belong to, by lower-cased code. */
export async function linksOfSignals(
  db: Db,
  shopId: ShopId,
  { clicks, codeKeys }: LinkSignals,
): Promise<Map<string, LinkId>> {
  if (clicks.length + codeKeys.length === 0) return new Map();
  const { rows } = await db.execute<{ signal: string; linkId: LinkId }>(sql`
    select click_id as signal, link_id as "linkId" from clicks
      where shop_id = ${shopId} and link_id <> ''
        and click_id = any(${sql.param(clicks.map((one) => one.clickId))})
        and occurred_at = any(${sql.param(clicks.map((one) => one.at))}::timestamptz[])
    union all
    select code_key, link_id from referral_codes
      where shop_id = ${shopId} and link_id is not null and code_key = any(${sql.param([...codeKeys])})`);
  return new Map(rows.map((row) => [row.signal, row.linkId]));
}
