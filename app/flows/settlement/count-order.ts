import { type Attribution, couldWin, type Evidence, isClick, subIdOf } from "#app/domain/attribution.ts";
import { lineOfId, netSalesOf, returnsOf, type Sold, soldOf } from "#app/domain/charges.ts";
import type { Evaluation } from "#app/domain/commission.ts";
import type { LinkId, ShopId } from "#app/domain/ids.ts";
import { wasNewCustomer } from "#app/domain/inputs.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import {
  boundedValue,
  freeDimensions,
  type OrderDimension,
  otherValue,
  pageOf,
} from "#app/domain/report-dimensions.ts";
import { allOrders, noSignal } from "#app/domain/signals.ts";
import { dayIn } from "#app/platform/clock.ts";
import type { Tx } from "#app/platform/db.server.ts";
import {
  type DimensionChange,
  type FigureChange,
  type FreeValue,
  freeValueName,
  linksOfSignals,
  negative,
  noMeasures,
  type SignalChange,
} from "#app/store/figures.ts";
import type { OrderRow } from "#app/store/orders.ts";
import type { Judged } from "./credit-orders.ts";

/** What an order kept of its counting until now, and what its values of dimensions depend on. */
type Counting = {
  /** `orders.counted`. */
  readonly before: Readonly<Record<string, unknown>>;
  /** The link that it counts for. */
  readonly link: Pick<CountedLink, "linkId"> | null;
  /** Of the free values those that count by themselves, as `admitValues` answers. */
  readonly known: ReadonlySet<string>;
  readonly timeZone: string;
};

/** What counting an order changes, and what `orders.counted` keeps of it. */
type CountedFigures = {
  readonly counted: Record<string, unknown>;
  /** What the order's own commission comes to. */
  readonly commissionMinor: bigint;
  readonly figures: readonly FigureChange[];
  readonly dimensions: readonly DimensionChange[];
};

/** The free values of an order that will count, for `admitValues`. */
export function freeValuesToCount({ facts, attribution: { decided } }: Judged): FreeValue[] {
  return decided.winner === null || facts.test
    ? []
    : freeValuesOf(orderValues({ facts, attribution: decided }));
}

/** Counts an order for days and for dimensions, and what that changes of what was counted before. */
export function countFigures(order: ToCount, { before, link, known, timeZone }: Counting): CountedFigures {
  const counted = countOrder(order, timeZone);
  const values = {
    ...admitted(orderValues(order), known),
    link: link?.linkId ?? "",
  };
  const dimensions = countDimensions(order, { counted, values, timeZone });
  const rowsBefore = readCounted(before);
  const was = dimensionRows(rowsBefore, readDimensions(before));
  return {
    counted: {
      ...(toPlain(counted) as Record<string, unknown>),
      dimensions: plainDimensions(dimensions),
    },
    commissionMinor: commissionOf(counted),
    figures: countedDifference(rowsBefore, counted),
    dimensions: [
      ...was.map((one) => ({ ...one, ...negative(one) })),
      ...dimensionRows(counted.rows, dimensions),
    ],
  };
}

/** What an order adds to the figures, a row for each day it touches; what `orders.counted` keeps. */
type Counted = { readonly rows: readonly FigureChange[] };

/** What decides how an order counts. */
export type ToCount = {
  readonly facts: OrderFacts;
  /** What it charges for, where that is reckoned already. */
  readonly sold?: Sold;
  readonly attribution: Attribution;
  readonly evaluation: Pick<Evaluation, "originalMinor" | "standingMinor" | "lines"> &
    Partial<Pick<Evaluation, "inputs">>;
  /** A person denied the commission (M12). */
  readonly isDenied: boolean;
};

/**
 * M14: the sale counts on the order's day, what came back on the day of its refund, in the shop's time zone. Of an order
 * that was deleted only what it took of its affiliate's cap counts (T9).
 */
