import { commissionKindName } from "#app/domain/commission-state.ts";
import type { CommissionEntryWire, DeductionWire } from "./commission.ts";
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
  "Approved",
  "In payout",
  "Paid",
  "Payment",
  "Hold until",
  "Released",
  "Created",
];

/** A commission or a deduction as a line of the exported file. */
export function commissionCsvRow(entry: CommissionEntryWire): string[] {
  const { amount } = entry.amount;
  const inState = (state: DeductionWire["status"]) => (entry.status === state ? amount : "");
  const amounts =
    entry.kind === "deduction"
      ? ["", inState("approved"), inState("in_payout"), inState("paid")]
      : [entry.pending, entry.approved, entry.inPayout, entry.paid].map((one) => one.amount);
  return [
    entry.id,
    commissionKindName(entry.kind),
    entry.order?.name ?? "",
    entry.status,
    entry.reason.text,
    entry.affiliate.name,
    entry.program?.name ?? "",
    entry.program ? String(entry.program.version) : "",
    entry.amount.currencyCode,
    amount,
    ...amounts,
    entry.payment?.id ?? "",
    entry.kind === "deduction" ? "" : (entry.holdUntil ?? ""),
    entry.kind === "deduction" ? "" : (entry.releasedAt ?? ""),
    entry.createdAt,
  ];
}
