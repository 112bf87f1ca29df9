import type { z } from "zod";
import type { CommissionEntryWire, commissionListQuery, DeductionWire } from "../commission.ts";
import { listOf } from "./list-spec.ts";

export const commissionList = listOf<CommissionEntryWire, z.output<typeof commissionListQuery>>()({
  name: "commissions",
  parameters: {
    search: true,
    status: true,
    kind: true,
    sort: true,
    affiliate: true,
    program: true,
    payout: true,
    currency: true,
    from: true,
    to: true,
  },
  columns: {
    id: { title: "commissionId", text: (entry) => entry.id },
    kind: { title: "type", text: (entry) => entry.kind },
    order: { title: "order", text: (entry) => entry.order?.name },
    affiliate: { title: "affiliate", onCard: "side", text: (entry) => entry.affiliate.name },
    status: { title: "status", badge: "commission", onCard: "badge", status: (entry) => entry.status },
    details: { title: "details", width: "wide", onCard: "below", drawn: true },
    reason: { title: "reason", text: (entry) => entry.reason.text },
    program: { title: "program", text: (entry) => entry.program?.name ?? "" },
    version: { title: "termsVersion", text: ({ program }) => program && String(program.version) },
    currency: { title: "currency", text: (entry) => entry.amount.currencyCode },
    amount: { title: "amount", onCard: "right", money: (entry) => entry.amount },
    pending: {
      title: "pending",
      text: (entry) => (entry.kind === "deduction" ? null : entry.pending.amount),
    },
    approved: {
      title: "approved",
      text: (entry) =>
        entry.kind === "deduction" ? amountInState(entry, "approved") : entry.approved.amount,
    },
    inPayout: {
      title: "inPayout",
      text: (entry) =>
        entry.kind === "deduction" ? amountInState(entry, "in_payout") : entry.inPayout.amount,
    },
    paid: {
      title: "paid",
      text: (entry) => (entry.kind === "deduction" ? amountInState(entry, "paid") : entry.paid.amount),
    },
    payment: { title: "paymentId", text: (entry) => entry.payment?.id },
    approvesAt: {
      title: "approvesOn",
      time: (entry) => (entry.kind === "deduction" ? null : entry.approvesAt),
    },
    releasedAt: {
      title: "approvedOn",
      time: (entry) => (entry.kind === "deduction" ? null : entry.releasedAt),
    },
    createdAt: { title: "earned", day: (entry) => entry.createdAt },
  },
  shown: ["order", "affiliate", "createdAt", "amount", "status", "details"],
  exported: [
    "id",
    "kind",
    "order",
    "status",
    "reason",
    "affiliate",
    "program",
    "version",
    "currency",
    "amount",
    "pending",
    "approved",
    "inPayout",
    "paid",
    "payment",
    "approvesAt",
    "releasedAt",
    "createdAt",
  ],
  sorts: ["newest", "oldest"],
});

function amountInState({ status, amount }: DeductionWire, state: DeductionWire["status"]): string {
  return status === state ? amount.amount : "";
}
