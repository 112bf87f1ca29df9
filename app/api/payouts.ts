import { decidePaymentsBody, sectionBooksWire } from "#app/contracts/payout-section.ts";
import { owedListWire, owedQuery } from "#app/contracts/balances.ts";
import { skippedListQuery, skippedListWire } from "#app/contracts/payout-skipped.ts";
import {
  confirmPayoutBody,
  createPayoutBody,
  payoutDetailWire,
  payoutListQuery,
  payoutListWire,
  payoutPreviewQuery,
  payoutPreviewWire,
  payoutSectionDetailWire,
} from "#app/contracts/payout.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { cancelSection, cancelPayout } from "#app/flows/payouts/cancel-section.ts";
import { approvePayout, confirmPayout, retrySection } from "#app/flows/payouts/confirm-section.ts";
import { createPayout } from "#app/flows/payouts/create-payout.ts";
import { decideSection } from "#app/flows/payouts/decide-payments.ts";
import { booksViewOf, previewViewOf } from "#app/flows/payouts/payout-views.ts";
import { previewPayout } from "#app/flows/payouts/preview-section.ts";
import {
  readSectionBooks,
  readPayout,
  readPayoutDetail,
  readPayouts,
  readSectionFacts,
} from "#app/flows/payouts/read-payouts.ts";
import { readSkipped } from "#app/flows/payouts/read-skipped.ts";
import { readBalances } from "#app/flows/payouts/read-balances.ts";
import {
  idPositionOf,
  nextCursor,
  nextIdCursor,
  offsetRefusal,
  positionOf,
} from "#app/http/list-position.ts";
import { owedAskedOf, owedCursor, owedPositionOf } from "#app/http/list-filters.ts";
import { choiceOf, decisionOf, previewFilterOf } from "#app/http/payout-input.ts";
import {
  payoutDetailInWords,
  payoutInWords,
  previewInWords,
  sectionInWords,
  skippedInWords,
} from "#app/http/payout-words.ts";
import { defineCall } from "./define-call.ts";

const keyMissing = refuse("invalid", { code: "idempotency_key_missing" }, "Idempotency-Key");

