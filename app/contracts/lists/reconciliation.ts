import type { z } from "zod";
import { untold } from "#app/domain/statements/match.ts";
import type {
  lineListQuery,
  ProviderStatementWire,
  StatementLineWire,
  statementListQuery,
} from "../reconciliation.ts";
import { listOf } from "./list-spec.ts";

export const statementList = listOf<ProviderStatementWire, z.output<typeof statementListQuery>>()({
  name: "provider-statements",
  parameters: {},
  columns: {
    statement: { title: "statement", drawn: true },
    period: { title: "period", onCard: "badge", drawn: true },
    rows: { title: "rows", count: (statement) => statement.lines },
    matched: { title: "matched", isNumeric: true, drawn: true },
    open: { title: "toReview", onCard: "right", isNamedOnCard: true, count: (statement) => statement.open },
  },
  shown: ["statement", "period", "rows", "matched", "open"],
  exported: [],
});

/** Rows of an imported statement. */
export const statementLineList = listOf<StatementLineWire, z.output<typeof lineListQuery>>()({
  name: "reconciliation",
  parameters: { view: true, match: true, open: true },
  columns: {
    date: { title: "date", day: (line) => line.at },
    payment: {
      title: "payment",
      onCard: "side",
      text: (line) => (line.affiliate?.name ?? line.receiver) || null,
    },
    look: { title: "status", onCard: "badge", drawn: true },
    statementAmount: {
      title: "statementAmount",
      onCard: "right",
      money: (line) => (line.says === null ? null : line.amount),
    },
    appAmount: { title: "appAmount", money: (line) => line.payment?.amount },
    details: { title: "details", width: "wide", onCard: "below", drawn: true },
    number: { title: "line", text: (line) => String(line.number) },
    match: { title: "match", text: (line) => line.match },
    says: { title: "says", text: (line) => line.says },
    amountThere: { title: "statementAmount", money: (line) => (untold.has(line.match) ? null : line.amount) },
    currency: { title: "currency", text: (line) => line.amount?.currencyCode },
    feeThere: { title: "statementFee", money: (line) => line.fee },
    feeHere: { title: "appFee", money: (line) => line.payment?.fee },
    at: { title: "date", time: (line) => line.at },
    providerStatus: { title: "providerStatus", text: (line) => line.providerStatus },
    transaction: { title: "transaction", text: (line) => line.transaction },
    receiver: { title: "recipient", text: (line) => line.receiver },
    affiliate: { title: "affiliate", text: (line) => line.affiliate?.name },
    paymentId: { title: "paymentId", text: (line) => line.payment?.id },
    paymentStatus: { title: "paymentStatus", text: (line) => line.payment?.status },
    resolution: { title: "resolution", text: (line) => line.resolution },
    note: { title: "note", text: (line) => line.note },
    reason: { title: "reason", text: (line) => line.reason },
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
