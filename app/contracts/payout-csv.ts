import { methodNames } from "#app/domain/payouts/method.ts";
import type { PayoutItemWire, PayoutPreviewWire, PayoutWire } from "./payout.ts";

export const previewCsvHead = [
  "Affiliate",
  "Affiliate id",
  "E-mail",
  "Currency",
  "Payable",
  "Paid",
  "Kept for fees",
  "Estimated fee",
  "Paid to",
  "Why not",
];

export function previewCsvRow(row: PayoutPreviewWire["affiliates"][number]): string[] {
  const { affiliate, payable } = row;
  return [
    affiliate.name,
    affiliate.id,
    affiliate.email,
    payable.currencyCode,
    payable.amount,
    row.amount?.amount ?? "",
    row.withheld?.amount ?? "",
    row.estimatedFee?.amount ?? "",
    row.receiver,
    row.text,
  ];
}

export const payoutCsvHead = [
  "Payout",
  "Made",
  "By",
  "Method",
  "Status",
  "Affiliates",
  "Currency",
  "Total",
  "Confirmed by",
  "Approved by",
  "Finished",
];

export function payoutCsvRow(payout: PayoutWire): string[] {
  return [
    payout.id,
    payout.createdAt,
    payout.createdBy,
    methodNames[payout.method],
    payout.status,
    String(payout.planned.count),
    payout.currency,
    payout.planned.total.amount,
    payout.confirmedBy ?? "",
    payout.approvedBy ?? "",
    payout.finishedAt ?? "",
  ];
}

export const payoutItemCsvHead = [
  "Item",
  "Affiliate",
  "Affiliate id",
  "Method",
  "Paid to",
  "Currency",
  "Amount",
  "Kept for fees",
  "Provider's fee",
  "Status",
  "Provider's transaction",
  "Sent",
  "Settled",
  "Reason",
  "Contradiction",
];

export function payoutItemCsvRow(item: PayoutItemWire): string[] {
  return [
    item.id,
    item.affiliate.name,
    item.affiliate.id,
    methodNames[item.method],
    item.receiver,
    item.amount.currencyCode,
    item.amount.amount,
    item.withheld.amount,
    item.fee.amount,
    item.status,
    item.provider.transactionId,
    item.sentAt ?? "",
    item.settledAt ?? "",
    item.reason,
    item.contradiction,
  ];
}