export const payoutCalls = [
  defineCall({
    id: "listPayouts",
    method: "GET",
    path: "/payouts",
    tag: "Payouts",
    summary: "List payouts with their sections, newest first.",
    permission: "read",
    query: payoutListQuery,
    answer: payoutListWire,
    handle: async ({ shopId, query }) => {
      const { page, limit, cursor: _cursor, ...filter } = query;
      const below = positionOf(query);
      if (isRefusal(below)) return below;
      const found = await readPayouts(shopId, filter, { page, limit, below });
      if (isRefusal(found)) return found;
      const { payouts, total, last } = found;
      return {
        payouts: payouts.map(payoutInWords),
        pagination: { page, limit, total },
        nextCursor: nextCursor(last),
      };
    },
  }),
  defineCall({
    id: "previewPayout",
    method: "GET",
    path: "/payouts/preview",
    tag: "Payouts",
    summary:
      "Preview a payout: affiliates, amounts, fees, and funding per method and currency, and why others are skipped.",
    permission: "read",
    query: payoutPreviewQuery,
    answer: payoutPreviewWire,
    handle: async ({ shop, query, now }) => {
      const refusal = offsetRefusal(query);
      if (refusal) return refusal;
      const choice = choiceOf(query, shop, now);
      if (isRefusal(choice)) return choice;
      const preview = await previewPayout(shop, choice, previewFilterOf(query), now);
      if (isRefusal(preview)) return preview;
      const { page, limit } = query;
      const pagination = { page, limit, total: preview.total };
      return { cutoffAt: choice.cutoffAt, ...previewInWords(previewViewOf(preview)), pagination };
    },
  }),
  defineCall({
    id: "createPayout",
    method: "POST",
    path: "/payouts",
    tag: "Payouts",
    summary:
      "Create the payout that a preview showed. Needs an Idempotency-Key header: repeated requests answer the same payout. Where `expected` differs from the amounts now, nothing is created.",
    permission: "write",
    body: createPayoutBody,
    status: 202,
    answer: payoutDetailWire,
    handle: async ({ ctx, shop, shopId, body, now, request }) => {
      const key = request.headers.get("Idempotency-Key");
      if (key === null) return keyMissing;
      const choice = choiceOf(body, shop, now);
      if (isRefusal(choice)) return choice;
      const { expected } = body;
      const id = await createPayout(ctx, choice, { key, expected });
      return isRefusal(id) ? id : await payoutAnswer(shopId, id);
    },
  }),
  defineCall({
    id: "getPayout",
    method: "GET",
    path: "/payouts/{id}",
    tag: "Payouts",
    summary: "A payout with its sections, what each waits for, and affiliates it skipped.",
    permission: "read",
    answer: payoutDetailWire,
    handle: ({ shopId, id }) => payoutAnswer(shopId, id),
  }),
  defineCall({
    id: "listSkipped",
    method: "GET",
    path: "/payouts/{id}/skipped",
    tag: "Payouts",
    summary: "List affiliates that a payout skipped, with the reason when it was planned.",
    permission: "read",
    query: skippedListQuery,
    answer: skippedListWire,
    handle: async ({ shopId, id, query }) => {
      const after = idPositionOf(query);
      if (isRefusal(after)) return after;
      const payout = await readPayout(shopId, id);
      if (isRefusal(payout)) return payout;
      const { page, limit, status: reason, search } = query;
      const filter = { payoutId: payout.payoutId, reason, search };
      const found = await readSkipped(shopId, filter, { page, limit, after });
      if (isRefusal(found)) return found;
      const { skipped, total, last } = found;
      return {
        skipped: skipped.map(skippedInWords),
        pagination: { page, limit, total },
        nextCursor: nextIdCursor(last),
      };
    },
  }),
  defineCall({
    id: "confirmPayout",
    method: "POST",
    path: "/payouts/{id}/confirm",
    tag: "Payouts",
    summary:
      "Confirm a payout that waits for it. `expected` has the amounts of its sections, so that nobody confirms others.",
    permission: "write",
    body: confirmPayoutBody,
    answer: payoutDetailWire,
    handle: async ({ ctx, shopId, id, body }) => {
      const refusal = await confirmPayout(ctx, id, body.expected);
      return refusal ?? (await payoutAnswer(shopId, id));
    },
  }),
  defineCall({
    id: "approvePayout",
    method: "POST",
    path: "/payouts/{id}/approve",
    tag: "Payouts",
    summary: "Second confirmation of a payout above the shop's limit. API keys may not confirm.",
    permission: "write",
    answer: payoutDetailWire,
    handle: async ({ ctx, shopId, id }) => (await approvePayout(ctx, id)) ?? (await payoutAnswer(shopId, id)),
  }),
  defineCall({
    id: "cancelPayout",
    method: "POST",
    path: "/payouts/{id}/cancel",
    tag: "Payouts",
    summary: "Cancel the sections of a payout that were not sent. Amounts return to balances.",
    permission: "write",
    answer: payoutDetailWire,
    handle: async ({ ctx, shopId, id }) => (await cancelPayout(ctx, id)) ?? (await payoutAnswer(shopId, id)),
  }),
  defineCall({
    id: "getPayoutSection",
    method: "GET",
    path: "/payout-sections/{id}",
    tag: "Payouts",
    summary: "A section of a payout, and how many of its payments are in each state.",
    permission: "read",
    answer: payoutSectionDetailWire,
    handle: ({ shopId, id }) => sectionAnswer(shopId, id),
  }),
  defineCall({
    id: "cancelPayoutSection",
    method: "POST",
    path: "/payout-sections/{id}/cancel",
    tag: "Payouts",
    summary: "Cancel a section that was not sent. Amounts return to balances.",
    permission: "write",
    answer: payoutSectionDetailWire,
    handle: async ({ ctx, shopId, id }) =>
      (await cancelSection(ctx, id)) ?? (await sectionAnswer(shopId, id)),
  }),
  defineCall({
    id: "retryPayoutSection",
    method: "POST",
    path: "/payout-sections/{id}/retry",
    tag: "Payouts",
    summary: "Continue a section that stopped. Nothing is paid twice.",
    permission: "write",
    answer: payoutSectionDetailWire,
    handle: async ({ ctx, shopId, id }) => (await retrySection(ctx, id)) ?? (await sectionAnswer(shopId, id)),
  }),
  defineCall({
    id: "decidePayout",
    method: "POST",
    path: "/payout-sections/{id}/decision",
    tag: "Payouts",
    summary: "Say what became of all payments of a section that wait for a person's word.",
    permission: "write",
    body: decidePaymentsBody,
    answer: payoutSectionDetailWire,
    handle: async ({ ctx, shop, shopId, id, body, now }) => {
      const decision = decisionOf(body, { timeZone: shop.timeZone, now });
      const done = await decideSection(ctx, id, decision);
      return isRefusal(done) ? done : await sectionAnswer(shopId, id);
    },
  }),
  defineCall({
    id: "listBalances",
    method: "GET",
    path: "/payouts/balances",
    tag: "Payouts",
    summary:
      "List what affiliates have in each currency, now or at the end of a day, with the totals; with `status` the largest first.",
    permission: "read",
    query: owedQuery,
    answer: owedListWire,
    handle: async ({ shop, query, now }) => {
      const after = owedPositionOf(query);
      if (isRefusal(after)) return after;
      const { page, limit } = query;
      const found = await readBalances(shop, owedAskedOf(query), { page, limit, after, now });
      if (isRefusal(found)) return found;
      return {
        asOf: query.asOf ?? null,
        balances: found.owed,
        totals: found.totals,
        pagination: { page, limit, total: found.total },
        nextCursor: owedCursor(query, found.next),
      };
    },
  }),
  defineCall({
    id: "getPayoutBooks",
    method: "GET",
    path: "/payout-sections/{id}/books",
    tag: "Payouts",
    summary:
      "M15 of a section: started = settled + returned + cancelled + still in transit; and how far it is reconciled.",
    permission: "read",
    answer: sectionBooksWire,
    handle: async ({ shopId, id }) => {
      const books = await readSectionBooks(shopId, id);
      return isRefusal(books) ? books : booksViewOf(books);
    },
  }),
];

async function payoutAnswer(shopId: ShopId, id: string) {
  const view = await readPayoutDetail(shopId, id);
  return view ? payoutDetailInWords(view.payout) : refuse("not-found", { code: "not_found", what: "payout" });
}

async function sectionAnswer(shopId: ShopId, id: string) {
  const view = await readSectionFacts(shopId, id);
  return view
    ? sectionInWords(view.section)
    : refuse("not-found", { code: "not_found", what: "payout_section" });
}
