import {
  addCommissionBody,
  adjustmentBody,
  commissionDecisionBody,
  reassignBody,
} from "../commission-handling.ts";
import { balanceEntryWire, openingBalanceBody, writeOffBody } from "../balance-entry.ts";
import {
  adjustmentWire,
  commissionDetailWire,
  commissionListQuery,
  commissionListWire,
} from "../commission.ts";
import { orderWire } from "../order.ts";
import { reading, writing, type ApiCall } from "./api-call.ts";

export const commissionCalls: readonly ApiCall[] = [
  {
    id: "listCommissions",
    method: "get",
    path: "/api/v1/commissions",
    tag: "Commissions",
    summary:
      "List commissions, newest first unless sorted otherwise, of an affiliate, a program, or the days on which they were made; `search` is the beginning of an order's name.",
    query: commissionListQuery,
    answer: commissionListWire,
    errors: [...reading, 503],
  },
  {
    id: "addCommission",
    method: "post",
    path: "/api/v1/commissions",
    tag: "Commissions",
    summary:
      "Add a commission by hand, in the store's currency: pending, and released when its hold is over.",
    body: addCommissionBody,
    answer: commissionDetailWire,
    status: 201,
    errors: writing,
  },
  {
    id: "getCommission",
    method: "get",
    path: "/api/v1/commissions/{id}",
    tag: "Commissions",
    summary: "One commission with its postings, and what people decided and adjusted.",
    answer: commissionDetailWire,
    errors: reading,
  },
  {
    id: "decideCommission",
    method: "post",
    path: "/api/v1/commissions/{id}/decisions",
    tag: "Commissions",
    summary:
      "Approve, deny, hold, lift the hold of, or reopen a commission; one that is not open for that is a 422 that says why.",
    body: commissionDecisionBody,
    answer: commissionDetailWire,
    errors: writing,
  },
  {
    id: "adjustCommission",
    method: "post",
    path: "/api/v1/commissions/{id}/adjustments",
    tag: "Commissions",
    summary: "Give or take an amount about a commission, in its currency, by a posting of its own.",
    body: adjustmentBody,
    answer: adjustmentWire,
    status: 201,
    errors: writing,
  },
  {
    id: "adjustAffiliate",
    method: "post",
    path: "/api/v1/affiliates/{id}/adjustments",
    tag: "Commissions",
    summary: "Give an affiliate an amount, or take one, in the store's currency, about no commission.",
    body: adjustmentBody,
    answer: adjustmentWire,
    status: 201,
    errors: writing,
  },
  {
    id: "writeOffBalance",
    method: "post",
    path: "/api/v1/affiliates/{id}/write-off",
    tag: "Commissions",
    summary: "Write off what an affiliate owes the store. A balance that is not negative is a 409.",
    body: writeOffBody,
    answer: balanceEntryWire,
    status: 201,
    errors: writing,
  },
  {
    id: "addOpeningBalance",
    method: "post",
    path: "/api/v1/affiliates/{id}/opening-balances",
    tag: "Commissions",
    summary:
      "Add a balance from another system. An amount below zero is what the affiliate owes, or corrects another.",
    body: openingBalanceBody,
    answer: balanceEntryWire,
    status: 201,
    errors: writing,
  },
  {
    id: "reassignOrder",
    method: "post",
    path: "/api/v1/orders/{id}/reassign",
    tag: "Commissions",
    summary: "Give the credit for an order to another affiliate, or to one where nobody had it.",
    body: reassignBody,
    answer: orderWire,
    errors: [...writing, 503],
  },
];
