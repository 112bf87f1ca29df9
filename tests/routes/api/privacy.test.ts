import { expect, it } from "vitest";
import { answerDataRequest, type CustomerAnswer } from "#app/flows/privacy/answer-data-request.ts";
import { addLifetimeCustomer } from "#app/flows/attribution/lifetime-customers.ts";
import { createClaim } from "#app/flows/attribution/claims.ts";
import { recordVisit } from "#app/flows/tracking/record-visit.ts";
import { inTransaction, db } from "#app/platform/db.server.ts";
import { countDataRequests } from "#app/store/data-requests.ts";
import { insertPixelJoin } from "#app/store/orders-of-clicks.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { withData } from "../../support/answered.ts";
import { arrival, deliver, emptyInbox } from "../../support/inbox.ts";
import { apiRequest, formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
const dayMs = 86_400_000;
const email = "ada@customer.example";

async function call(token: string, path: string, method = "GET") {
  return withData(await requestRoute(apiRequest(token, `/api/v1/privacy/requests${path}`, { method })));
}

/** Ada came by a visit and bought, and somebody else bought too; then she asks. */
async function asked(shop: Merchant, requestId = "4242") {
  const click = await recordVisit({
    shopDomain: shop.domain,
    landing: `/products/mug?ref=${shop.code}`,
    referrer: "https://blog.example/",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    address: "203.0.113.77",
    purpose: "visit",
    now: new Date("2026-03-02T09:00:00Z"),
  });
  const body = {
    ...orderBody({ email, click: click ?? "" }),
    landing_site: `/?ref=${shop.code}&gclid=x`,
    checkout_token: "checkout-of-ada",
  };
  const others = {
    ...orderBody({ email: "bob@customer.example" }),
    customer: { id: 78, email: "bob@customer.example" },
  };
  await createClaim(shop, { order: body.name, note: "Ada will buy" }, arrival);
  await createClaim(shop, { order: "#none", note: "Bob will buy" }, arrival);
  const join = { eventId: `e-${requestId}`, clickIds: [], occurredAt: arrival, receivedAt: arrival };
  await inTransaction((tx) =>
    insertPixelJoin(tx, shop.shopId, { ...join, checkoutToken: "checkout-of-ada" }),
  );
  for (const one of [body, others]) await deliver(shop, "orders/create", one);
  await emptyInbox();
  await addLifetimeCustomer({ shop, actor: shop.actor, now: arrival }, { email, affiliate: shop.code });
  const request = { requestId, customerId: "77", email, orderIds: [] };
  await answerDataRequest(shop.shopId, request, arrival);
  return { body, clickId: (click ?? "").slice(0, 30), requestId };
}

it("a customer's request is answered with what is held in every table, and with nobody else's", async () => {
  const shop = await makeMerchant();
  const { body, clickId, requestId } = await asked(shop);
  const list = await call(shop.token, "");
  expect(list.data).toMatchObject({
    requests: [{ id: requestId, orders: 1, hasAnswer: true, sentAt: null }],
    pagination: { total: 1 },
  });
  const { data } = await call(shop.token, `/${requestId}/answer`);
  const answer = data as CustomerAnswer;
  expect(answer.orders).toMatchObject([
    { name: body.name, affiliate: shop.affiliateId, facts: { customerId: "77" } },
  ]);
  expect(answer.visits).toMatchObject([{ id: clickId, page: "/products/mug", cameFrom: "blog.example" }]);
  expect(answer.lifetimeCustomers).toMatchObject([{ affiliate: shop.affiliateId }]);
  // One named the order before it came.
  expect(answer.claims).toMatchObject([{ note: "Ada will buy" }]);
  expect(answer.flags).toMatchObject([{ order: String(body.id), kind: "ad-click" }]);
  expect(answer.checkoutsSeenByPixel).toMatchObject([{ checkoutToken: "checkout-of-ada" }]);
});

it("the answer is a file for those who may write, and can be marked as sent", async () => {
  const [shop, other, reader] = [await makeMerchant(), await makeMerchant(), await makeMerchant("read")];
  const { requestId } = await asked(shop);
  await asked(reader);
  const file = `/dashboard/data-request.json?id=${requestId}`;
  expect((await requestRoute(pageRequest(shop.token, file))).status).toBe(200);
  expect((await requestRoute(pageRequest(other.token, file))).status).toBe(404);
  expect((await call(other.token, `/${requestId}/answer`)).status).toBe(404);
  expect((await call(reader.token, `/${requestId}/answer`)).status).toBe(403);
  expect((await call(reader.token, `/${requestId}/sent`, "POST")).status).toBe(403);
  expect((await call(other.token, `/${requestId}/sent`, "POST")).status).toBe(404);

  expect(
    await countDataRequests(db(), shop.shopId, {
      status: "due-soon",
      now: new Date(arrival.getTime() + 19 * dayMs),
    }),
  ).toBe(0);
  expect(
    await countDataRequests(db(), shop.shopId, {
      status: "due-soon",
      now: new Date(arrival.getTime() + 21 * dayMs),
    }),
  ).toBe(1);
  const form = formRequest(shop.token, "/dashboard/settings/privacy", [
    ["intent", "hand-over"],
    ["id", requestId],
  ]);
  expect((await requestRoute(form)).status).toBe(200);
  const again = await call(shop.token, `/${requestId}/sent`, "POST");
  expect(again.data).toMatchObject({ id: requestId, hasAnswer: true });
  expect(
    await countDataRequests(db(), shop.shopId, {
      status: "due-soon",
      now: new Date(arrival.getTime() + 40 * dayMs),
    }),
  ).toBe(0);
  expect((await call(shop.token, "?status=open")).data).toMatchObject({ requests: [] });
});

it("periods are saved within their bounds, and others are refused at their field", async () => {
  const { token } = await makeMerchant();
  const put = async (body: unknown) =>
    withData(await requestRoute(apiRequest(token, "/api/v1/shop/info", { method: "PUT", body })));
  const kept = { clickMonths: 121, bodyDays: 1, pixelDays: 365, traceMonths: 4 };
  expect((await put(kept)).data).toMatchObject(kept);
  for (const wrong of [
    { clickMonths: 0 },
    { bodyDays: 31 },
    { pixelDays: 366 },
    { clickMonths: 122 },
    { traceMonths: 3 },
    { traceMonths: 122 },
  ]) {
    const { status, fields } = await put(wrong);
    expect([status, fields]).toEqual([400, Object.keys(wrong)]);
  }
  const page = withData(await requestRoute(pageRequest(token, "/dashboard/settings/privacy")));
  expect(page.data).toMatchObject({ periods: kept });
});
