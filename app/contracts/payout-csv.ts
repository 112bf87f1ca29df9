import { methodNames } from "#app/domain/payouts/method.ts";
import { sectionStateNames } from "#app/domain/payouts/section-state.ts";
import type { PayoutItemWire, PayoutPreviewWire, PayoutSectionWire } from "./payout.ts";

export const previewCsvHead = [
  "Affiliate",
  "Affiliate id",
  "E-mail",
  "Method",
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
    row.method === null ? "" : methodNames[row.method],
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
  "Section",
  "Created",
  "Created by",
  "Method",
  "Status",
  "Reason",
  "Affiliates",
  "Currency",
  "Total",
  "Confirmed by",
  "Second confirmation by",
  "Finished",
];

/** A section of a payout as a row of the list's file. */
export function payoutCsvRow(section: PayoutSectionWire): string[] {
  return [
    section.payout,
    section.id,
    section.createdAt,
    section.createdBy,
    methodNames[section.method],
    sectionStateNames[section.state],
    section.reason,
    String(section.planned.count),
    section.currency,
    section.planned.total.amount,
    section.confirmedBy ?? "",
    section.approvedBy ?? "",
    section.finishedAt ?? "",
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
