import { type Attribution, couldWin } from "#app/domain/attribution.ts";
import { lineOfId } from "#app/domain/charges.ts";
import { wasNewCustomer } from "#app/domain/inputs.ts";
import { returnsOf } from "#app/domain/net-sales.ts";
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
import { type Sold, soldOf } from "#app/domain/sold.ts";
import { type Evidence, subIdOf } from "#app/domain/touch.ts";
import { dayIn } from "#app/platform/clock.ts";
import type { DimensionChange } from "#app/store/dimension-figures.ts";
import { type FreeValue, freeValueName } from "#app/store/dimension-values.ts";
import { type FigureChange, noMeasures } from "#app/store/figures.ts";
import type { Counted, ToCount } from "./count-order.ts";

/** The value that an order has of each dimension; '' for none. */
export type OrderValues = Readonly<Record<OrderDimension, string>>;

type ProductRow = Omit<FigureChange, "affiliateId" | "programId"> & { readonly value: string };

/** What `orders.counted` keeps of an order's dimensions; nothing of one that counts nowhere. */
export type CountedDimensions = { readonly values: OrderValues; readonly products: readonly ProductRow[] };

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
    customer: customerOf(wasNewCustomer(facts, evaluation?.inputs)),
    channel: boundedValue(facts.channelName || (facts.sourceName ?? "")),
  };
}

function customerOf(isNew: boolean | null): string {
  if (isNew === null) return "";
  return isNew ? "new" : "returning";
}

/** Those of an order's values of which a shop counts only so many by themselves. */
export function freeValuesOf(values: OrderValues): FreeValue[] {
  return freeDimensions.map((dimension) => ({ dimension, value: values[dimension] }));
}

/** The values under which the order counts: those that found no room are one. */
export function admitted(values: OrderValues, known: ReadonlySet<string>): OrderValues {
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
export function dimensionRows(
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
