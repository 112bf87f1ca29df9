import type { AffiliateListQuery } from "#app/contracts/affiliate.ts";
import type { OwedQuery } from "#app/contracts/balances.ts";
import type { CodeListQuery } from "#app/contracts/code.ts";
import type { CommissionListQuery } from "#app/contracts/commission.ts";
import type { LedgerEntryListQuery } from "#app/contracts/ledger.ts";
import type { LinkListQuery } from "#app/contracts/link.ts";
import type { OrderListQuery } from "#app/contracts/order.ts";
import { reportFilterOf } from "#app/contracts/report-filters.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { mostReportDays } from "#app/domain/report.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import type { AffiliateListInput } from "#app/flows/affiliates/read-affiliates.ts";
import type { OrderListInput } from "#app/flows/orders/read-orders.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import {
  cursorInstant,
  offsetRefusal,
  readCursor,
  sortedCursor,
  sortedPositionOf,
  writeCursor,
} from "./list-position.ts";

/** Filters and order of an order list. Days are those of the shop's time zone. */
export function orderFilterOf(query: OrderListQuery, timeZone: string) {
  const { status, sort, currency, search, signal, lostWithout, elsewhereWithout } = query;
  const credited = status === undefined ? undefined : status === "credited";
  const asked = { credited, sort, currency, search, signal, lostWithout, elsewhereWithout };
  const counted = countedOf(query);
  if (query.figure) return { ...asked, counted };
  return { ...asked, affiliateId: query.affiliate, counted, ...instantsOf(query, timeZone) };
}

/** Report filters of an order list. With a figure, its days are those of the report. */
function countedOf({ figure, share, from, to, ...query }: OrderListQuery) {
  const { affiliate, ...others } = reportFilterOf(query);
  if (!figure && Object.keys(others).length === 0) return undefined;
  const filter = affiliate ? { ...others, affiliate } : others;
  return { figure, filter, days: figure ? { from, to } : {}, isShare: share === "product" };
}

export function affiliateFilterOf(query: AffiliateListQuery, timeZone: string) {
  const { status, search, program, tag, method } = query;
  return { status, search, programId: program, tag, method, ...instantsOf(query, timeZone) };
}

export function commissionFilterOf(query: CommissionListQuery, timeZone: string) {
  const { status, kind, sort, affiliate, program, payout, currency, search } = query;
  const ids = { affiliateId: affiliate, programId: program, payoutId: payout };
  return { status, kind, sort, currency, search, ...ids, ...instantsOf(query, timeZone) };
}

/** Days whose links, products and so on an order list without days of its own can be narrowed to. */
const filterDays = 365;

/** The days of an order list, at most as many as a report may have. */
export function filterDaysOf({ from, to }: Days, timeZone: string, now: Date): DaySpan {
  const today = dayIn(timeZone, now);
  const last = to ?? (from !== undefined && from > today ? from : today);
  const earliest = dayAfter(last, 1 - mostReportDays);
  const first = from ?? dayAfter(last, 1 - filterDays);
  return { from: first < earliest ? earliest : first, to: last };
}

type Days = { readonly from?: string | undefined; readonly to?: string | undefined };

/** From the start of the first day up to the start of the day after the last. */
function instantsOf({ from, to }: Days, timeZone: string) {
  return {
    since: from === undefined ? undefined : dayStart(timeZone, from),
    until: to === undefined ? undefined : dayStart(timeZone, dayAfter(to, 1)),
  };
}

export function codeFilterOf({ status, affiliate, discount, search }: CodeListQuery) {
  return { status, affiliateId: affiliate, discountId: discount, search };
}

export function linkFilterOf({ status, affiliate, search }: LinkListQuery) {
  return { status, affiliateId: affiliate, search };
}

