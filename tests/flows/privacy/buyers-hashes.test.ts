import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { redactCustomer } from "#app/flows/privacy/redact-customer.ts";
import { changeSettings } from "#app/flows/shops/update-settings.ts";
import { db } from "#app/platform/db.server.ts";
import { listFlags } from "#app/store/flags.ts";
import { orders } from "#app/store/schema/orders.ts";
import { dropOldOf } from "../../support/drop-old-of.ts";
import { arrival, deliver, emptyInbox, orderRow, currentBalance } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { findTexts } from "../../support/scan-database.ts";
import { type SellingShop } from "../../support/selling-shop.ts";
import { shopUnder } from "../../support/sold-under.ts";

const after = (months: number) => new Date(Date.UTC(2026, 2 + months, 20));
const address = {
  first_name: "Ada",
  last_name: "Quince",
  address1: "12 Quay Street",
  city: "Hudson",
  zip: "12534",
  country_code: "US",
};

/** An order by the affiliate's own address, from a page of coupons: all that is kept of a buyer to tell who it was. */
function ownOrder(shop: SellingShop) {
  return {
    ...orderBody({
      ref: shop.code,
      email: `${shop.affiliateId.toUpperCase()}+mugs@example.com`,
    }),
    shipping_address: address,
    referring_site: "https://coupons.example/mugs",
  };
}

async function tracesOf(shop: SellingShop, { id }: { id: number }) {
  return readFacts((await orderRow(shop, id))?.facts).traces;
}

async function provesTrue({ shopId }: SellingShop): Promise<void> {
  const replayed = await replayShop(shopId, { schema: `replay_${shopId}`, keep: false, now: after(30) });
  expect([...(await verifyShop(shopId)).differences, ...replayed.differences]).toEqual([]);
}

it("hashes of buyers go after the shop's months, and nothing that was found or earned by them", async () => {
  const [short, usual] = [await shopUnder({}), await shopUnder({})];
  await changeSettings({ shop: short, actor: systemActor, now: arrival }, { traceMonths: 4 });
  const bought = [ownOrder(short), ownOrder(usual)] as const;
  await deliver(short, "orders/create", bought[0]);
  await deliver(usual, "orders/create", bought[1]);
  await emptyInbox();
  const traces = await tracesOf(short, bought[0]);
  expect(traces).toMatchObject({ email: expect.any(String) as string, referrerHost: "coupons.example" });
  expect(traces?.households).toHaveLength(1);
  const earned = await currentBalance(short);
  const found = await listFlags(db(), short.shopId, { filter: {}, limit: 5, offset: 0 });
  expect(found).toMatchObject([{ kind: "self-referral", action: "hold" }]);

  await dropOldOf([short, usual], after(3));
  expect(await tracesOf(short, bought[0])).toEqual(traces);
  await dropOldOf([short, usual], after(4));
  expect(await tracesOf(short, bought[0])).toBeUndefined();
  expect(await tracesOf(usual, bought[1])).toBeDefined();
  // The affiliate is still known by their own address and household; the order that told it is not.
  const left = await findTexts([traces?.email ?? "", ...(traces?.households ?? [])]);
  expect(new Set(left.map((one) => one.table))).toEqual(new Set(["affiliate_marks"]));
  const row = await orderRow(short, bought[0].id);
  expect([row?.credited, row?.customerHash === null, await currentBalance(short)]).toEqual([
    true,
    false,
    earned,
  ]);
  expect(await listFlags(db(), short.shopId, { filter: {}, limit: 5, offset: 0 })).toEqual(found);
  await provesTrue(short);

  await dropOldOf([short, usual], after(24));
  expect(await tracesOf(usual, bought[1])).toBeUndefined();
  await provesTrue(usual);
});

it("an affiliate who is forgotten as a customer leaves no household, though no order tells theirs any more", async () => {
  const shop = await shopUnder({});
  const body = ownOrder(shop);
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  const [household = "none"] = (await tracesOf(shop, body))?.households ?? [];
  await dropOldOf([shop], after(24));
  expect(await findTexts([household])).toMatchObject([{ table: "affiliate_marks" }]);
  const request = { requestId: null, email: null, customerId: String(body.customer?.id), orderIds: [] };
  await redactCustomer(shop.shopId, request, after(24));
  expect(await findTexts([household])).toEqual([]);
});

it("a later message tells of an old order's buyer again, until the next time", async () => {
  const shop = await shopUnder({});
  const body = ownOrder(shop);
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  await dropOldOf([shop], after(24));
  await deliver(shop, "orders/updated", { ...body, updated_at: "2028-04-01T10:00:00Z" });
  await emptyInbox();
  expect(await tracesOf(shop, body)).toBeDefined();
  await dropOldOf([shop], after(25));
  expect(await tracesOf(shop, body)).toBeUndefined();
  await provesTrue(shop);
});

it("an order whose facts were changed in the database is named by a verification afterwards as before", async () => {
  const shop = await shopUnder({});
  const body = ownOrder(shop);
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  const row = await orderRow(shop, body.id);
  await db()
    .update(orders)
    .set({ facts: { ...row?.facts, sourceName: "elsewhere" } })
    .where(eq(orders.shopId, shop.shopId));
  const named = (await verifyShop(shop.shopId)).differences;
  expect(named).not.toEqual([]);
  await dropOldOf([shop], after(24));
  expect((await verifyShop(shop.shopId)).differences).toEqual(named);
});
