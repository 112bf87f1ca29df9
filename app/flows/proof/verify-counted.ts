import { toPlain } from "#app/domain/plain.ts";
import { freeDimensions, otherValue } from "#app/domain/report-dimensions.ts";
import {
  countDimensions,
  countedLinkOf,
  countOrder,
  orderValues,
  type OrderValues,
  plainDimensions,
  readDimensions,
  type ToCount,
} from "#app/flows/settlement/count-order.ts";

type Kept = Readonly<Record<string, unknown>>;
type Rows = readonly Kept[];

/** What `orders.counted` says of figures and dimensions, and does not follow from the order. */
export function countedFaults(kept: Kept, order: ToCount, timeZone: string): string[] {
  const counted = countOrder(order, timeZone);
  const keptRows = "rows" in kept ? (kept["rows"] as Rows) : [];
  const faults: string[] = [];
  if (!agree(keptRows, toPlain(counted.rows) as Rows)) faults.push("counts other figures than follow");
  // Older versions of the app counted for no dimension.
  if (!("dimensions" in kept)) return faults;
  const values = orderValues(order);
  const dimensions = countDimensions(order, { counted, values, timeZone });
  const follows = plainDimensions(dimensions);
  const said = readDimensions(kept);
  const isSame =
    said === null || dimensions === null
      ? said === null && dimensions === null
      : areValues(said.values, { ...values, link: countedLinkOf(kept)?.linkId ?? "" }) &&
        agree((kept["dimensions"] as { products: Rows }).products, follows["products"] as Rows, true);
  return isSame ? faults : [...faults, "counts for other dimensions than follow"];
}

/** A value that found no room was counted as another (`otherValue`). */
function areValues(kept: OrderValues, follows: OrderValues): boolean {
  const free: readonly string[] = freeDimensions;
  return Object.entries(follows).every(([dimension, value]) => {
    const said = kept[dimension as keyof OrderValues];
    return said === value || (free.includes(dimension) && value !== "" && said === otherValue);
  });
}

/**
 * Days are told apart by no more than one: the order was counted in the time zone that the shop had then. What an
 * older version of the app did not measure is not compared, unless `all` says that there was none.
 */
function agree(kept: Rows, follows: Rows, all = false): boolean {
  return (
    kept.length === follows.length &&
    kept.every((row, place) => {
      const other = follows[place] ?? {};
      if (all && Object.keys(row).length !== Object.keys(other).length) return false;
      return Object.entries(row).every(([name, value]) =>
        name === "day" ? isNextTo(String(value), String(other[name])) : value === other[name],
      );
    })
  );
}

const dayMs = 86_400_000;

/** True for days that another time zone may take for each other. */
export function isNextTo(day: string, other: string): boolean {
  return Math.abs(Date.parse(day) - Date.parse(other)) <= dayMs;
}
