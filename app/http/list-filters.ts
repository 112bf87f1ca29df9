import type { CommissionListQuery } from "#app/contracts/commission.ts";
import type { TransferListQuery } from "#app/contracts/ledger.ts";
import type { OrderListQuery } from "#app/contracts/order.ts";

/** What the flow is asked for, of the query of an order list. */
export function orderFilterOf({ status, affiliate, search }: OrderListQuery) {
  const credited = status === undefined ? undefined : status === "credited";
  return { credited, affiliateId: affiliate, search };
}

/** The same of a commission list, and its order. */
export function commissionFilterOf(query: CommissionListQuery) {
  const { status, kind, sort, affiliate, program, search } = query;
  return { status, kind, sort, affiliateId: affiliate, programId: program, search };
}

/** The same of the transfers of the ledger. */
export function transferFilterOf({ affiliate, subject, code, currency, from, to }: TransferListQuery) {
  return { affiliateId: affiliate, subject, code, currency, from, to };
}
