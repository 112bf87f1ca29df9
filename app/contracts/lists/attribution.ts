import { claimListQuery, type ClaimWire } from "../claim.ts";
import { type BoundCustomerWire, pointingListQuery, type ProductAssignmentWire } from "../pointing.ts";
import { type ListColumn, listOf } from "./list-spec.ts";

export const claimList = listOf<ClaimWire>()({
  name: "claims",
  query: claimListQuery,
  columns: {
    order: { title: "Order", fileTitle: "order", text: (claim) => claim.orderName },
    affiliate: { title: "Affiliate", fileTitle: "affiliate", text: (claim) => claim.affiliate.name },
    madeAt: { title: "Claimed", fileTitle: "claimed", time: (claim) => claim.madeAt },
    status: { title: "Status", fileTitle: "status", status: (claim) => claim.status },
    reason: { title: "Reason and answer", text: (claim) => claim.note },
    actions: { title: "Actions", text: () => "" },
    note: { title: "note", text: (claim) => claim.note },
    decidedAt: { title: "decided", time: (claim) => claim.decidedAt },
    decidedBy: { title: "by", text: (claim) => claim.decidedBy },
    answer: { title: "answer", text: (claim) => claim.answer },
  },
  shown: ["order", "affiliate", "madeAt", "status", "reason", "actions"],
  exported: ["order", "affiliate", "madeAt", "status", "note", "decidedAt", "decidedBy", "answer"],
});

const assignment = {
  affiliate: { title: "affiliate", text: (one) => one.affiliate.name },
  since: { title: "since", time: (one) => one.since },
  until: { title: "until", time: (one) => one.until },
  by: { title: "by", text: (one) => one.by },
} satisfies Record<string, ListColumn<BoundCustomerWire | ProductAssignmentWire>>;

/** Customers are known by a hash alone. */
export const lifetimeCustomerList = listOf<BoundCustomerWire>()({
  name: "lifetime-customers",
  query: pointingListQuery,
  columns: { ...assignment, customer: { title: "customer", text: (one) => one.id } },
  shown: [],
  exported: ["customer", "affiliate", "since", "until", "by"],
});

export const productAssignmentList = listOf<ProductAssignmentWire>()({
  name: "product-assignments",
  query: pointingListQuery,
  columns: {
    ...assignment,
    product: { title: "product", text: (one) => one.title },
    number: { title: "number", text: (one) => one.id },
  },
  shown: [],
  exported: ["product", "number", "affiliate", "since", "until", "by"],
});
