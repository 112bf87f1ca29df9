import { methodNames } from "#app/domain/payouts/method.ts";
import { sectionStateNames } from "#app/domain/payouts/section-state.ts";
import { owedQuery, type OwedWire } from "../owed.ts";
import { skippedListQuery, type SkippedWire } from "../payout-skipped.ts";
import {
  paymentListQuery,
  type PaymentWire,
  payoutListQuery,
  payoutPreviewQuery,
  type PayoutPreviewWire,
  type PayoutSectionWire,
  type PayoutWire,
} from "../payout.ts";
import { listOf } from "./list-spec.ts";

export const payoutList = listOf<PayoutWire>()({
  name: "payouts",
  query: payoutListQuery,
  columns: {
    payout: { title: "Payout", drawn: true },
    affiliates: { title: "Affiliates", isNumeric: true, drawn: true },
    amount: { title: "Amount", isNumeric: true, drawn: true },
    status: { title: "Status", drawn: true },
    nextStep: { title: "Next step", drawn: true },
  },
  shown: ["payout", "affiliates", "amount", "status", "nextStep"],
  exported: [],
});

/** The file of payouts has a row for each section. */
export const payoutSectionFile = listOf<PayoutSectionWire>()({
  name: "payouts",
  query: payoutListQuery,
  columns: {
    payout: { title: "Payout", text: (section) => section.payout },
    section: { title: "Section", text: (section) => section.id },
    createdAt: { title: "Created", time: (section) => section.createdAt },
    createdBy: { title: "Created by", text: (section) => section.createdBy },
    method: { title: "Method", text: (section) => methodNames[section.method] },
    state: { title: "Status", text: (section) => sectionStateNames[section.state] },
    reason: { title: "Reason", text: (section) => section.reason },
    affiliates: { title: "Affiliates", count: (section) => section.planned.count },
    currency: { title: "Currency", text: (section) => section.currency },
    total: { title: "Total", money: (section) => section.planned.total },
    confirmedBy: { title: "Confirmed by", text: (section) => section.confirmedBy },
    secondConfirmationBy: { title: "Second confirmation by", text: (section) => section.approvedBy },
    finishedAt: { title: "Finished", time: (section) => section.finishedAt },
  },
  shown: [],
  exported: [
    "payout",
    "section",
    "createdAt",
    "createdBy",
    "method",
    "state",
    "reason",
    "affiliates",
    "currency",
    "total",
    "confirmedBy",
    "secondConfirmationBy",
    "finishedAt",
  ],
});

/** Payments of a section. */
export const paymentList = listOf<PaymentWire>()({
  name: "payout-payments",
  query: paymentListQuery,
  columns: {
    affiliate: { title: "Affiliate", text: (payment) => payment.affiliate.name },
    amount: { title: "Amount", money: (payment) => payment.amount },
    status: { title: "Status", status: (payment) => payment.status },
    paidTo: { title: "Paid to", text: (payment) => payment.receiver || null },
    paidAt: { title: "Paid", day: (payment) => payment.settledAt },
    reason: { title: "Reason", text: (payment) => payment.reason },
  },
  shown: ["affiliate", "amount", "status", "paidTo", "paidAt", "reason"],
  exported: [],
});

/** A payment, or an affiliate whom the payout skipped. */
type PaymentOrSkipped =
  | { readonly payment: PaymentWire; readonly skipped?: never }
  | { readonly skipped: SkippedWire; readonly payment?: never };

