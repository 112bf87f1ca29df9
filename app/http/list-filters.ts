import type { CommissionListQuery } from "#app/contracts/commission.ts";
import type { CodeListQuery } from "#app/contracts/discount.ts";
import type { TransferListQuery } from "#app/contracts/ledger.ts";
import type { OrderListQuery } from "#app/contracts/order.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayStart } from "#app/platform/clock.ts";

/** What the flow is asked for, of the query of an order list, and its order; days are those of the shop's time zone. */
export function orderFilterOf(query: OrderListQuery, timeZone: string) {
  const { status, sort, affiliate, search, signal, missedWithout, movedWithout } = query;
  const credited = status === undefined ? undefined : status === "credited";
  const signals = { signal, missedWithout, movedWithout };
  return { credited, sort, affiliateId: affiliate, search, ...signals, ...instantsOf(query, timeZone) };
}

/** The same of a commission list, and its order. */
export function commissionFilterOf(query: CommissionListQuery, timeZone: string) {
  const { status, kind, sort, affiliate, program, search } = query;
  const filter = { status, kind, sort, affiliateId: affiliate, programId: program, search };
  return { ...filter, ...instantsOf(query, timeZone) };
}

type Days = { readonly from?: string | undefined; readonly to?: string | undefined };

/** From the first instant of the first day up to the one after the last. */
function instantsOf({ from, to }: Days, timeZone: string) {
  return {
    since: from === undefined ? undefined : dayStart(timeZone, from),
    until: to === undefined ? undefined : dayStart(timeZone, dayAfter(to, 1)),
  };
}

/** The same of the codes of affiliates. */
export function codeFilterOf({ status, affiliate, discount, search }: CodeListQuery) {
  return { status, affiliateId: affiliate, discountId: discount, search };
}

/** The same of the transfers of the ledger. */
export function transferFilterOf(query: TransferListQuery) {
  const { affiliate, subject, code, currency, from, to, since, until, account, batch } = query;
  const days = { firstDay: since, lastDay: until };
  return { affiliateId: affiliate, subject, code, currency, from, to, ...days, account, batchId: batch };
}
