import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { idPrefixes } from "#app/domain/ids.ts";
import { receivePaypalNotice } from "#app/flows/payouts/receive-notice.ts";
import { sendSection } from "#app/flows/payouts/send-due.ts";
import { db } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { requestsOfSection } from "#app/store/payout-requests.ts";
import { payoutNotices } from "#app/store/schema/payouts.ts";
import { chanceOf } from "../../histories/random.ts";
import { makePayees, planned } from "../../support/planned-payouts.ts";
import { noticesOf } from "../../support/paypal-account.ts";
import { startPaypalWorld, type PaypalWorld } from "./paypal-world.ts";

let world: PaypalWorld;
beforeAll(async () => {
  world = await startPaypalWorld();
});
afterAll(() => world.close());

async function sent() {
  const shop = await makePayees(1, () => ({ kind: "paypal", email: `n-${process.pid}@pay.example` }));
  const amounts = shop.payees.map((payee) => ({ payee, amountMinor: 700n }));
  const clock = world.clockOf(chanceOf(3));
  world.paypal.switch({ drop: true });
  const { sectionId, payments } = await planned(shop, amounts, { now: clock.now() });
  await sendSection({ shopId: shop.shopId, sectionId }, clock);
  const [chunk] = await requestsOfSection(db(), shop.shopId, { sectionId, after: 0, limit: 2 });
  if (!chunk) throw new Error("Nothing was sent.");
  const senderItemId = `${shop.shopId}:${payments[0]?.paymentId}`;
  const bodyOf = (id: string) =>
    JSON.stringify({
      id,
      event_type: "PAYMENT.PAYOUTS-ITEM.SUCCEEDED",
      resource: { payout_batch_id: chunk.providerId, payout_item: { sender_item_id: senderItemId } },
    });
  const kept = () => db().select().from(payoutNotices).where(eq(payoutNotices.shopId, shop.shopId));
  const now = () => world.paypal.ctx.now();
  const address = await noticesOf(shop.shopId);
  const take = (body: string, headers: Record<string, string>, at = now()) =>
    receivePaypalNotice(address, {
      headers: new Headers(headers),
      rawBody: Buffer.from(body),
      now: at,
      mayFetch: () => true,
    });
  const look = async () =>
    (await requestsOfSection(db(), shop.shopId, { sectionId, after: 0, limit: 2 }))[0]?.nextAt;
  return { bodyOf, kept, take, look, now };
}

const all = () => db().select({ id: payoutNotices.noticeId }).from(payoutNotices);

