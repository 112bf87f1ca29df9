import {
  decidePaymentsBody,
  handOverBody,
  payoutRequestWire,
  requestListQuery,
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
import { createFile, readFile } from "#app/flows/payouts/bank-files.ts";
import { cancelUnclaimedPayment } from "#app/flows/payouts/cancel-unclaimed.ts";
import { decidePayments } from "#app/flows/payouts/decide-payments.ts";
import { readSection, readPayment, readPayments } from "#app/flows/payouts/read-payouts.ts";
import { listSectionRequests, readRequest } from "#app/flows/payouts/read-requests.ts";
import { cancelRequest, retryRequest } from "#app/flows/payouts/request-actions.ts";
import { bankFileResponse } from "#app/http/bank-file-response.ts";
import { idPositionOf, nextIdCursor, nextSequenceCursor, sequenceOf } from "#app/http/list-position.ts";
import { decisionOf } from "#app/http/payout-input.ts";
import { paymentInWords, requestInWords } from "#app/http/payout-words.ts";
import { defineCall } from "./define-call.ts";

export const paymentCalls = [
  defineCall({
    id: "getPayment",
    method: "GET",
    path: "/payments/{id}",
    tag: "Payouts",
    summary: "A payment with its ledger entries.",
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
      const section = await readSection(shopId, id);
      if (isRefusal(section)) return section;
      const { status, search } = query;
      return await paymentsAnswer(shopId, { sectionId: section.sectionId, status, search }, query);
    },
  }),
  defineCall({
    id: "listPayoutRequests",
    method: "GET",
    path: "/payout-sections/{id}/requests",
    tag: "Payouts",
    summary: "List the files or requests of a section in order, each with what can be done about it.",
    permission: "read",
    query: requestListQuery,
    answer: requestListWire,
    handle: async ({ shopId, id, query }) => {
      const behind = sequenceOf(query);
      if (isRefusal(behind)) return behind;
      const section = await readSection(shopId, id);
      if (isRefusal(section)) return section;
      const { page, limit, status } = query;
      const asked = { page, limit, status, after: behind === undefined ? undefined : Number(behind) };
      const found = await listSectionRequests(shopId, section, asked);
      if (isRefusal(found)) return found;
      const { parts, total, next } = found;
      return {
        requests: parts.map(requestInWords),
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
    summary: "A file or request of a section.",
    permission: "read",
    answer: payoutRequestWire,
    handle: ({ shopId, id }) => requestAnswer(shopId, id),
  }),
  defineCall({
    id: "retryPayoutRequest",
    method: "POST",
    path: "/payout-requests/{id}/retry",
    tag: "Payouts",
    summary: "Send a request again, or ask about it at once. Its content is the same as at the first try.",
    permission: "write",
    answer: payoutRequestWire,
    handle: async ({ ctx, shopId, id }) => (await retryRequest(ctx, id)) ?? (await requestAnswer(shopId, id)),
  }),
  defineCall({
    id: "cancelPayoutRequest",
    method: "POST",
    path: "/payout-requests/{id}/cancel",
    tag: "Payouts",
    summary:
      "Cancel a file or request that was not sent. The amounts return to the balances. Refused as soon as a provider might have it.",
    permission: "write",
    answer: payoutRequestWire,
    handle: async ({ ctx, shopId, id }) =>
      (await cancelRequest(ctx, id)) ?? (await requestAnswer(shopId, id)),
  }),
  defineCall({
    id: "createPayoutFile",
    method: "POST",
    path: "/payout-requests/{id}/file",
    tag: "Payouts",
    summary: "Create the file of a bank. Its payments count as sent from then on.",
    permission: "write",
    body: handOverBody,
    answer: payoutRequestWire,
    handle: async ({ ctx, shopId, id, body }) => {
      const refusal = await createFile(ctx, { requestId: id, ...body });
      return refusal ?? (await requestAnswer(shopId, id));
    },
  }),
  defineCall({
    id: "getPayoutFile",
    method: "GET",
    path: "/payout-requests/{id}/file",
    tag: "Payouts",
    summary: "The file that was created for a bank, the same bytes every time. Needs the scope to write.",
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
    summary:
      "List the payments of all payouts that need attention: only a person can say what became of them.",
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
    summary: "Record what became of a payment that no provider reports on, or that needs attention.",
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
    summary: "Have PayPal cancel a payment that nobody has claimed; the amount returns to the balance.",
    permission: "write",
    answer: paymentDetailWire,
    errors: [503],
    handle: async ({ ctx, shopId, id }) =>
      (await cancelUnclaimedPayment(ctx, id)) ?? (await paymentAnswer(shopId, id)),
  }),
];

async function paymentAnswer(shopId: ShopId, id: string) {
  const view = await readPayment(shopId, id);
  return view ? paymentInWords(view.payment) : refuse("not-found", { code: "not_found", what: "payment" });
}

async function requestAnswer(shopId: ShopId, id: string) {
  const request = await readRequest(shopId, id);
  return isRefusal(request) ? request : requestInWords(request);
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
  return {
    payments: payments.map(paymentInWords),
    pagination: { page, limit, total },
    nextCursor: nextIdCursor(last),
  };
}
