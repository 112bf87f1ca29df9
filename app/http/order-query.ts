import type { OrderListQuery } from "#app/contracts/order.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import type { OrderListInput } from "#app/flows/orders/read-orders.ts";
import { cursorInstant, offsetRefusal, readCursor, writeCursor } from "./list-position.ts";
import { orderFilterOf } from "./list-filters.ts";

/** Converts a query to filters, sort order and page, by number or cursor. */
export function ordersAskedBy(query: OrderListQuery, timeZone: string): OrderListInput | Refusal {
  const { page, limit, sort } = query;
  const position = readCursor(query.cursor, ["sort", "key", "id"]);
  if (isRefusal(position)) return position;
  const refusal = position ? undefined : offsetRefusal(query);
  if (refusal) return refusal;
  const after = position?.sort === sort ? afterOf(position) : undefined;
  if (position && !after) return refuse("invalid", "Is not a cursor of this list in this order", "cursor");
  return { ...orderFilterOf(query, timeZone), page, limit, after };
}

type Position = NonNullable<OrderListInput["after"]>;

/** The cursor of the next page, or null on the last one. */
export function orderCursor(sort: OrderListQuery["sort"], next: Position | null): string | null {
  if (!next) return null;
  const key = "placedAt" in next ? next.placedAt.toISOString() : `${next.currency} ${next.minor}`;
  return writeCursor({ sort, key, id: next.orderId });
}

function afterOf({ sort, key, id }: { sort: string; key: string; id: string }): Position | undefined {
  if (sort === "newest" || sort === "oldest") {
    const placedAt = cursorInstant(key);
    return placedAt && { placedAt, orderId: id };
  }
  // A PostgreSQL bigint has at most 19 digits, and every number of 18 digits fits.
  const [, currency, minor] = /^([A-Z]{3}) (-?\d{1,18})$/.exec(key) ?? [];
  if (currency === undefined || minor === undefined) return undefined;
  return { currency, minor: BigInt(minor), orderId: id };
}
