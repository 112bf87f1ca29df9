import { and, arrayContains, asc, desc, eq, gt, gte, like, lt, ne, or, sql, type SQL } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import { noSignal, type SignalName } from "../domain/signals.ts";
import type { EvidenceKind } from "../domain/attribution.ts";
import type { Db } from "../platform/db.server.ts";
import { countedCondition, type CountedOrders } from "./counted-orders.ts";
import { literally } from "./like.ts";
import { notSeenReason, type OrderRow } from "./orders.ts";
import { orders } from "./schema/orders.ts";

export type OrderFilter = {
  readonly credited?: boolean | undefined;
  readonly affiliateId?: string | undefined;
  readonly currency?: string | undefined;
  /** Beginning of the order's name, with or without "#". */
  readonly search?: string | undefined;
  /** Has this kind of attribution signal, or none. */
  readonly signal?: SignalName | undefined;
  /** Without this kind, the credit would be lost (`lostWithout`) or go to somebody else (`elsewhereWithout`). */
  readonly lostWithout?: EvidenceKind | undefined;
  readonly elsewhereWithout?: EvidenceKind | undefined;
  /** Placed from `since` on and before `until`. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Counts in a figure or for a value of a report. */
  readonly counted?: CountedOrders | undefined;
};

export type OrderSort =
  "newest" | "oldest" | "highest-total" | "lowest-total" | "highest-commission" | "lowest-commission";

/** The last row of a page sorted by day. */
export type OrderCursor = { readonly placedAt: Date; readonly orderId: string };
/** The last row of a page sorted by an amount. The list is sorted by currency first. Minor units. */
export type AmountCursor = { readonly currency: string; readonly minor: bigint; readonly orderId: string };

const amounts = {
  "highest-total": "netMinor",
  "lowest-total": "netMinor",
  "highest-commission": "commissionMinor",
  "lowest-commission": "commissionMinor",
} as const;

/** Orders, newest first by default. Orders known only from a refund or a deletion are excluded. */
export async function listOrderRows(
  db: Db,
  shopId: ShopId,
  page: {
    readonly filter: OrderFilter;
    readonly sort?: OrderSort | undefined;
    readonly limit: number;
    readonly offset?: number;
    /** From `cursorOf` with the same `sort`. */
    readonly after?: OrderCursor | AmountCursor | undefined;
  },
): Promise<OrderRow[]> {
  const { after, sort = "newest" } = page;
  return db
    .select()
    .from(orders)
    .where(and(filterOf(shopId, page.filter), after && beyond(sort, after)))
    .orderBy(...sortingOf(sort))
    .limit(page.limit)
    .offset(page.offset ?? 0);
}

/** The cursor of the page after this row. */
export function cursorOf(sort: OrderSort, row: OrderRow): OrderCursor | AmountCursor {
  const { orderId, placedAt, currency } = row;
  if (sort === "newest" || sort === "oldest") return { placedAt, orderId };
  return { currency, minor: row[amounts[sort]], orderId };
}

function sortingOf(sort: OrderSort): SQL[] {
  const way = isDescending(sort) ? desc : asc;
  if (sort === "newest" || sort === "oldest") return [way(orders.placedAt), way(orders.orderId)];
  return [way(orders.currency), way(orders[amounts[sort]]), way(orders.orderId)];
}

function isDescending(sort: OrderSort): boolean {
  return sort === "newest" || sort.startsWith("highest");
}

function beyond(sort: OrderSort, after: OrderCursor | AmountCursor): SQL | undefined {
  if ("placedAt" in after) {
    const further = isDescending(sort) ? lt : gt;
    return or(
      further(orders.placedAt, after.placedAt),
      and(eq(orders.placedAt, after.placedAt), further(orders.orderId, after.orderId)),
    );
  }
  if (sort === "newest" || sort === "oldest") throw new Error("A list by day goes on from a day");
  const further = sql.raw(isDescending(sort) ? "<" : ">");
  const position = sql`(${after.currency}, ${after.minor.toString()}::bigint, ${after.orderId})`;
  return sql`(${orders.currency}, ${orders[amounts[sort]]}, ${orders.orderId}) ${further} ${position}`;
}

/** Number of matching orders, counted up to `cap`, because counting further would scan the shop. */
export async function countOrderRows(
  db: Db,
  shopId: ShopId,
  filter: OrderFilter,
  cap: number,
): Promise<number> {
  const found = db
    .select({ one: sql`1`.as("one") })
    .from(orders)
    .where(filterOf(shopId, filter))
    .limit(cap)
    .as("found");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found);
  return row?.total ?? 0;
}

function matchesSignals({ signal, lostWithout, elsewhereWithout }: OrderFilter): SQL | undefined {
  const carriesNone = sql`${orders.signals} = '{}' and ${orders.counted} ? 'signalDay'`;
  return and(
    signal === noSignal ? carriesNone : signal && arrayContains(orders.signals, [signal]),
    lostWithout && arrayContains(orders.lostWithout, [lostWithout]),
    elsewhereWithout && arrayContains(orders.elsewhereWithout, [elsewhereWithout]),
  );
}

function filterOf(shopId: ShopId, filter: OrderFilter): SQL | undefined {
  const search = filter.search && literally(filter.search.trim().replace(/^#/, ""));
  return and(
    eq(orders.shopId, shopId),
    ne(orders.reason, notSeenReason),
    filter.credited === undefined ? undefined : eq(orders.credited, filter.credited),
    filter.affiliateId ? eq(orders.affiliateId, filter.affiliateId as AffiliateId) : undefined,
    matchesSignals(filter),
    filter.currency ? eq(orders.currency, filter.currency) : undefined,
    filter.counted && countedCondition(shopId, filter.counted),
    filter.since && gte(orders.placedAt, filter.since),
    filter.until && lt(orders.placedAt, filter.until),
    search ? or(like(orders.name, `${search}%`), like(orders.name, `#${search}%`)) : undefined,
  );
}
