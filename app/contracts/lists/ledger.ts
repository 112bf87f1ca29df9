import {
  closedPeriodsQuery,
  type ClosedPeriodWire,
  ledgerEntryListQuery,
  type LedgerEntryWire,
} from "../ledger.ts";
import { dataRequestListQuery, type DataRequestWire } from "../privacy.ts";
import { listOf } from "./list-spec.ts";

export const ledgerList = listOf<LedgerEntryWire>()({
  name: "ledger",
  query: ledgerEntryListQuery,
  columns: {
    sequence: { title: "Sequence", text: (entry) => entry.sequence },
    id: { title: "Transfer", text: (entry) => entry.id },
    recordedAt: { title: "Recorded", time: (entry) => entry.recordedAt },
    happenedAt: { title: "Happened", time: (entry) => entry.happenedAt },
    code: { title: "What", fileTitle: "Code", text: (entry) => entry.code },
    accounts: { title: "From → to", drawn: true },
    debit: { title: "Debit", text: (entry) => entry.debit },
    credit: { title: "Credit", text: (entry) => entry.credit },
    currency: { title: "Currency", text: (entry) => entry.amount.currencyCode },
    amount: { title: "Amount", money: (entry) => entry.amount },
    affiliate: { title: "Affiliate", text: (entry) => entry.affiliate?.name },
    affiliateId: { title: "Affiliate id", text: (entry) => entry.affiliate?.id },
    subject: { title: "Subject", text: (entry) => entry.subject },
  },
  shown: ["sequence", "recordedAt", "code", "accounts", "affiliate", "amount"],
  exported: [
    "sequence",
    "id",
    "recordedAt",
    "happenedAt",
    "code",
    "debit",
    "credit",
    "currency",
    "amount",
    "affiliate",
    "affiliateId",
    "subject",
  ],
});

export const closedPeriodList = listOf<ClosedPeriodWire>()({
  name: "closed-periods",
  query: closedPeriodsQuery,
  columns: {
    month: { title: "Month", drawn: true },
    since: { title: "From", time: (period) => period.since },
    closedAt: { title: "Closed", time: (period) => period.closedAt },
    closedBy: { title: "By", text: (period) => period.closedBy },
    highestSequence: {
      title: "Highest sequence",
      isNumeric: true,
      text: (period) => period.highestSequence,
    },
  },
  shown: ["month", "since", "closedAt", "closedBy", "highestSequence"],
  exported: [],
});

/** A record of requests and answers. The file has nothing that is kept about a customer. */
export const dataRequestList = listOf<DataRequestWire>()({
  name: "data-requests",
  query: dataRequestListQuery,
  columns: {
    id: { title: "request", text: (request) => request.id },
    receivedAt: { title: "received", time: (request) => request.receivedAt },
    dueAt: { title: "due", time: (request) => request.dueAt },
    orders: { title: "orders", count: (request) => request.orders },
    hasAnswer: { title: "answer kept", text: (request) => (request.hasAnswer ? "yes" : "no") },
    sentAt: { title: "handed over", time: (request) => request.sentAt },
  },
  shown: [],
  exported: ["id", "receivedAt", "dueAt", "orders", "hasAnswer", "sentAt"],
});
