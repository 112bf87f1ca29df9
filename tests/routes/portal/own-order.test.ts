import { describe, expect, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { db } from "#app/platform/db.server.ts";
import { findShop } from "#app/store/shops.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { signInAffiliate } from "../../support/affiliate-browser.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { withData } from "../../support/answered.ts";
import { appUrl } from "../../support/browser.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate, longAgo, makeSellingShop } from "../../support/selling-shop.ts";

async function ask(cookie: string | null, orderId: number) {
  const headers: Record<string, string> = cookie === null ? {} : { Cookie: `affiliate_session=${cookie}` };
  return withData(await requestRoute(new Request(`${appUrl}/portal/orders/${orderId}`, { headers })));
}

/** An order that one affiliate's code won and another's landing page lost, half of it given back. */
async function sold() {
  const shop = await makeSellingShop();
  const rival = await addAffiliate(shop);
  const saving = `SAVE${rival.code}`;
  await db().insert(affiliateCodes).values({
    shopId: shop.shopId,
    codeKey: saving.toLowerCase(),
    code: saving,
    affiliateId: rival.affiliateId,
    assignedAt: longAgo,
  });
  const email = "customer@example.com";
  const order = orderBody({ ref: shop.code, codes: [saving], price: "33.33", quantity: 2, email });
  await deliver(shop, "orders/create", order);
  await emptyInbox();
  await deliver(shop, "refunds/create", refundBody(order.id, { amount: "33.33" }));
  await emptyInbox();
  return { shop, rival, saving, orderId: order.id, email };
}

describe("an order's explanation for an affiliate", () => {
  it("has their own signal, each cent and each posting, and nothing of the customer or of another", async () => {
    const { shop, rival, saving, orderId } = await sold();
    const { status, data, text } = await ask(await signInAffiliate(shop, rival.affiliateId), orderId);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      explained: {
        signals: [{ kind: "code", code: saving, won: true }],
        arithmetic: { totals: { commission: { amount: "6.67" }, current: { amount: "3.33" } } },
        commissions: [{ kind: "order", state: "pending", amount: { amount: "3.33" } }],
      },
    });
    expect(text).toContain('"reversed"');
    for (const secret of ["customer", shop.code, shop.affiliateId]) expect(text).not.toContain(secret);
  });

  it("tells an affiliate whose signal lost that it was seen, and neither who won, nor what, nor who bought", async () => {
    const { shop, rival, saving, orderId, email } = await sold();
    const { status, data, text } = await ask(await signInAffiliate(shop, shop.affiliateId), orderId);
    expect(status).toBe(200);
    expect(data).toEqual({
      explained: {
        order: { name: `#${orderId}`, placedAt: "2026-03-02T10:00:00.000Z" },
        why: null,
        seen: "outranked",
        signals: [
          { kind: "landing", code: shop.code, at: null, subId: "", won: false, why: expect.any(String) },
        ],
        click: null,
        arithmetic: null,
        commissions: [],
        postings: [],
      },
      timeZone: "UTC",
    });
    const amounts = ["33.33", "66.66", "6.67", "3.33", "USD"];
    for (const secret of [saving, rival.code, rival.affiliateId, email, "customer", "Partners", ...amounts]) {
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    }
  });

  it("does not say that a signal came first where a person changed the affiliate", async () => {
    const { shop, rival, orderId } = await sold();
    const third = await addAffiliate(shop);
    const to = { affiliate: third.affiliateId, note: "Asked for" };
    const known = await findShop(db(), shop.shopId);
    if (!known) throw new Error("There is no shop.");
    const by = { actor: systemActor, now: new Date("2026-03-12T09:00:00Z") };
    expect(await reassignOrder({ shop: known, ...by }, String(orderId), to)).not.toHaveProperty("refused");
    for (const { affiliateId } of [shop, rival]) {
      const { data, text } = await ask(await signInAffiliate(shop, affiliateId), orderId);
      expect(data).toMatchObject({
        explained: { seen: "decided" },
      });
      for (const secret of [third.affiliateId, third.code, "Asked for"]) expect(text).not.toContain(secret);
    }
  });

  it("is not there for an affiliate to whom nothing points, in another shop, and without a session", async () => {
    const { shop, orderId } = await sold();
    const third = await addAffiliate(shop);
    expect((await ask(await signInAffiliate(shop, third.affiliateId), orderId)).status).toBe(404);
    const other = await makeSellingShop();
    expect((await ask(await signInAffiliate(other, other.affiliateId), orderId)).status).toBe(404);
    expect((await ask(null, orderId)).status).toBe(302);
  });
});
