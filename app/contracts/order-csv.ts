import { commissionKindName } from "#app/domain/commission-state.ts";
import type { CommissionWire } from "./commission.ts";
import type { OrderWire } from "./order.ts";

export const orderCsvHead = [
  "Order",
  "Date",
  "Status",
  "Reason",
  "Affiliate",
  "Program",
  "Currency",
  "Net sales",
  "Commission",
  "Own commission",
];

/** An order as a line of the exported file; instants are UTC, amounts decimals of the currency beside them. */
export function orderCsvRow(order: OrderWire): string[] {
  return [
    order.name,
    order.placedAt,
    order.status,
    order.reason.text,
    order.affiliate?.name ?? "",
    order.program?.name ?? "",
    order.revenue.currencyCode,
    order.revenue.amount,
    order.commission.amount,
    order.ownCommission.amount,
  ];
}

export const commissionCsvHead = [
  "Commission",
  "Kind",
  "Order",
  "Status",
  "Reason",
  "Affiliate",
  "Program",
  "Terms version",
  "Currency",
  "Amount",
  "Pending",
  "Payable",
  "Hold until",
  "Released",
  "Created",
];

/** A commission as a line of the exported file. */
export function commissionCsvRow(commission: CommissionWire): string[] {
  return [
    commission.id,
    commissionKindName(commission.kind),
    commission.order?.name ?? "",
    commission.status,
    commission.reason.text,
    commission.affiliate.name,
    commission.program.name,
    String(commission.program.version),
    commission.amount.currencyCode,
    commission.amount.amount,
    commission.pending.amount,
    commission.payable.amount,
    commission.holdUntil ?? "",
    commission.releasedAt ?? "",
    commission.createdAt,
  ];
}
