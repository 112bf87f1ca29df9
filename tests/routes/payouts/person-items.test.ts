import { expect, it } from "vitest";
import { payoutItemListWire } from "#app/contracts/payout.ts";
import { moveItems } from "#app/flows/payouts/move-items.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { withData } from "../../support/answered.ts";
import { knock } from "../../support/app-doors.ts";
import { apiRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { makePaidBatch, sentAt } from "../../support/paid-shop.ts";
import { wireOf } from "../../support/wire-of.ts";

const call = async (token: string, path: string, init: { method?: string; body?: unknown } = {}) =>
  withData(await knock(apiRequest(token, `/api/v1${path}`, init)));

it("payments that need a person are listed across batches, and told on the dashboard", async () => {
  const shop = await makeMerchant();
  const { token, shopId } = shop;
  const first = await makePaidBatch(shop, ["person", "settled", "unclaimed"]);
  const second = await makePaidBatch(shop, ["failed", "settled"], { method: "bank" });
  const [contradicted, unclaimed] = [second.items[0], first.items[2]];
  if (!contradicted || !unclaimed) throw new Error("The batches are too short.");
  const said = (itemId: typeof contradicted.itemId, to: "settled" | "returned") => ({
    itemId,
    move: { said: "provider", to } as const,
    reason: "",
  });
  await inTransaction((tx) =>
    moveItems(tx, shopId, [said(contradicted.itemId, "settled"), said(unclaimed.itemId, "returned")], {
      now: sentAt,
    }),
  );
  const list = wireOf(payoutItemListWire, (await call(token, "/payments/needs-attention?limit=1")).data);
  expect(list.pagination.total).toBe(2);
  const next = await call(token, `/payments/needs-attention?limit=1&cursor=${list.nextCursor ?? ""}`);
  const all = [...list.payments, ...wireOf(payoutItemListWire, next.data).payments].map((one) => one.id);
  expect(new Set(all)).toEqual(new Set<string>([first.items[0]?.itemId ?? "", contradicted.itemId]));
  const narrowed = await call(token, "/payments/needs-attention?status=contradiction&method=bank");
  expect(narrowed.data).toMatchObject({
    payments: [{ id: contradicted.itemId, contradiction: expect.stringContaining("settled") }],
  });
  expect(
    (await call(token, "/payments/needs-attention?status=contradiction&method=paypal")).data,
  ).toMatchObject({
    payments: [],
  });
  expect((await call(token, `/payments/${unclaimed.itemId}`)).data).toMatchObject({
    status: "returned",
    reason: "Nobody claimed it",
  });
  const page = (path: string) => knock(pageRequest(token, `/dashboard${path}`));
  const waiting = await page("/affiliates/payouts?view=needs-attention");
  expect(waiting.text).toContain(first.batchId);
  expect(waiting.text).toContain(second.batchId);
  expect(JSON.parse((await page("")).text)).toMatchObject({ toDo: { payouts: 2 } });
});