export function countOrder({ facts, sold, ...decided }: ToCount, timeZone: string): Counted {
  const { winner } = decided.attribution;
  if (winner === null || facts.test) return { rows: [] };
  const { originalMinor: earnedMinor, standingMinor } = decided.evaluation;
  const dayOf = (instant: string) => dayIn(timeZone, new Date(instant));
  const key = { affiliateId: winner.affiliateId, programId: winner.programId, currency: facts.currency };
  const day = dayOf(facts.createdAt);
  if (facts.deleted) {
    return { rows: earnedMinor === 0n ? [] : [{ ...key, ...noMeasures, day, earnedMinor }] };
  }
  const sales = netSalesOf(facts, sold);
  const sale = {
    ...key,
    ...noMeasures,
    day,
    orders: 1,
    clickOrders: hasClick(decided.attribution) ? 1 : 0,
    keptOrders: sales.remainingMinor > 0n ? 1 : 0,
    revenueMinor: sales.soldMinor,
    commissionMinor: decided.isDenied ? 0n : standingMinor,
    earnedMinor,
    newCustomers: wasNewCustomer(facts, decided.evaluation.inputs) === true ? 1 : 0,
    ...clickTime(decided.attribution, facts.createdAt),
  };
  const returns = returnsOf(facts, sold).map(({ at, minor }) => ({
    ...key,
    ...noMeasures,
    day: dayOf(at),
    revenueMinor: -minor,
    refundsMinor: minor,
  }));
  return { rows: [sale, ...returns] };
}

/** M21: a credited order has a click when one stood as evidence, whether or not it won. */
function hasClick({ candidates }: Attribution): boolean {
  return candidates.some((one) => isClick(one.evidence) && couldWin(one));
}

/** What an order's own commission comes to, over all its days; minor units. */
export function commissionOf({ rows }: Counted): bigint {
  return rows.reduce((sum, row) => sum + row.commissionMinor, 0n);
}

/** From the strongest click that the credited affiliate's order has, in whole seconds. */
function clickTime({ winner, candidates }: Attribution, createdAt: string) {
  const own = candidates.find(
    (one) => isClick(one.evidence) && couldWin(one) && one.evidence.affiliateId === winner?.affiliateId,
  );
  const at = own?.evidence.at ?? null;
  if (at === null) return {};
  // The platform stamps whole seconds: a click of the same second came before it.
  const clickSeconds = Math.max(0, Math.floor((Date.parse(createdAt) - Date.parse(at)) / 1000));
  return { timedOrders: 1, clickSeconds };
}

/** What `orders.counted` keeps; rows of older versions of the app measure less. */
export function readCounted(kept: Record<string, unknown>): readonly FigureChange[] {
  if (!("rows" in kept)) return [];
  return fromPlain<Counted>(kept).rows.map((row) => ({ ...noMeasures, ...row }));
}

/** The difference between what was counted and what counts now. */
function countedDifference(before: readonly FigureChange[], after: Counted): FigureChange[] {
  return [...before.map((one) => ({ ...one, ...negative(one) })), ...after.rows];
}

/** For which link an order counts, and by which signal; stands in `orders.counted` beside its figures. */
type CountedLink = { readonly signal: string; readonly linkId: LinkId };

/**
 * The links by which credited orders came, by order. An order whose signal stays the same stays with its link: clicks
 * are forgotten in time, and what was counted is not taken back for that.
 */
export async function findWinningLinks(
  tx: Tx,
  shopId: ShopId,
  orders: readonly Judged[],
): Promise<Map<string, CountedLink>> {
  const named = orders.flatMap((one) => {
    const signal = signalOf(one);
    return signal === null
      ? []
      : [{ orderId: one.facts.id, before: countedLinkOf(one.row.counted), ...signal }];
  });
  const asked = named.filter((one) => one.before?.signal !== one.signal);
  const found = await linksOfSignals(tx, shopId, {
    clicks: asked.flatMap((one) => one.click ?? []),
    codeKeys: asked.flatMap((one) => (one.click === null ? one.signal : [])),
  });
  return new Map(
    named.flatMap(({ orderId, signal, before }) => {
      const linkId = before?.signal === signal ? before.linkId : found.get(signal);
      return linkId === undefined ? [] : [[orderId, { signal, linkId }]];
    }),
  );
}

function signalOf({ facts, attribution }: Judged) {
  const { winner } = attribution.decided;
  // Of a credit that a person gave, nothing on the order may have come by a link.
  return winner?.evidence && !facts.test && !facts.deleted ? linkSignal(winner.evidence) : null;
}

function linkSignal(evidence: Evidence) {
  if (isClick(evidence)) {
    const { clickId, at } = evidence;
    return { signal: clickId as string, click: { clickId, at } };
  }
  if (evidence.kind !== "landing") return null;
  return { signal: referralKey(evidence.code), click: null };
}

