import { type CommissionEntryWire, commissionListQuery, type DeductionWire } from "../commission.ts";
import { listOf } from "./list-spec.ts";

export const commissionList = listOf<CommissionEntryWire>()({
  name: "commissions",
  query: commissionListQuery,
  columns: {
    id: { title: "Commission", text: (entry) => entry.id },
    kind: { title: "Kind", text: (entry) => entry.kind },
    order: { title: "Order", text: (entry) => entry.order?.name },
    affiliate: { title: "Affiliate", text: (entry) => entry.affiliate.name },
    status: { title: "Status", status: (entry) => entry.status },
    details: { title: "Details", drawn: true },
    reason: { title: "Reason", text: (entry) => entry.reason.text },
    program: { title: "Program", text: (entry) => entry.program?.name ?? "" },
    version: { title: "Terms version", text: ({ program }) => program && String(program.version) },
    currency: { title: "Currency", text: (entry) => entry.amount.currencyCode },
    amount: { title: "Amount", money: (entry) => entry.amount },
    pending: {
      title: "Pending",
      text: (entry) => (entry.kind === "deduction" ? null : entry.pending.amount),
    },
    approved: {
      title: "Approved",
      text: (entry) =>
        entry.kind === "deduction" ? amountInState(entry, "approved") : entry.approved.amount,
    },
    inPayout: {
      title: "In payout",
      text: (entry) =>
        entry.kind === "deduction" ? amountInState(entry, "in_payout") : entry.inPayout.amount,
    },
    paid: {
      title: "Paid",
      text: (entry) => (entry.kind === "deduction" ? amountInState(entry, "paid") : entry.paid.amount),
    },
    payment: { title: "Payment", text: (entry) => entry.payment?.id },
    approvesAt: {
      title: "Hold until",
      time: (entry) => (entry.kind === "deduction" ? null : entry.approvesAt),
    },
    releasedAt: {
      title: "Released",
      time: (entry) => (entry.kind === "deduction" ? null : entry.releasedAt),
    },
    createdAt: { title: "Earned", fileTitle: "Created", day: (entry) => entry.createdAt },
  },
  shown: ["order", "affiliate", "createdAt", "amount", "status", "details", "program"],
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
  sorts: [
    { value: "newest", label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
  ],
});

function amountInState({ status, amount }: DeductionWire, state: DeductionWire["status"]): string {
  return status === state ? amount.amount : "";
}
