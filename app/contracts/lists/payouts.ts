import type { z } from "zod";
import type { owedQuery, OwedWire } from "../balances.ts";
import type { skippedListQuery, SkippedWire } from "../payout-skipped.ts";
import type {
  paymentListQuery,
  PaymentWire,
  payoutListQuery,
  payoutPreviewQuery,
  PayoutPreviewWire,
  PayoutSectionWire,
  PayoutWire,
} from "../payout.ts";
import { listOf } from "./list-spec.ts";

export const payoutList = listOf<PayoutWire, z.output<typeof payoutListQuery>>()({
  name: "payouts",
  parameters: { search: true, view: true, method: true, currency: true },
  columns: {
    payout: { title: "payout", drawn: true },
    affiliates: { title: "affiliates", isNumeric: true, width: "narrow", drawn: true },
    amount: { title: "amount", isNumeric: true, onCard: "right", drawn: true },
    status: { title: "status", width: "wide", onCard: "badge", drawn: true },
    nextStep: { title: "nextStep", width: "wide", onCard: "below", drawn: true },
  },
  shown: ["payout", "affiliates", "amount", "status", "nextStep"],
  exported: [],
});

/** The file has the state in words. */
type SectionInFile = Omit<PayoutSectionWire, "state"> & { readonly state: string };