describe("a notice of PayPal's", () => {
  it("that is signed has its payment looked at, once", async () => {
    const { bodyOf, kept, take, look, now } = await sent();
    const before = await look();
    const body = bodyOf("WH-1");
    expect(before?.getTime()).toBeGreaterThan(now().getTime());
    expect((await take(body, world.paypal.sign(body))).status).toBe(200);
    expect((await look())?.getTime()).toBeLessThanOrEqual(now().getTime());
    expect((await take(body, world.paypal.sign(body))).status).toBe(200);
    expect(await kept()).toHaveLength(1);
  });

  it.each([
    ["is signed by nobody", (body: string) => world.paypal.sign(body, { broken: true })],
    ["is for another webhook", (body: string) => world.paypal.sign(body, { webhookId: "WH-OTHER" })],
    ["is of last month", (body: string) => world.paypal.sign(body, { at: "2026-01-01T00:00:00Z" })],
    ["was changed on the way", () => world.paypal.sign("{}")],
    ["has no signature", () => ({})],
    [
      "has a certificate of somebody else's host",
      (body: string) => ({
        ...world.paypal.sign(body),
        "PAYPAL-CERT-URL": "https://paypal.com.evil.example/v1/notifications/certs/A",
      }),
    ],
    [
      "has a certificate at another path",
      (body: string) => ({ ...world.paypal.sign(body), "PAYPAL-CERT-URL": `${world.paypal.url}/somewhere` }),
    ],
    [
      "is signed in another way",
      (body: string) => ({ ...world.paypal.sign(body), "PAYPAL-AUTH-ALGO": "none" }),
    ],
  ])("that %s is turned away, and nothing is kept of it", async (_what, headersOf) => {
    const { bodyOf, kept, take, look } = await sent();
    const before = await look();
    const body = bodyOf("WH-2");
    expect((await take(body, headersOf(body))).status).toBe(401);
    expect(await kept()).toEqual([]);
    expect(await look()).toEqual(before);
  });

  it("that is signed and about nothing of this app is answered, and not kept", async () => {
    const { kept, take } = await sent();
    for (const body of [
      "no JSON",
      "[]",
      JSON.stringify({ id: "WH-3", event_type: "PAYMENT.SALE.COMPLETED", resource: {} }),
      JSON.stringify({
        id: "WH-4",
        event_type: "PAYMENT.PAYOUTS-ITEM.HELD",
        resource: { payout_item: { sender_item_id: "x:y" } },
      }),
    ]) {
      expect((await take(body, world.paypal.sign(body))).status).toBe(200);
    }
    expect(await kept()).toEqual([]);
  });

  it("that names what this app does not have, or names it in no form, is answered and changes nothing", async () => {
    const { take, look, bodyOf, now } = await sent();
    const [before, kept] = [await look(), await all()];
    const real = JSON.parse(bodyOf("WH-5")) as {
      id: string;
      event_type: string;
      resource: { payout_batch_id: string; payout_item: { sender_item_id: string } };
    };
    const [shopId = ""] = real.resource.payout_item.sender_item_id.split(":");
    const [noItem, noRequest, noShop] = [idPrefixes.payment, idPrefixes.payoutRequest, idPrefixes.shop].map(
      (prefix) => newId(prefix, now()),
    );
    const ofPayment = (name: unknown) => ({ ...real, resource: { payout_item: { sender_item_id: name } } });
    const ofSection = (name: unknown) => ({
      ...real,
      event_type: "PAYMENT.PAYOUTSBATCH.SUCCESS",
      resource: { batch_header: { payout_batch_id: "B1", sender_batch_header: { sender_batch_id: name } } },
    });
    const huge = "9".repeat(150_000);
    for (const body of [
      ofPayment(`${shopId}:${noItem}`),
      ofPayment(`${noShop}:${noItem}`),
      ofSection(`${shopId}:${noRequest}`),
      ofSection(`${noShop}:${noRequest}`),
      ...[huge, 7, null, true, [], {}, "", ":", "a:b:c", "\0", `${shopId}:\0`].flatMap((name) => [
        ofPayment(name),
        ofSection(name),
        { ...real, id: name === ":" || name === "a:b:c" ? "" : name },
        { ...real, event_type: name },
        { ...real, resource: name },
        { ...real, resource: { payout_item: name, batch_header: name } },
        { ...real, resource: { batch_header: { sender_batch_header: name } } },
      ]),
      { ...real, event_type: "PAYMENT.PAYOUTS-ITEM.\0" },
      { ...real, event_type: `PAYMENT.PAYOUTS-ITEM.${huge}` },
      null,
      7,
      "a text",
    ]) {
      const text = JSON.stringify(body);
      expect([text.slice(0, 300), (await take(text, world.paypal.sign(text))).status]).toEqual([
        text.slice(0, 300),
        200,
      ]);
    }
    expect(await all()).toEqual(kept);
    expect(await look()).toEqual(before);
  });

  it("that names a payment and a section in no form has the payment looked at, and keeps nothing of the section", async () => {
    const { take, look, bodyOf, now, kept } = await sent();
    for (const [at, sectionId] of ["\0", "9".repeat(150_000), 7, {}].entries()) {
      const real = JSON.parse(bodyOf(`WH-6-${at}`)) as { resource: object };
      const body = JSON.stringify({ ...real, resource: { ...real.resource, payout_batch_id: sectionId } });
      expect((await take(body, world.paypal.sign(body))).status).toBe(200);
    }
    expect(await kept()).toHaveLength(4);
    expect((await look())?.getTime()).toBeLessThanOrEqual(now().getTime());
  });
});
