import { describe, expect, it } from "vitest";
import { requestRoute } from "../../support/route-requests.ts";
import { hostileTexts } from "../../support/bad-values.ts";
import { apiRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";
import {
  makeBindingRow,
  makeClaimRow,
  makeDataRequestRow,
  makeDiscountRow,
  makeFlagRow,
  makeLinkRow,
  makeProductAssignmentRow,
} from "./form-rows.ts";
import { makePaymentRow, makePayoutRequestRow, makePayoutRow, makeSectionRow } from "./payout-rows.ts";
import { makeReportViewRow } from "./report-forms.ts";
import { makeStatementRow, makeUploadRow } from "./statement-rows.ts";

const paid = { to: "paid", date: "2026-03-01" };
const decided = { decision: "decline", answer: "Nobody knows it" };

/** Calls with which another shop asks for an id of this shop. */
const calls = [
  ["a claim", makeClaimRow, { method: "POST", path: "/claims/{id}/decision", body: decided }],
  ["a flag", makeFlagRow, { method: "GET", path: "/flags/{id}" }],
  [
    "a flag's decision",
    makeFlagRow,
    { method: "POST", path: "/flags/{id}/decision", body: { status: "dismissed" } },
  ],
  [
    "a saved report",
    makeReportViewRow,
    { method: "PUT", path: "/report-views/{id}", body: { name: "Mine", report: "codes", query: {} } },
  ],
  ["a saved report's end", makeReportViewRow, { method: "DELETE", path: "/report-views/{id}" }],
  ["a link", makeLinkRow, { method: "GET", path: "/links/{id}" }],
  ["a link's status", makeLinkRow, { method: "PUT", path: "/links/{id}", body: { status: "paused" } }],
  ["a payout", makePayoutRow, { method: "GET", path: "/payouts/{id}" }],
  ["a section", makeSectionRow, { method: "GET", path: "/payout-sections/{id}" }],
  ["a section's end", makeSectionRow, { method: "POST", path: "/payout-sections/{id}/cancel" }],
  ["a section tried again", makeSectionRow, { method: "POST", path: "/payout-sections/{id}/retry" }],
  ["a section's items", makeSectionRow, { method: "GET", path: "/payout-sections/{id}/payments" }],
  ["a payout's end", makePayoutRow, { method: "POST", path: "/payouts/{id}/cancel" }],
  ["a payout's approval", makePayoutRow, { method: "POST", path: "/payouts/{id}/approve" }],
  ["a section's books", makeSectionRow, { method: "GET", path: "/payout-sections/{id}/books" }],
  ["a statement", makeStatementRow, { method: "GET", path: "/reconciliations/{id}" }],
  ["a statement's lines", makeStatementRow, { method: "GET", path: "/reconciliations/{id}/lines" }],
  ["a statement compared", makeStatementRow, { method: "POST", path: "/reconciliations/{id}" }],
  ["an uploaded statement", makeUploadRow, { method: "GET", path: "/statement-uploads/{id}" }],
  ["a corrected upload", makeUploadRow, { method: "PUT", path: "/statement-uploads/{id}", body: {} }],
  [
    "a confirmed upload",
    makeUploadRow,
    { method: "POST", path: "/statement-uploads/{id}/confirm", body: {} },
  ],
  ["a discarded upload", makeUploadRow, { method: "DELETE", path: "/statement-uploads/{id}" }],
  ["a payout's item", makePaymentRow, { method: "GET", path: "/payments/{id}" }],
  ["a payment's end", makePaymentRow, { method: "POST", path: "/payments/{id}/decision", body: paid }],
  ["a payment taken back", makePaymentRow, { method: "POST", path: "/payments/{id}/cancel" }],
  [
    "the end of all payments",
    makeSectionRow,
    { method: "POST", path: "/payout-sections/{id}/decision", body: paid },
  ],
  ["a section's requests", makeSectionRow, { method: "GET", path: "/payout-sections/{id}/requests" }],
  ["those whom a payout left out", makePayoutRow, { method: "GET", path: "/payouts/{id}/skipped" }],
  ["a part", makePayoutRequestRow, { method: "GET", path: "/payout-requests/{id}" }],
  ["a part sent again", makePayoutRequestRow, { method: "POST", path: "/payout-requests/{id}/retry" }],
  ["a part taken back", makePayoutRequestRow, { method: "POST", path: "/payout-requests/{id}/cancel" }],
  [
    "a part handed over",
    makePayoutRequestRow,
    { method: "POST", path: "/payout-requests/{id}/file", body: { columns: "wise" } },
  ],
  ["a part's file", makePayoutRequestRow, { method: "GET", path: "/payout-requests/{id}/file" }],
  ["a discount", makeDiscountRow, { method: "GET", path: "/discounts/{id}" }],
  [
    "a discount's status",
    makeDiscountRow,
    { method: "PUT", path: "/discounts/{id}/status", body: { status: "paused" } },
  ],
  ["a discount's check", makeDiscountRow, { method: "POST", path: "/discounts/{id}/check" }],
  ["a discount's end", makeDiscountRow, { method: "DELETE", path: "/discounts/{id}" }],
  ["a binding", makeBindingRow, { method: "DELETE", path: "/attribution/customers/{id}" }],
  ["a product's owner", makeProductAssignmentRow, { method: "DELETE", path: "/attribution/products/{id}" }],
  ["an answer", makeDataRequestRow, { method: "GET", path: "/privacy/requests/{id}/answer" }],
  ["an answer handed over", makeDataRequestRow, { method: "POST", path: "/privacy/requests/{id}/sent" }],
] as const;

it.each(calls)("%s of another shop is not there", async (_, make, call) => {
  const [merchant, other] = [await makeMerchant(), await makeMerchant()];
  const address = `/api/v1${call.path.replace("{id}", encodeURIComponent(await make(other)))}`;
  const before = [await snapshotOf(merchant.shopId), await snapshotOf(other.shopId)];
  expect((await requestRoute(apiRequest(merchant.token, address, call))).status).toBe(404);
  expect([await snapshotOf(merchant.shopId), await snapshotOf(other.shopId)]).toEqual(before);
});

it.each([
  ["a flag", makeFlagRow, "/affiliates/flags/"],
  ["a link", makeLinkRow, "/affiliates/links/"],
  ["a discount", makeDiscountRow, "/affiliates/discounts/"],
  ["a payout", makePayoutRow, "/affiliates/payouts/"],
  ["a payment", makePaymentRow, "/affiliates/payouts/payments/"],
  ["a statement", makeStatementRow, "/affiliates/payouts/reconcile/"],
  ["an uploaded statement", makeUploadRow, "/affiliates/payouts/reconcile/uploads/"],
] as const)("the page of %s of another shop is not there", async (_, make, path) => {
  const [merchant, other] = [await makeMerchant(), await makeMerchant()];
  const page = `/dashboard${path}${await make(other)}`;
  expect((await requestRoute(pageRequest(merchant.token, page))).status).toBe(404);
  expect((await requestRoute(pageRequest(other.token, page))).status).toBe(200);
});

describe("a rule of fraud", () => {
  const kinds = [...hostileTexts, "constructor", "__proto__", "FAST-ORDER", "x".repeat(3000)].filter(
    (text) => text.isWellFormed() && text.length < 4000,
  );

  it.each(kinds)("is not known as %j", async (kind) => {
    const merchant = await makeMerchant();
    const before = await snapshotOf(merchant.shopId);
    const path = `/api/v1/fraud-rules/${encodeURIComponent(kind)}`;
    const init = { method: "PUT", body: { action: "note" } };
    expect(await requestRoute(apiRequest(merchant.token, path, init))).toMatchObject({
      status: 404,
      fields: ["kind"],
    });
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });
});
