import type { AffiliateListQuery } from "#app/contracts/affiliate.ts";
import type { CommissionListQuery } from "#app/contracts/commission.ts";
import type { CodeListQuery } from "#app/contracts/code.ts";
import type { LedgerEntryListQuery } from "#app/contracts/ledger.ts";
import type { LinkListQuery } from "#app/contracts/link.ts";
import type { OrderListQuery } from "#app/contracts/order.ts";
import { reportFilterOf } from "#app/contracts/report-filters.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import { mostReportDays } from "#app/domain/report.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";

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