export function ledgerEntryFilterOf(query: LedgerEntryListQuery) {
  const { affiliate, subject, code, currency, from, to, since, until, account, section, part } = query;
  const days = { firstDay: since, lastDay: until };
  return {
    affiliateId: affiliate,
    subject,
    code,
    currency,
    from,
    to,
    ...days,
    account,
    sectionId: section,
    part,
  };
}

/** Converts a query to filters, sort order and page, by number or cursor. */
export function affiliatesAskedBy(query: AffiliateListQuery, timeZone: string): AffiliateListInput | Refusal {
  const { page, limit, sort } = query;
  const position = sortedPositionOf(query);
  if (isRefusal(position)) return position;
  const after = position && { key: position.key, affiliateId: position.id as AffiliateId };
  return { filter: affiliateFilterOf(query, timeZone), sort, page, limit, after };
}

type AffiliatePosition = NonNullable<AffiliateListInput["after"]>;

/** The cursor of the next page, or null on the last one. */
export function affiliateCursor(
  sort: AffiliateListQuery["sort"],
  next: AffiliatePosition | null,
): string | null {
  return sortedCursor(sort, next && { key: next.key, id: next.affiliateId });
}

/** Converts a query to filters, sort order and page, by number or cursor. */
export function ordersAskedBy(query: OrderListQuery, timeZone: string): OrderListInput | Refusal {
  const { page, limit, sort } = query;
  const position = readCursor(query.cursor, ["sort", "key", "id"]);
  if (isRefusal(position)) return position;
  const refusal = position ? undefined : offsetRefusal(query);
  if (refusal) return refusal;
  const after = position?.sort === sort ? afterOf(position) : undefined;
  if (position && !after) return refuse("invalid", { code: "cursor_invalid" }, "cursor");
  return { ...orderFilterOf(query, timeZone), page, limit, after };
}

type OrderPosition = NonNullable<OrderListInput["after"]>;

/** The cursor of the next page, or null on the last one. */
export function orderCursor(sort: OrderListQuery["sort"], next: OrderPosition | null): string | null {
  if (!next) return null;
  const key = "placedAt" in next ? next.placedAt.toISOString() : `${next.currency} ${next.minor}`;
  return writeCursor({ sort, key, id: next.orderId });
}

function afterOf({ sort, key, id }: { sort: string; key: string; id: string }): OrderPosition | undefined {
  if (sort === "newest" || sort === "oldest") {
    const placedAt = cursorInstant(key);
    return placedAt && { placedAt, orderId: id };
  }
  // A PostgreSQL bigint has at most 19 digits, and every number of 18 digits fits.
  const [, currency, minor] = /^([A-Z]{3}) (-?\d{1,18})$/.exec(key) ?? [];
  if (currency === undefined || minor === undefined) return undefined;
  return { currency, minor: BigInt(minor), orderId: id };
}

type OwedPosition = { readonly affiliateId: string; readonly currency: string; readonly minor: bigint };

/** Converts the query of the balances to the flow's filter. */
export function owedAskedOf({ asOf, status, currency, search }: OwedQuery) {
  return { asOf, status, currency, search };
}

/** The position of a query's cursor, which is valid only for the filter that it was created with. */
export function owedPositionOf(query: OwedQuery): OwedPosition | undefined | Refusal {
  const position = readCursor(query.cursor, ["status", "affiliate", "currency", "minor"]);
  if (isRefusal(position)) return position;
  if (!position) return offsetRefusal(query);
  const { affiliate, currency, minor } = position;
  if (position.status !== (query.status ?? "") || !/^-?\d{1,18}$/.test(minor)) {
    return refuse("invalid", { code: "cursor_invalid" }, "cursor");
  }
  return { affiliateId: affiliate, currency, minor: BigInt(minor) };
}

export function owedCursor({ status }: OwedQuery, next: OwedPosition | null): string | null {
  if (!next) return null;
  const { affiliateId: affiliate, currency, minor } = next;
  return writeCursor({ status: status ?? "", affiliate, currency, minor: String(minor) });
}
