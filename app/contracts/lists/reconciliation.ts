import { untold } from "#app/domain/statements/match.ts";
import {
  lineListQuery,
  type ProviderStatementWire,
  type StatementLineWire,
  statementListQuery,
} from "../reconciliation.ts";
import { listOf } from "./list-spec.ts";

export const statementList = listOf<ProviderStatementWire>()({
  name: "provider-statements",
  query: statementListQuery,
  columns: {
    statement: { title: "Statement", drawn: true },
    period: { title: "Period", drawn: true },
    rows: { title: "Rows", count: (statement) => statement.lines },
    matched: { title: "Matched", isNumeric: true, drawn: true },
    open: { title: "To review", count: (statement) => statement.open },
  },
  shown: ["statement", "period", "rows", "matched", "open"],
  exported: [],
});

/** Rows of an imported statement. */
export const statementLineList = listOf<StatementLineWire>()({
  name: "reconciliation",
  query: lineListQuery,
  columns: {
    date: { title: "Date", day: (line) => line.at },
    payment: { title: "Payment", text: (line) => (line.affiliate?.name ?? line.receiver) || null },
    look: { title: "Status", drawn: true },
    statementAmount: {
      title: "Statement amount",
      money: (line) => (line.says === null ? null : line.amount),
    },
    appAmount: { title: "App amount", fileTitle: "Amount here", money: (line) => line.payment?.amount },
    details: { title: "Details", drawn: true },
    /** All of these on a phone. */
    row: { title: "Row", drawn: true },
    number: { title: "Line", text: (line) => String(line.number) },
    match: { title: "Match", text: (line) => line.match },
    says: { title: "Says", text: (line) => line.says },
    amountThere: { title: "Amount there", money: (line) => (untold.has(line.match) ? null : line.amount) },
    currency: { title: "Currency", text: (line) => line.amount?.currencyCode },
    feeThere: { title: "Fee there", money: (line) => line.fee },
    feeHere: { title: "Fee here", money: (line) => line.payment?.fee },
    at: { title: "At", time: (line) => line.at },
    providerStatus: { title: "Provider says", text: (line) => line.providerStatus },
    transaction: { title: "Transaction", text: (line) => line.transaction },
    receiver: { title: "Receiver", text: (line) => line.receiver },
    affiliate: { title: "Affiliate", text: (line) => line.affiliate?.name },
    paymentId: { title: "Payout", text: (line) => line.payment?.id },
    paymentStatus: { title: "Payout status", text: (line) => line.payment?.status },
    resolution: { title: "Resolution", text: (line) => line.resolution },
    note: { title: "Note", text: (line) => line.note },
    reason: { title: "Reason", text: (line) => line.reason },
  },
  shown: ["date", "payment", "look", "statementAmount", "appAmount", "details"],
  exported: [
    "number",
    "match",
    "says",
    "amountThere",
    "appAmount",
    "currency",
    "feeThere",
    "feeHere",
    "at",
    "providerStatus",
    "transaction",
    "receiver",
    "affiliate",
    "paymentId",
    "paymentStatus",
    "resolution",
    "note",
    "reason",
  ],
});
