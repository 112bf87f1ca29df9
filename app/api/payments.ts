import {
  decidePaymentsBody,
  handOverBody,
  partListQuery,
  payoutRequestWire,
  requestListWire,
} from "#app/contracts/payout-section.ts";
import {
  attentionPaymentListQuery,
  paymentDetailWire,
  paymentListQuery,
  paymentListWire,
} from "#app/contracts/payout.ts";
import type { ListQuery } from "#app/contracts/wire.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { handOverFile, readFile } from "#app/flows/payouts/bank-files.ts";
import { cancelUnclaimedPayment } from "#app/flows/payouts/cancel-unclaimed.ts";
import { decidePayments } from "#app/flows/payouts/decide-payments.ts";
import { readPayment, readPayments, readSection } from "#app/flows/payouts/read-payouts.ts";
import { listParts, readPart } from "#app/flows/payouts/read-requests.ts";
import { cancelRequest, retryRequest } from "#app/flows/payouts/request-actions.ts";
import { bankFileResponse } from "#app/http/bank-file-response.ts";
import { idPositionOf, nextIdCursor, nextSequenceCursor, sequenceOf } from "#app/http/list-position.ts";
import { decisionOf } from "#app/http/payout-input.ts";
import { defineCall } from "./define-call.ts";

export const paymentCalls = [
  defineCall({
    id: "getPayment",
    method: "GET",
    path: "/payments/{id}",
    tag: "Payouts",
    summary: "An item with its transfers in the ledger.",
    permission: "read",
    answer: paymentDetailWire,
    handle: ({ shopId, id }) => paymentAnswer(shopId, id),
  }),
  defineCall({
    id: "listPayments",
    method: "GET",
    path: "/payout-sections/{id}/payments",
    tag: "Payouts",
    summary: "List the payments of a section; `search` is part of an affiliate's name or of the account.",
    permission: "read",
    query: paymentListQuery,
    answer: paymentListWire,
    handle: async ({ shopId, id, query }) => {
      const batch = await readSection(shopId, id);
      if (isRefusal(batch)) return batch;
      const { status, search } = query;
      return await paymentsAnswer(shopId, { sectionId: batch.sectionId, status, search }, query);
    },
  }),
  defineCall({
    id: "listPayoutParts",
    method: "GET",
    path: "/payout-sections/{id}/parts",
    tag: "Payouts",
    summary: "List what a batch is handed over in, in order, each with what can be done about it.",
    permission: "read",
    query: partListQuery,
    answer: requestListWire,
    handle: async ({ shopId, id, query }) => {
      const behind = sequenceOf(query);
      if (isRefusal(behind)) return behind;
      const batch = await readSection(shopId, id);
      if (isRefusal(batch)) return batch;
      const { page, limit, status } = query;
      const asked = { page, limit, status, after: behind === undefined ? undefined : Number(behind) };
      const found = await listParts(shopId, batch, asked);
      if (isRefusal(found)) return found;
      const { parts, total, next } = found;
      return {
        parts,
        pagination: { page, limit, total },
        nextCursor: nextSequenceCursor(next === null ? null : BigInt(next)),
      };
    },
  }),
  defineCall({
    id: "getPayoutRequest",
    method: "GET",
    path: "/payout-requests/{id}",
    tag: "Payouts",
    summary: "A part of a batch.",
    permission: "read",
    answer: payoutRequestWire,
    handle: ({ shopId, id }) => readPart(shopId, id),
  }),
  defineCall({
    id: "retryPayoutRequest",
    method: "POST",
    path: "/payout-requests/{id}/retry",
    tag: "Payouts",
    summary: "Send a part again or ask about it at once, with the content that it was frozen with.",
    permission: "write",
    answer: payoutRequestWire,
    handle: async ({ ctx, shopId, id }) => (await retryRequest(ctx, id)) ?? (await readPart(shopId, id)),
  }),
  defineCall({
    id: "cancelPayoutRequest",
    method: "POST",
    path: "/payout-requests/{id}/cancel",
    tag: "Payouts",
    summary: "Post back a part that was certainly not sent; refused as soon as a provider might have it.",
    permission: "write",
    answer: payoutRequestWire,
    handle: async ({ ctx, shopId, id }) => (await cancelRequest(ctx, id)) ?? (await readPart(shopId, id)),
  }),
  defineCall({
    id: "handOverPayoutFile",
    method: "POST",
    path: "/payout-requests/{id}/file",
    tag: "Payouts",
    summary: "Hand a bank's part over as a file: its payments count as sent from then on.",
    permission: "write",
    body: handOverBody,
    answer: payoutRequestWire,
    handle: async ({ ctx, shopId, id, body }) => {
      const refusal = await handOverFile(ctx, { requestId: id, ...body });
      return refusal ?? (await readPart(shopId, id));
    },
  }),
  defineCall({
    id: "getPayoutFile",
    method: "GET",
    path: "/payout-requests/{id}/file",
    tag: "Payouts",
    summary: "The file of a part that was handed over: the same bytes every time. Needs the scope to write.",
    // The accounts are in clear.
    permission: "write",
    answerText: "The file, as CSV.",
    errors: [409],
    handle: async ({ shopId, id }) => {
      const file = await readFile(shopId, id);
      return isRefusal(file) ? file : bankFileResponse(file);
    },
  }),
  defineCall({
    id: "listPaymentsNeedingAttention",
    method: "GET",
    path: "/payments/needs-attention",
    tag: "Payouts",
    summary: "List the payments of all batches of which only a person can tell what became of them.",
    permission: "read",
    query: attentionPaymentListQuery,
    answer: paymentListWire,
    handle: ({ shopId, query }) => {
      const { status, method, search } = query;
      return paymentsAnswer(shopId, { attention: status ?? "", method, search }, query);
    },
  }),
  defineCall({
    id: "decidePayment",
    method: "POST",
    path: "/payments/{id}/decision",
    tag: "Payouts",
    summary:
      "Say what became of a payment of which no provider tells, or which it left to a person; posted so.",
    permission: "write",
    body: decidePaymentsBody,
    answer: paymentDetailWire,
    handle: async ({ ctx, shop, shopId, id, body, now }) => {
      const decision = decisionOf(body, { timeZone: shop.timeZone, now });
      const done = await decidePayments(ctx, [id], decision);
      return isRefusal(done) ? done : await paymentAnswer(shopId, id);
    },
  }),
  defineCall({
    id: "cancelPayment",
    method: "POST",
    path: "/payments/{id}/cancel",
    tag: "Payouts",
    summary: "Have PayPal cancel a payment that nobody has claimed; the amount is payable again.",
    permission: "write",
    answer: paymentDetailWire,
    errors: [503],
    handle: async ({ ctx, shopId, id }) =>
      (await cancelUnclaimedPayment(ctx, id)) ?? (await paymentAnswer(shopId, id)),
  }),
];

async function paymentAnswer(shopId: ShopId, id: string) {
  const view = await readPayment(shopId, id);
  return view ? view.payment : refuse("not-found", "There is no such payment");
}

/** One page of payments; they go on behind the id of the last one. */
async function paymentsAnswer(
  shopId: ShopId,
  filter: Parameters<typeof readPayments>[1],
  query: Pick<ListQuery, "page" | "limit" | "cursor">,
) {
  const after = idPositionOf(query);
  if (isRefusal(after)) return after;
  const { page, limit } = query;
  const found = await readPayments(shopId, filter, { page, limit, after });
  if (isRefusal(found)) return found;
  const { payments, total, last } = found;
  return { payments, pagination: { page, limit, total }, nextCursor: nextIdCursor(last) };
}