/** The file of payouts has a row for each section. */
export const payoutSectionFile = listOf<SectionInFile, z.output<typeof payoutListQuery>>()({
  name: "payouts",
  parameters: payoutList.parameters,
  columns: {
    payout: { title: "payoutId", text: (section) => section.payout },
    section: { title: "sectionId", text: (section) => section.id },
    createdAt: { title: "created", time: (section) => section.createdAt },
    createdBy: { title: "createdBy", text: (section) => section.createdBy },
    method: { title: "method", method: (section) => section.method },
    state: { title: "status", text: (section) => section.state },
    reason: { title: "reason", text: (section) => section.reason },
    affiliates: { title: "affiliates", count: (section) => section.planned.count },
    currency: { title: "currency", text: (section) => section.currency },
    total: { title: "total", money: (section) => section.planned.total },
    confirmedBy: { title: "confirmedBy", text: (section) => section.confirmedBy },
    secondConfirmationBy: { title: "secondConfirmationBy", text: (section) => section.approvedBy },
    finishedAt: { title: "finished", time: (section) => section.finishedAt },
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
export const paymentList = listOf<PaymentWire, z.output<typeof paymentListQuery>>()({
  name: "payout-payments",
  parameters: { search: true, status: true },
  columns: {
    affiliate: { title: "affiliate", text: (payment) => payment.affiliate.name },
    amount: { title: "amount", onCard: "right", money: (payment) => payment.amount },
    status: {
      title: "status",
      badge: "payment",
      width: "wide",
      onCard: "badge",
      status: (payment) => payment.status,
    },
    paidTo: { title: "paidTo", text: (payment) => payment.receiver || null },
    commissions: { title: "commissions", isNumeric: true, drawn: true },
    paidAt: { title: "paid", onCard: "side", day: (payment) => payment.settledAt },
    reason: { title: "reason", onCard: "below", text: (payment) => payment.reason },
  },
  shown: ["affiliate", "amount", "status", "paidTo", "commissions", "paidAt", "reason"],
  exported: [],
});

/** A payment, or an affiliate whom the payout skipped. */
type PaymentOrSkipped =
  | { readonly payment: PaymentWire; readonly skipped?: never }
  | { readonly skipped: SkippedWire; readonly payment?: never };

/** The file of payments has the skipped affiliates too. */
export const paymentFile = listOf<PaymentOrSkipped, z.output<typeof paymentListQuery>>()({
  name: "payout-payments",
  parameters: paymentList.parameters,
  columns: {
    id: { title: "paymentId", text: ({ payment }) => payment?.id },
    affiliate: { title: "affiliate", text: (row) => (row.payment ?? row.skipped).affiliate.name },
    affiliateId: { title: "affiliateId", text: (row) => (row.payment ?? row.skipped).affiliate.id },
    method: { title: "method", method: ({ payment }) => payment?.method },
    paidTo: { title: "paidTo", text: ({ payment }) => payment?.receiver },
    currency: {
      title: "currency",
      text: ({ payment, skipped }) => (payment?.amount ?? skipped?.available)?.currencyCode,
    },
    amount: { title: "amount", money: ({ payment }) => payment?.amount },
    withheld: { title: "withheld", money: ({ payment }) => payment?.withheld },
    fee: { title: "providerFee", money: ({ payment }) => payment?.fee },
    status: { title: "status", text: ({ payment }) => payment?.status ?? "skipped" },
    transaction: {
      title: "transaction",
      text: ({ payment }) => payment?.provider.transactionId,
    },
    sentAt: { title: "sent", time: ({ payment }) => payment?.sentAt },
    settledAt: { title: "paid", time: ({ payment }) => payment?.settledAt },
    reason: { title: "reason", text: ({ payment, skipped }) => payment?.reason ?? skipped?.text },
    contradiction: { title: "contradiction", text: ({ payment }) => payment?.contradiction },
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

export const skippedList = listOf<SkippedWire, z.output<typeof skippedListQuery>>()({
  name: "skipped",
  parameters: { search: true, status: true },
  columns: {
    affiliate: { title: "affiliate", text: (row) => row.affiliate.name },
    affiliateId: { title: "affiliateId", text: (row) => row.affiliate.id },
    email: { title: "email", text: (row) => row.affiliate.email },
    currency: { title: "currency", text: (row) => row.available.currencyCode },
    balance: { title: "balance", onCard: "right", money: (row) => row.available },
    reason: { title: "reason", onCard: "below", width: "wide", text: (row) => row.text },
  },
  shown: ["affiliate", "email", "balance", "reason"],
  exported: ["affiliate", "affiliateId", "email", "currency", "balance", "reason"],
});

export const payoutPreviewList = listOf<
  PayoutPreviewWire["affiliates"][number],
  z.output<typeof payoutPreviewQuery>
>()({
  name: "payout-preview",
  parameters: {
    search: true,
    method: true,
    currency: true,
    through: true,
    program: true,
    minimum: true,
    affiliates: true,
    status: true,
  },
  columns: {
    affiliate: { title: "affiliate", text: (row) => row.affiliate.name },
    affiliateId: { title: "affiliateId", text: (row) => row.affiliate.id },
    email: { title: "email", text: (row) => row.affiliate.email },
    method: { title: "method", onCard: "badge", method: (row) => row.method },
    currency: { title: "currency", text: (row) => row.available.currencyCode },
    available: { title: "available", money: (row) => row.available },
    amount: { title: "amount", onCard: "right", money: (row) => row.amount },
    withheld: { title: "withheld", money: (row) => row.withheld },
    estimatedFee: { title: "estimatedFee", money: (row) => row.estimatedFee },
    paidTo: { title: "paidTo", width: "wide", onCard: "below", text: (row) => row.receiver },
    reason: { title: "reason", text: (row) => row.text },
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

export const balanceList = listOf<OwedWire, z.output<typeof owedQuery>>()({
  name: "balances",
  parameters: { search: true, asOf: true, status: true, currency: true },
  columns: {
    affiliate: { title: "affiliate", text: (row) => row.affiliate.name },
    affiliateId: { title: "affiliateId", text: (row) => row.affiliate.id },
    currency: { title: "currency", text: (row) => row.pending.currencyCode },
    pending: { title: "pending", onCard: "badge", isNamedOnCard: true, money: (row) => row.pending },
    available: { title: "approved", onCard: "right", isNamedOnCard: true, money: (row) => row.available },
    inTransit: { title: "inPayout", onCard: "side", isNamedOnCard: true, money: (row) => row.inTransit },
    paid: { title: "paid", money: (row) => row.paid },
    negative: { title: "negative", isOptional: true, money: (row) => row.negative },
  },
  shown: ["affiliate", "pending", "available", "inTransit", "paid", "negative"],
  exported: ["affiliate", "affiliateId", "currency", "pending", "available", "inTransit", "paid", "negative"],
});
