import { afterAll, describe, expect, it } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { closeQueue } from "#app/queue/queue.server.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { askForMail, postSignIn } from "../../support/affiliate-browser.ts";
import { knock } from "../../support/app-doors.ts";
import { withData } from "../../support/answered.ts";
import { appUrl } from "../../support/browser.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { mailsOf, tokenIn } from "../../support/mails.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate, longAgo, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

afterAll(() => closeQueue());

async function signIn({ domain, shopId }: SellingShop, affiliateId: string): Promise<string> {
  await askForMail({ shop: domain, email: `${affiliateId}@example.com` });
  const { cookie } = await postSignIn(tokenIn((await mailsOf(shopId)).at(-1)));
  if (!cookie) throw new Error("There is no session.");
  return cookie;
}

async function ask(cookie: string | null, orderId: number) {
  const headers: Record<string, string> = cookie === null ? {} : { Cookie: `affiliate_session=${cookie}` };
  return withData(await knock(new Request(`${appUrl}/portal/orders/${orderId}`, { headers })));
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
  return { shop, rival, saving, orderId: order.id };
}

describe("an order's explanation for an affiliate", () => {
  it("has their own signal, each cent and each posting, and nothing of the customer or of another", async () => {
    const { shop, rival, saving, orderId } = await sold();
    const { status, data, text } = await ask(await signIn(shop, rival.affiliateId), orderId);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      explained: {
        signals: [{ kind: "code", code: saving, won: true }],
        arithmetic: { totals: { commission: { amount: "6.67" }, standing: { amount: "3.33" } } },
      },
    });
    expect(text).toContain('"reversed"');
    for (const secret of ["customer", shop.code, shop.affiliateId]) expect(text).not.toContain(secret);
  });

  it("is not there for an affiliate who is not credited, in another shop, and without a session", async () => {
    const { shop, orderId } = await sold();
    expect((await ask(await signIn(shop, shop.affiliateId), orderId)).status).toBe(404);
    const other = await makeSellingShop();
    expect((await ask(await signIn(other, other.affiliateId), orderId)).status).toBe(404);
    expect((await ask(null, orderId)).status).toBe(302);
  });
});
