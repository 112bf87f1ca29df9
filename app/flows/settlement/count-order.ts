import { type Attribution, couldWin, type Evidence, isClick, subIdOf } from "#app/domain/attribution.ts";
import { lineOfId, netSalesOf, returnsOf, type OrderCharges, orderChargesOf } from "#app/domain/charges.ts";
import type { Evaluation } from "#app/domain/commission.ts";
import type { LinkId, ShopId } from "#app/domain/ids.ts";
import { wasNewCustomer } from "#app/domain/inputs.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import { boundedValue, freeDimensions, type OrderDimension, otherValue, pageOf } from "#app/domain/report.ts";
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
import type { CreditedOrder } from "./credit-orders.ts";

/** Kept counting of an order, and inputs of its dimension values. */
type CountContext = {
  /** The stored column `orders.counted`. */
  readonly before: Readonly<Record<string, unknown>>;
  /** The link that gets the order's figures. */
  readonly link: Pick<CountedLink, "linkId"> | null;
  /** Free values that count by themselves, as `admitValues` answers. */
  readonly known: ReadonlySet<string>;
  readonly timeZone: string;
};

/** Changes that counting an order makes, and what `orders.counted` keeps of it. */
type CountedFigures = {
  readonly counted: Record<string, unknown>;
  /** Sum of the order's own commission. */
  readonly commissionMinor: bigint;
  readonly figures: readonly FigureChange[];
  readonly dimensions: readonly DimensionChange[];
};

/** An order's free values that will be counted, for `admitValues`. Empty without credit and for test orders. */
export function freeValuesToCount({ facts, attribution: { decided } }: CreditedOrder): FreeValue[] {
  return decided.winner === null || facts.test
    ? []
    : freeValuesOf(orderValues({ facts, attribution: decided }));
}