/** The link that an order was counted for until now. */
export function countedLinkOf(counted: Readonly<Record<string, unknown>>): CountedLink | null {
  return "link" in counted ? (counted["link"] as CountedLink) : null;
}

/** The value that an order has of each dimension; '' for none. */
export type OrderValues = Readonly<Record<OrderDimension, string>>;

type ProductRow = Omit<FigureChange, "affiliateId" | "programId"> & { readonly value: string };

/** What `orders.counted` keeps of an order's dimensions; nothing of one that counts nowhere. */
type CountedDimensions = { readonly values: OrderValues; readonly products: readonly ProductRow[] };

/** M19: what led to the credited affiliate, the evidence that won first. */
function waysOf({ winner, candidates }: Attribution): readonly Evidence[] {
  if (winner === null) return [];
  const others = candidates
    .filter((one) => couldWin(one) && one.evidence.affiliateId === winner.affiliateId)
    .map((one) => one.evidence);
  return winner.evidence === null ? others : [winner.evidence, ...others];
}

/** What the order itself says of each dimension; its link is found elsewhere. */
export function orderValues({
  facts,
  attribution,
  evaluation,
}: Pick<ToCount, "facts" | "attribution"> & Partial<Pick<ToCount, "evaluation">>): OrderValues {
  const ways = waysOf(attribution);
  const code = ways.find((one) => one.kind === "code")?.code ?? "";
  const subId = ways.map(subIdOf).find((one) => one !== null && one !== "") ?? "";
  return {
    code: referralKey(code),
    link: "",
    "sub-id": boundedValue(subId),
    landing: pageOf(facts.landingSite),
    country: facts.countryCode ?? "",
    customer: customerValueOf(wasNewCustomer(facts, evaluation?.inputs)),
    channel: boundedValue(facts.channelName || (facts.sourceName ?? "")),
  };
}

function customerValueOf(isNew: boolean | null): string {
  if (isNew === null) return "";
  return isNew ? "new" : "returning";
}

/** Those of an order's values of which a shop counts only so many by themselves. */
function freeValuesOf(values: OrderValues): FreeValue[] {
  return freeDimensions.map((dimension) => ({ dimension, value: values[dimension] }));
}

/** The values under which the order counts: those that found no room are one. */
function admitted(values: OrderValues, known: ReadonlySet<string>): OrderValues {
  const folded = freeValuesOf(values)
    .filter((one) => one.value !== "" && !known.has(freeValueName(one)))
    .map(({ dimension }) => [dimension, otherValue]);
  return folded.length === 0 ? values : { ...values, ...Object.fromEntries(folded) };
}

/** What an order that counts adds to dimensions beside what `counted` says; nothing where that is nothing. */
export function countDimensions(
  { facts, sold, ...decided }: ToCount,
  { counted, values, timeZone }: { counted: Counted; values: OrderValues; timeZone: string },
): CountedDimensions | null {
  const [sale] = counted.rows;
  if (!sale || sale.orders === 0) return null;
  const charged = sold ?? soldOf(facts);
  const products = splitSale({ facts, sold: charged, ...decided }, sale);
  const places = new Map(charged.charges.map(({ id }, place) => [id, place]));
  const returns = returnsOf(facts, charged).flatMap(({ at, charges }) => {
    const day = dayIn(timeZone, new Date(at));
    return [...charges].map(([id, minor]) => ({
      ...noMeasures,
      value: productOf(facts, id, places.get(id) ?? 0),
      day,
      currency: facts.currency,
      revenueMinor: -minor,
      refundsMinor: minor,
    }));
  });
  const { day, currency, orders, clickOrders, newCustomers, timedOrders, clickSeconds } = sale;
  const counts = { orders, clickOrders, newCustomers, timedOrders, clickSeconds };
  const sales = [...products].map(([value, { soldMinor, commissionMinor }]) => {
    // Where only shipping's commission belongs to no product, no order does.
    const own = value === "" && soldMinor === 0n && products.size > 1 ? noMeasures : counts;
    return { ...noMeasures, ...own, value, day, currency, revenueMinor: soldMinor, commissionMinor };
  });
  return { values, products: [...sales, ...returns] };
}

type ProductShare = {
  readonly soldMinor: bigint;
  readonly commissionMinor: bigint;
};

