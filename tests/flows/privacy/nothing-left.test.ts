import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { readBacktests } from "#app/flows/backtests/read-backtests.ts";
import { startBacktest } from "#app/flows/backtests/start-backtest.ts";
import { readImports, startImport } from "#app/flows/intake/start-import.ts";
import { dropOldAnswers } from "#app/flows/privacy/drop-old.ts";
import { redactCustomer } from "#app/flows/privacy/redact-customer.ts";
import { redactShop } from "#app/flows/privacy/redact-shop.ts";
import { saveReportView } from "#app/flows/reports/report-views.ts";
import { createApiKey } from "#app/flows/shops/api-keys.ts";
import { logIn } from "#app/flows/shops/log-in.ts";
import { beginIdempotent, finishIdempotent } from "#app/flows/shops/remember-request.ts";
import { readNotices } from "#app/jobs/inbox.ts";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { findRequest } from "#app/store/idempotent-requests.ts";
import { listReportViews } from "#app/store/report-views.ts";
import { deliveries } from "#app/store/schema/inbox.ts";
import { shops, staff } from "#app/store/schema/shops.ts";
import { arrival, deliver, emptyInbox, orderRow } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";

const later = new Date(arrival.getTime() + 1000);

it.each(["customers/redact", "customers/data_request"])(
  "keeps neither the body of %s nor the customer's number in the history, which nobody can erase",
  async (topic) => {
    const shop = await makeSellingShop();
    const customer = { id: 987654321, email: "ada@customer.example" };
    await deliver(shop, topic, { shop_domain: shop.domain, customer }, randomUUID());
    while (await readNotices());
    const rows = await db()
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.shopId, shop.shopId), eq(deliveries.topic, topic)));
    expect(rows).toMatchObject([{ status: "done", sealedBody: null }]);
    const told = await listAudit(db(), shop.shopId, { kind: "privacy" });
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told)).not.toContain("987654321");
  },
);

it("forgets a customer without an address by their number, on orders that the request does not list", async () => {
  const shop = await makeSellingShop();
  const body = { ...orderBody({ ref: shop.code }), customer: { id: 4711, email: null } };
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  expect((await orderRow(shop, body.id)).facts).toMatchObject({ customerId: "4711" });
  const request = { requestId: null, customerId: "4711", email: null, orderIds: [] };
  expect(await redactCustomer(shop.shopId, request, later)).toBe(1);
  expect((await orderRow(shop, body.id)).facts).toMatchObject({ customerId: null });
});

it("forgets a shop's keys, staff and kept answers: a key of before opens nothing after a return", async () => {
  const { domain, shopId, actor } = await makeMerchant();
  const key = await createApiKey(
    { shop: { shopId }, actor, now: arrival },
    { name: "Export", scope: "read" },
  );
  if (isRefusal(key)) throw new Error(key.reason.code);
  const held = { shopId, key: "k", requestHash: "h" };
  await beginIdempotent(held, arrival);
  await finishIdempotent(held, 201, { email: "bob@example.com" });
  expect(await logIn({ domain, apiKey: key.text }, later)).not.toBeNull();
  await db().update(shops).set({ uninstalledAt: arrival }).where(eq(shops.shopId, shopId));
  expect(await redactShop(shopId, { triggeredAt: arrival, now: later })).toBe(true);
  await db().update(shops).set({ uninstalledAt: null }).where(eq(shops.shopId, shopId));
  expect(await logIn({ domain, apiKey: key.text }, later)).toBeNull();
  expect(await findRequest(db(), held)).toBeNull();
  const people = await db().select().from(staff).where(eq(staff.shopId, shopId));
  expect(people).toMatchObject([{ name: "", email: "" }]);
});

it("forgets a shop's backtests and imports, which name who asked for them, and its saved reports", async () => {
  const { shop, shopId, programId, actor } = await makeMerchant();
  const asked = { firstDay: "2026-03-01", lastDay: "2026-03-09" };
  const by = { actor, now: arrival };
  expect(isRefusal(await startBacktest({ shop, ...by }, { programId }, asked))).toBe(false);
  expect(isRefusal(await startImport({ shop: { ...shop, scopes: "read_all_orders" }, ...by }, asked))).toBe(
    false,
  );
  const view = { name: "What Bob looks at", report: "landing-pages", query: { landing: "/of/bob" } } as const;
  expect(isRefusal(await saveReportView(shopId, view, arrival))).toBe(false);
  await db().update(shops).set({ uninstalledAt: arrival }).where(eq(shops.shopId, shopId));
  expect(await redactShop(shopId, { triggeredAt: arrival, now: later })).toBe(true);
  expect(await listReportViews(db(), shopId)).toEqual([]);
  expect(await readBacktests(shopId, { programId }, later)).toEqual([]);
  expect((await readImports(shop, later)).imports).toEqual([]);
});

it("forgets answers under an Idempotency-Key after a day, and not before", async () => {
  const { shopId } = await makeMerchant();
  const held = { shopId, key: "k", requestHash: "h" };
  await beginIdempotent(held, arrival);
  await dropOldAnswers(new Date(arrival.getTime() + 86_399_000));
  expect(await findRequest(db(), held)).not.toBeNull();
  await dropOldAnswers(new Date(arrival.getTime() + 86_401_000));
  expect(await findRequest(db(), held)).toBeNull();
});
