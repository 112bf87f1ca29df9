import {
  payoutItemDetailWire,
  payoutItemListWire,
  payoutSectionDetailWire,
  personItemListQuery,
} from "../payout.ts";
import { partListQuery, partListWire, payoutPartWire } from "../payout-part.ts";
import { decidePaymentsBody, handOverBody } from "../payout-steps.ts";
import { type ApiCall, reading, writing } from "./api-call.ts";

const tag = "Payouts";
const part = "/api/v1/payout-parts/{id}";

/** What a person does about the parts of a batch and about payments. */
export const payoutStepCalls: readonly ApiCall[] = [
  {
    id: "listPayoutParts",
    method: "get",
    path: "/api/v1/payout-sections/{id}/parts",
    tag,
    summary: "List what a batch is handed over in, in order, each with what can be done about it.",
    query: partListQuery,
    answer: partListWire,
    errors: reading,
  },
  {
    id: "getPayoutPart",
    method: "get",
    path: part,
    tag,
    summary: "A part of a batch.",
    answer: payoutPartWire,
    errors: reading,
  },
  {
    id: "retryPayoutPart",
    method: "post",
    path: `${part}/retry`,
    tag,
    summary: "Send a part again or ask about it at once, with the content that it was frozen with.",
    answer: payoutPartWire,
    errors: writing,
  },
  {
    id: "cancelPayoutPart",
    method: "post",
    path: `${part}/cancel`,
    tag,
    summary: "Post back a part that was certainly not sent; refused as soon as a provider might have it.",
    answer: payoutPartWire,
    errors: writing,
  },
  {
    id: "handOverPayoutFile",
    method: "post",
    path: `${part}/file`,
    tag,
    summary: "Hand a bank's part over as a file: its payments count as sent from then on.",
    body: handOverBody,
    answer: payoutPartWire,
    errors: writing,
  },
  {
    id: "getPayoutFile",
    method: "get",
    path: `${part}/file`,
    tag,
    summary: "The file of a part that was handed over: the same bytes every time. Needs the scope to write.",
    answerText: "The file, as CSV.",
    errors: [...reading, 403, 409],
  },
  {
    id: "listPersonItems",
    method: "get",
    path: "/api/v1/payout-items/person",
    tag,
    summary: "List the payments of all batches of which only a person can tell what became of them.",
    query: personItemListQuery,
    answer: payoutItemListWire,
    errors: reading,
  },
  {
    id: "decidePayoutItem",
    method: "post",
    path: "/api/v1/payout-items/{id}/decision",
    tag,
    summary:
      "Say what became of a payment of which no provider tells, or which it left to a person; posted so.",
    body: decidePaymentsBody,
    answer: payoutItemDetailWire,
    errors: writing,
  },
  {
    id: "takePayoutItemBack",
    method: "post",
    path: "/api/v1/payout-items/{id}/take-back",
    tag,
    summary: "Have PayPal cancel a payment that nobody has claimed; the amount is payable again.",
    answer: payoutItemDetailWire,
    errors: [...writing, 503],
  },
  {
    id: "decidePayout",
    method: "post",
    path: "/api/v1/payout-sections/{id}/decision",
    tag,
    summary: "Say what became of all payments of a batch that wait for a person's word.",
    body: decidePaymentsBody,
    answer: payoutSectionDetailWire,
    errors: writing,
  },
];
