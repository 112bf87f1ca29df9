import { expect, it } from "vitest";
import { paymentListWire } from "#app/contracts/payout.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { withData } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { apiRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { createPaidSection, sentAt } from "../../support/paid-shop.ts";
import { wireOf } from "../../support/wire-of.ts";

const call = async (token: string, path: string, init: { method?: string; body?: unknown } = {}) =>
  withData(await requestRoute(apiRequest(token, `/api/v1${path}`, init)));

it("payments that need attention are listed across payouts, and told on the dashboard", async () => {
  const shop = await makeMerchant();
  const { token, shopId } = shop;
  const first = await createPaidSection(shop, ["needs_attention", "paid", "unclaimed"]);
  const second = await createPaidSection(shop, ["failed", "paid"], { method: "bank" });
  const [contradicted, unclaimed] = [second.payments[0], first.payments[2]];
  if (!contradicted || !unclaimed) throw new Error("The batches are too short.");
  const said = (paymentId: typeof contradicted.paymentId, to: "paid" | "returned") => ({
    paymentId,
    move: { said: "provider", to } as const,
    reason: "",
  });
  await inTransaction((tx) =>
    movePayments(tx, shopId, [said(contradicted.paymentId, "paid"), said(unclaimed.paymentId, "returned")], {
      now: sentAt,
    }),
  );
  const list = wireOf(paymentListWire, (await call(token, "/payments/needs-attention?limit=1")).data);
  expect(list.pagination.total).toBe(2);
  const next = await call(token, `/payments/needs-attention?limit=1&cursor=${list.nextCursor ?? ""}`);
  const all = [...list.payments, ...wireOf(paymentListWire, next.data).payments].map((one) => one.id);
  expect(new Set(all)).toEqual(new Set<string>([first.payments[0]?.paymentId ?? "", contradicted.paymentId]));
  const narrowed = await call(token, "/payments/needs-attention?status=contradiction&method=bank");
  expect(narrowed.data).toMatchObject({
    payments: [{ id: contradicted.paymentId, contradiction: expect.stringContaining("paid") }],
  });
  expect(
    (await call(token, "/payments/needs-attention?status=contradiction&method=paypal")).data,
  ).toMatchObject({
    payments: [],
  });
  expect((await call(token, `/payments/${unclaimed.paymentId}`)).data).toMatchObject({
    status: "returned",
    reason: "The affiliate didn't claim it.",
  });
  const page = (path: string) => requestRoute(pageRequest(token, `/dashboard${path}`));
  const waiting = await page("/affiliates/payouts?view=needs-attention");
  expect(waiting.text).toContain(first.sectionId);
  expect(waiting.text).toContain(second.sectionId);
  expect(JSON.parse((await page("")).text)).toMatchObject({ toDo: { payouts: 2 } });
});