/** The file of payments has the skipped affiliates too. */
export const paymentFile = listOf<PaymentOrSkipped>()({
  name: "payout-payments",
  query: paymentListQuery,
  columns: {
    id: { title: "Item", text: ({ payment }) => payment?.id },
    affiliate: { title: "Affiliate", text: (row) => (row.payment ?? row.skipped).affiliate.name },
    affiliateId: { title: "Affiliate id", text: (row) => (row.payment ?? row.skipped).affiliate.id },
    method: { title: "Method", text: ({ payment }) => payment && methodNames[payment.method] },
    paidTo: { title: "Paid to", text: ({ payment }) => payment?.receiver },
    currency: {
      title: "Currency",
      text: ({ payment, skipped }) => (payment?.amount ?? skipped?.available)?.currencyCode,
    },
    amount: { title: "Amount", money: ({ payment }) => payment?.amount },
    withheld: { title: "Kept for fees", money: ({ payment }) => payment?.withheld },
    fee: { title: "Provider's fee", money: ({ payment }) => payment?.fee },
    status: { title: "Status", text: ({ payment }) => payment?.status ?? "left_out" },
    transaction: {
      title: "Provider's transaction",
      text: ({ payment }) => payment?.provider.transactionId,
    },
    sentAt: { title: "Sent", time: ({ payment }) => payment?.sentAt },
    settledAt: { title: "Settled", time: ({ payment }) => payment?.settledAt },
    reason: { title: "Reason", text: ({ payment, skipped }) => payment?.reason ?? skipped?.text },
    contradiction: { title: "Contradiction", text: ({ payment }) => payment?.contradiction },
  },
  shown: [],
  exported: [
    "id",
    "affiliate",
    "affiliateId",
    "method",
    "paidTo",
    "currency",
    "amount",
    "withheld",
    "fee",
    "status",
    "transaction",
    "sentAt",
    "settledAt",
    "reason",
    "contradiction",
  ],
});

export const skippedList = listOf<SkippedWire>()({
  name: "skipped",
  query: skippedListQuery,
  columns: {
    affiliate: { title: "Affiliate", text: (row) => row.affiliate.name },
    affiliateId: { title: "Affiliate id", text: (row) => row.affiliate.id },
    email: { title: "Email", fileTitle: "E-mail", text: (row) => row.affiliate.email },
    currency: { title: "Currency", text: (row) => row.available.currencyCode },
    balance: { title: "Balance then", fileTitle: "Payable", money: (row) => row.available },
    reason: { title: "Reason", fileTitle: "Why not", text: (row) => row.text },
  },
  shown: ["affiliate", "email", "balance", "reason"],
  exported: ["affiliate", "affiliateId", "email", "currency", "balance", "reason"],
});

export const payoutPreviewList = listOf<PayoutPreviewWire["affiliates"][number]>()({
  name: "payout-preview",
  query: payoutPreviewQuery,
  columns: {
    affiliate: { title: "Affiliate", text: (row) => row.affiliate.name },
    affiliateId: { title: "Affiliate id", text: (row) => row.affiliate.id },
    email: { title: "E-mail", text: (row) => row.affiliate.email },
    method: { title: "Method", text: (row) => row.method && methodNames[row.method] },
    currency: { title: "Currency", text: (row) => row.available.currencyCode },
    available: { title: "Payable", money: (row) => row.available },
    amount: { title: "Amount", fileTitle: "Paid", money: (row) => row.amount },
    withheld: { title: "Kept for fees", money: (row) => row.withheld },
    estimatedFee: { title: "Estimated fee", money: (row) => row.estimatedFee },
    paidTo: { title: "Paid to", text: (row) => row.receiver },
    reason: { title: "Why not", text: (row) => row.text },
  },
  shown: ["affiliate", "method", "amount", "paidTo"],
  exported: [
    "affiliate",
    "affiliateId",
    "email",
    "method",
    "currency",
    "available",
    "amount",
    "withheld",
    "estimatedFee",
    "paidTo",
    "reason",
  ],
});

export const balanceList = listOf<OwedWire>()({
  name: "balances",
  query: owedQuery,
  columns: {
    affiliate: { title: "Affiliate", text: (row) => row.affiliate.name },
    affiliateId: { title: "Affiliate id", text: (row) => row.affiliate.id },
    currency: { title: "Currency", text: (row) => row.pending.currencyCode },
    pending: { title: "Pending", money: (row) => row.pending },
    available: { title: "Approved", fileTitle: "Payable", money: (row) => row.available },
    inTransit: { title: "In payout", fileTitle: "In transit", money: (row) => row.inTransit },
    paid: { title: "Paid", money: (row) => row.paid },
    negative: { title: "Negative", money: (row) => row.negative },
  },
  shown: ["affiliate", "currency", "pending", "available", "inTransit", "paid", "negative"],
  exported: ["affiliate", "affiliateId", "currency", "pending", "available", "inTransit", "paid", "negative"],
});