const noShare: ProductShare = { soldMinor: 0n, commissionMinor: 0n };

/** The order's sale and commission by product; '' has what belongs to none, and shipping's commission. */
function splitSale(
  { facts, sold, evaluation }: Omit<ToCount, "attribution" | "sold"> & { readonly sold: Sold },
  sale: FigureChange,
): Map<string, ProductShare> {
  // Nothing of it stands where a person denied it.
  const lines = sale.commissionMinor === 0n ? [] : evaluation.lines;
  const commissions = new Map(lines.map((line) => [line.lineId, line.standingMinor]));
  const products = new Map<string, ProductShare>();
  const add = (value: string, one: ProductShare) => {
    const known = products.get(value) ?? noShare;
    products.set(value, {
      soldMinor: known.soldMinor + one.soldMinor,
      commissionMinor: known.commissionMinor + one.commissionMinor,
    });
  };
  let restMinor = sale.commissionMinor;
  for (const [place, charge] of sold.charges.entries()) {
    if (charge.kind !== "goods") continue;
    const commissionMinor = commissions.get(charge.id) ?? 0n;
    add(productOf(facts, charge.id, place), { soldMinor: charge.netMinor, commissionMinor });
    restMinor -= commissionMinor;
  }
  if (restMinor !== 0n || products.size === 0) add("", { ...noShare, commissionMinor: restMinor });
  return products;
}

function productOf(facts: OrderFacts, chargeId: string, place: number): string {
  return lineOfId(facts.lines, chargeId, place)?.productId ?? "";
}

/** As `orders.counted` keeps it: only what is not zero. */
export function plainDimensions(dimensions: CountedDimensions | null): Record<string, unknown> {
  if (dimensions === null) return {};
  const products = dimensions.products.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([name, field]) => (field !== 0 && field !== 0n) || name === "value"),
    ),
  );
  return toPlain({ values: dimensions.values, products }) as Record<string, unknown>;
}

/** What was kept of an order's dimensions; null before reports were counted, and of one that counts nowhere. */
export function readDimensions(counted: Readonly<Record<string, unknown>>): CountedDimensions | null {
  const kept = counted["dimensions"];
  if (typeof kept !== "object" || kept === null || !("values" in kept)) return null;
  const { values, products } = fromPlain<CountedDimensions>(kept);
  return { values, products: products.map((row) => ({ ...noMeasures, ...row })) };
}

/** What an order adds to every dimension, from what it adds to days and what is kept beside it. */
function dimensionRows(
  rows: readonly FigureChange[],
  dimensions: CountedDimensions | null,
): DimensionChange[] {
  if (dimensions === null) return [];
  const named = Object.entries(dimensions.values) as [OrderDimension, string][];
  return [
    ...dimensions.products.map((row) => ({ ...row, dimension: "product" as const })),
    ...rows.flatMap(({ affiliateId: _affiliate, programId: _program, ...row }) =>
      named.map(([dimension, value]) => ({ ...row, dimension, value })),
    ),
  ];
}

/** What of an order decides how its signals count. */
type Signalled = Pick<OrderRow, "credited" | "signals" | "missedWithout" | "movedWithout">;

/**
 * The difference between what an order's signals counted and what they count now. The day stands beside what the order
 * adds to the figures, in the time zone that the shop had when it was counted; null before it was.
 */
export function signalDifference(before: OrderRow, now: Signalled, day: string): SignalChange[] {
  const countedOn = before.counted["signalDay"];
  const was = typeof countedOn === "string" ? signalRows(countedOn, before) : [];
  const taken = was.map(({ orders, credited, missed, moved, ...key }) => {
    return { ...key, orders: -orders, credited: -credited, missed: -missed, moved: -moved };
  });
  return [...taken, ...signalRows(day, now)];
}

function signalRows(day: string, order: Signalled): SignalChange[] {
  const credited = order.credited ? 1 : 0;
  const row = { day, orders: 1, credited, missed: 0, moved: 0 };
  const carried = order.signals.map((signal) => ({
    ...row,
    signal,
    missed: order.missedWithout.includes(signal) ? 1 : 0,
    moved: order.movedWithout.includes(signal) ? 1 : 0,
  }));
  const own = carried.length > 0 ? carried : [{ ...row, signal: noSignal }];
  return [{ ...row, signal: allOrders }, ...own];
}
