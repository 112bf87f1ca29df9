import { commissionKindName } from "#app/domain/commission-state.ts";
import type { CommissionWire } from "./commission.ts";
import type { OrderWire } from "./order.ts";
import { columnLabels } from "./report-words.ts";

const aboutHead = ["Order", "Date", "Status", "Reason", "Affiliate", "Program", "Currency"];

/** What an order counts for on the days of a report, whose figures are the sums of these columns. */
export const partColumns = ["revenue", "refunds", "net", "commission"] as const;

/** The columns of the exported list; of one that a report's figure opened, each order's part of the figures. */
export function orderCsvHead(isOfFigure: boolean): string[] {
  const own = ["Net sales", "Commission", "Own commission"];
  return [...aboutHead, ...(isOfFigure ? partColumns.map((column) => columnLabels[column]) : own)];
}

/** An order as a line of it; instants are UTC, amounts decimals of the currency beside them. */
export function orderCsvRow({ part, ...order }: OrderWire): string[] {
  const own = [order.revenue, order.commission, order.ownCommission];
  const amounts = part ? partColumns.map((column) => part[column]) : own;
  return [
    order.name,
    order.placedAt,
    order.status,
    order.reason.text,
    order.affiliate?.name ?? "",
    order.program?.name ?? "",
    order.revenue.currencyCode,
    ...amounts.map(({ amount }) => amount),
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
