import type { CommissionDetailWire, CommissionWire } from "#app/contracts/commission.ts";
import { ada, order, posting, program, usd } from "../orders/explained.ts";

export const commission: CommissionWire = {
  id: "com_1",
  kind: "order",
  status: "pending",
  rule: null,
  reason: { code: "approval-running", text: "Approves Mar 18, 2026" },
  order: { id: order.id, name: order.name },
  affiliate: ada,
  program: { ...program, version: 2 },
  amount: usd("5.00"),
  pending: usd("5.00"),
  approved: usd("0.00"),
  inPayout: usd("0.00"),
  paid: usd("0.00"),
  isPartlyPaid: false,
  payment: null,
  approvesAt: "2026-03-18T12:00:00.000Z",
  releasedAt: null,
  createdAt: "2026-03-04T12:00:00.000Z",
  open: ["approved", "denied", "held"],
};

/** Undecided, with its postings. */
export const detail: CommissionDetailWire = {
  ...commission,
  postings: [posting],
  decisions: [],
  adjustments: [],
  added: null,
};
