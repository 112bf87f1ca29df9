import type { z } from "zod";
import type { claimListQuery, ClaimWire } from "../claim.ts";
import type { BoundCustomerWire, pointingListQuery, ProductAssignmentWire } from "../pointing.ts";
import { type ListColumn, listOf } from "./list-spec.ts";

export const claimList = listOf<ClaimWire, z.output<typeof claimListQuery>>()({
  name: "claims",
  parameters: { search: true, status: true, affiliate: true },
  columns: {
    order: { title: "order", text: (claim) => claim.orderName },
    affiliate: { title: "affiliate", onCard: "right", text: (claim) => claim.affiliate.name },
    madeAt: { title: "claimed", onCard: "side", isOptional: true, time: (claim) => claim.madeAt },
    status: { title: "status", badge: "claim", onCard: "badge", status: (claim) => claim.status },
    reason: { title: "reasonAndAnswer", width: "wide", onCard: "below", drawn: true },
    actions: { title: "actions", width: "wide", onCard: "below", drawn: true },
    note: { title: "note", text: (claim) => claim.note },
    decidedAt: { title: "decided", time: (claim) => claim.decidedAt },
    decidedBy: { title: "decidedBy", text: (claim) => claim.decidedBy },
    answer: { title: "answer", text: (claim) => claim.answer },
  },
  shown: ["order", "affiliate", "madeAt", "status", "reason", "actions"],
  exported: ["order", "affiliate", "madeAt", "status", "note", "decidedAt", "decidedBy", "answer"],
});

const assignment = {
  affiliate: { title: "affiliate", onCard: "right", text: (one) => one.affiliate.name },
  since: { title: "since", onCard: "badge", time: (one) => one.since },
  until: { title: "until", onCard: "side", time: (one) => one.until },
  by: { title: "addedBy", isOptional: true, text: (one) => one.by },
} satisfies Record<string, ListColumn<BoundCustomerWire | ProductAssignmentWire>>;

/** Customers are known by a hash alone. */
export const lifetimeCustomerList = listOf<BoundCustomerWire, z.output<typeof pointingListQuery>>()({
  name: "lifetime-customers",
  parameters: { search: true, status: true, affiliate: true },
  columns: { ...assignment, name: { title: "customer", text: (one) => one.id } },
  shown: ["name", "affiliate", "since", "until", "by"],
  exported: ["name", "affiliate", "since", "until", "by"],
});

export const productAssignmentList = listOf<ProductAssignmentWire, z.output<typeof pointingListQuery>>()({
  name: "product-assignments",
  parameters: { search: true, status: true, affiliate: true },
  columns: {
    ...assignment,
    name: { title: "product", text: (one) => one.title },
    number: { title: "productId", text: (one) => one.id },
  },
  shown: ["name", "affiliate", "since", "until", "by"],
  exported: ["name", "number", "affiliate", "since", "until", "by"],
});
