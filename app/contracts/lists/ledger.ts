import type { z } from "zod";
import type {
  closedPeriodsQuery,
  ClosedPeriodWire,
  ledgerEntryListQuery,
  LedgerEntryWire,
} from "../ledger.ts";
import type { dataRequestListQuery, DataRequestWire } from "../privacy.ts";
import { listOf } from "./list-spec.ts";

export const ledgerList = listOf<LedgerEntryWire, z.output<typeof ledgerEntryListQuery>>()({
  name: "ledger",
  parameters: {
    affiliate: true,
    subject: true,
    code: true,
    currency: true,
    from: true,
    to: true,
    since: true,
    until: true,
    account: true,
    section: true,
    part: true,
  },
  columns: {
    sequence: { title: "sequence", text: (entry) => entry.sequence },
    id: { title: "ledgerEntryId", text: (entry) => entry.id },
    recordedAt: { title: "recorded", onCard: "side", time: (entry) => entry.recordedAt },
    happenedAt: { title: "happened", time: (entry) => entry.happenedAt },
    code: { title: "entry", fileTitle: "code", onCard: "badge", text: (entry) => entry.code },
    accounts: { title: "accounts", onCard: "below", width: "wide", drawn: true },
    debit: { title: "debit", text: (entry) => entry.debit },
    credit: { title: "credit", text: (entry) => entry.credit },
    currency: { title: "currency", text: (entry) => entry.amount.currencyCode },
    amount: { title: "amount", onCard: "right", money: (entry) => entry.amount },
    affiliate: { title: "affiliate", text: (entry) => entry.affiliate?.name },
    affiliateId: { title: "affiliateId", text: (entry) => entry.affiliate?.id },
    subject: { title: "subject", text: (entry) => entry.subject },
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

export const closedPeriodList = listOf<ClosedPeriodWire, z.output<typeof closedPeriodsQuery>>()({
  name: "closed-periods",
  parameters: {},
  columns: {
    month: { title: "month", drawn: true },
    since: { title: "from", time: (period) => period.since },
    closedAt: { title: "closed", onCard: "side", time: (period) => period.closedAt },
    closedBy: { title: "closedBy", onCard: "badge", text: (period) => period.closedBy },
    highestSequence: {
      title: "lastSequence",
      isNumeric: true,
      text: (period) => period.highestSequence,
    },
  },
  shown: ["month", "since", "closedAt", "closedBy", "highestSequence"],
  exported: [],
});

/** A record of requests and answers. The file has nothing that is kept about a customer. */
export const dataRequestList = listOf<DataRequestWire, z.output<typeof dataRequestListQuery>>()({
  name: "data-requests",
  parameters: { status: true },
  columns: {
    id: { title: "requestId", text: (request) => request.id },
    receivedAt: { title: "received", time: (request) => request.receivedAt },
    dueAt: { title: "due", time: (request) => request.dueAt },
    orders: { title: "orders", count: (request) => request.orders },
    hasAnswer: { title: "answerKept", text: (request) => (request.hasAnswer ? "yes" : "no") },
    sentAt: { title: "sent", time: (request) => request.sentAt },
  },
  shown: [],
  exported: ["id", "receivedAt", "dueAt", "orders", "hasAnswer", "sentAt"],
});