/** Counts an order by day and dimension, and compares with what was counted before. */
export function countFigures(
  order: OrderToCount,
  { before, link, known, timeZone }: CountContext,
): CountedFigures {
  const counted = countOrder(order, timeZone);
  const values = {
    ...limitedValues(orderValues(order), known),
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

/** Rows that an order adds to the figures, one for each day it touches; `orders.counted` keeps them. */
type OrderFigures = { readonly rows: readonly FigureChange[] };

/** Facts and decisions by which an order counts. */
export type OrderToCount = {
  readonly facts: OrderFacts;
  /** Charges, where they are calculated already. */
  readonly sold?: OrderCharges;
  readonly attribution: Attribution;
  readonly evaluation: Pick<Evaluation, "originalMinor" | "currentMinor" | "lines"> &
    Partial<Pick<Evaluation, "inputs">>;
  /** A person denied the commission (M12). */
  readonly isDenied: boolean;
};

/**
 * The sale counts on the order's day and each refund on its own day, in the shop's time zone (M14). A deleted
 * order counts only for what it used of its affiliate's cap (T9).
 */
export function countOrder({ facts, sold, ...decided }: OrderToCount, timeZone: string): OrderFigures {
  const { winner } = decided.attribution;
  if (winner === null || facts.test) return { rows: [] };
  const { originalMinor: earnedMinor, currentMinor } = decided.evaluation;
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
    commissionMinor: decided.isDenied ? 0n : currentMinor,
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

/** A credited order has a click if one was a possible signal, even if it did not win (M21). */
function hasClick({ candidates }: Attribution): boolean {
  return candidates.some((one) => isClick(one.evidence) && couldWin(one));
}

/** Sum of an order's own commission over all its days; minor units. */
export function commissionOf({ rows }: OrderFigures): bigint {
  return rows.reduce((sum, row) => sum + row.commissionMinor, 0n);
}

/** Whole seconds from the credited affiliate's strongest click to the order. */
function clickTime({ winner, candidates }: Attribution, createdAt: string) {
  const own = candidates.find(
    (one) => isClick(one.evidence) && couldWin(one) && one.evidence.affiliateId === winner?.affiliateId,
  );
  const at = own?.evidence.at ?? null;
  if (at === null) return {};
  // Shopify's timestamps are whole seconds, so a click within the same second came before the order.
  const clickSeconds = Math.max(0, Math.floor((Date.parse(createdAt) - Date.parse(at)) / 1000));
  return { timedOrders: 1, clickSeconds };
}

/** Rows in `orders.counted`. A missing measure is zero. */
export function readCounted(kept: Record<string, unknown>): readonly FigureChange[] {
  if (!("rows" in kept)) return [];
  return fromPlain<OrderFigures>(kept).rows.map((row) => ({ ...noMeasures, ...row }));
}

/** Rows that subtract what was counted and add what counts now. */
function countedDifference(before: readonly FigureChange[], after: OrderFigures): FigureChange[] {
  return [...before.map((one) => ({ ...one, ...negative(one) })), ...after.rows];
}

/**
 * The link that an order counts for, and the signal that named it. Stored in `orders.counted` beside the
 * figures.
 */
type CountedLink = { readonly signal: string; readonly linkId: LinkId };

/**
 * The links that led to credited orders, by order. An order whose signal is unchanged keeps its link, because
 * clicks are deleted in time and its figures must not change for that.
 */
export async function findWinningLinks(
  tx: Tx,
  shopId: ShopId,
  orders: readonly CreditedOrder[],
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

function signalOf({ facts, attribution }: CreditedOrder) {
  const { winner } = attribution.decided;
  // A person gave this credit, so nothing on the order need have come by a link.
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

/** The link that the order was counted for so far. */
export function countedLinkOf(counted: Readonly<Record<string, unknown>>): CountedLink | null {
  return "link" in counted ? (counted["link"] as CountedLink) : null;
}

/** The order's value of each dimension. '' for none. */
export type OrderValues = Readonly<Record<OrderDimension, string>>;

type ProductRow = Omit<FigureChange, "affiliateId" | "programId"> & { readonly value: string };

/** Dimensions in `orders.counted`; nothing for an order that counts nowhere. */
type CountedDimensions = { readonly values: OrderValues; readonly products: readonly ProductRow[] };

/** Signals that led to the credited affiliate, the winning one first (M19). */
function creditedSignals({ winner, candidates }: Attribution): readonly Evidence[] {
  if (winner === null) return [];
  const others = candidates
    .filter((one) => couldWin(one) && one.evidence.affiliateId === winner.affiliateId)
    .map((one) => one.evidence);
  return winner.evidence === null ? others : [winner.evidence, ...others];
}

/** Values that the order itself has; its link is found elsewhere. */
export function orderValues({
  facts,
  attribution,
  evaluation,
}: Pick<OrderToCount, "facts" | "attribution"> & Partial<Pick<OrderToCount, "evaluation">>): OrderValues {
  const ways = creditedSignals(attribution);
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

/** Values of dimensions with a limit on the number of different values per shop. */
function freeValuesOf(values: OrderValues): FreeValue[] {
  return freeDimensions.map((dimension) => ({ dimension, value: values[dimension] }));
}

/** The values under which the order counts. Values beyond the limit become `otherValue`. */
function limitedValues(values: OrderValues, known: ReadonlySet<string>): OrderValues {
  const folded = freeValuesOf(values)
    .filter((one) => one.value !== "" && !known.has(freeValueName(one)))
    .map(({ dimension }) => [dimension, otherValue]);
  return folded.length === 0 ? values : { ...values, ...Object.fromEntries(folded) };
}

/** Values and product rows of an order that counts; null where it counts nowhere. */
export function countDimensions(
  { facts, sold, ...decided }: OrderToCount,
  { counted, values, timeZone }: { counted: OrderFigures; values: OrderValues; timeZone: string },
): CountedDimensions | null {
  const [sale] = counted.rows;
  if (!sale || sale.orders === 0) return null;
  const charged = sold ?? orderChargesOf(facts);
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
    // A row without product that holds only shipping's commission counts no order.
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

/** The order's sale and commission by product. '' holds amounts without product, and shipping's commission. */
function splitSale(
  { facts, sold, evaluation }: Omit<OrderToCount, "attribution" | "sold"> & { readonly sold: OrderCharges },
  sale: FigureChange,
): Map<string, ProductShare> {
  // A denied commission has nothing to split.
  const lines = sale.commissionMinor === 0n ? [] : evaluation.lines;
  const commissions = new Map(lines.map((line) => [line.lineId, line.currentMinor]));
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

/** The stored form in `orders.counted`, with nonzero fields only. */
export function plainDimensions(dimensions: CountedDimensions | null): Record<string, unknown> {
  if (dimensions === null) return {};
  const products = dimensions.products.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([name, field]) => (field !== 0 && field !== 0n) || name === "value"),
    ),
  );
  return toPlain({ values: dimensions.values, products }) as Record<string, unknown>;
}

/** Kept dimensions of an order; null for one that counts nowhere. */
export function readDimensions(counted: Readonly<Record<string, unknown>>): CountedDimensions | null {
  const kept = counted["dimensions"];
  if (typeof kept !== "object" || kept === null || !("values" in kept)) return null;
  const { values, products } = fromPlain<CountedDimensions>(kept);
  return { values, products: products.map((row) => ({ ...noMeasures, ...row })) };
}

/** Rows that an order adds to every dimension, from its daily rows and its kept dimensions. */
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

/** Columns of an order by which its signals count. */
type SignaledOrder = Pick<OrderRow, "credited" | "signals" | "lostWithout" | "elsewhereWithout">;

/**
 * Rows that subtract what an order's signals counted and add what they count now. The former day is stored in
 * `orders.counted`, in the shop's time zone at that time.
 */
export function signalDifference(before: OrderRow, now: SignaledOrder, day: string): SignalChange[] {
  const countedOn = before.counted["signalDay"];
  const was = typeof countedOn === "string" ? signalRows(countedOn, before) : [];
  const taken = was.map(({ orders, credited, missed, moved, ...key }) => {
    return { ...key, orders: -orders, credited: -credited, missed: -missed, moved: -moved };
  });
  return [...taken, ...signalRows(day, now)];
}

function signalRows(day: string, order: SignaledOrder): SignalChange[] {
  const credited = order.credited ? 1 : 0;
  const row = { day, orders: 1, credited, missed: 0, moved: 0 };
  const carried = order.signals.map((signal) => ({
    ...row,
    signal,
    missed: order.lostWithout.includes(signal) ? 1 : 0,
    moved: order.elsewhereWithout.includes(signal) ? 1 : 0,
  }));
  const own = carried.length > 0 ? carried : [{ ...row, signal: noSignal }];
  return [{ ...row, signal: allOrders }, ...own];
}
