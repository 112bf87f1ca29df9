import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendShopEmails } from "#app/flows/emails/send-event-emails.ts";
import { readFailedEmails } from "#app/flows/shops/failed-emails.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { eventEmails } from "#app/store/schema/emails.ts";
import { arrival, deliver, emptyInbox } from "../../support/inbox.ts";
import { type MailServer, startMailServer } from "../../support/mail-server.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { live, mortalSteps } from "../payouts/mortal-process.ts";

let server: MailServer;
let restoreSteps: () => void;
beforeAll(async () => {
  server = await startMailServer();
  restoreSteps = mortalSteps();
});
beforeEach(() => {
  server.answer = "take";
});
afterAll(async () => {
  restoreSteps();
  await server.close();
});

const minutes = (count: number) => new Date(arrival.getTime() + count * 60_000);

async function shopWithSale(): Promise<SellingShop> {
  const shop = await makeSellingShop();
  await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
  await emptyInbox();
  return shop;
}

const send = ({ shopId }: SellingShop, at: Date) => sendShopEmails(shopId, () => at);
const arrived = ({ affiliateId }: SellingShop) => server.arrivedAt(`${affiliateId}@example.com`);
const deliveryOf = async ({ shopId }: SellingShop) => {
  const [row] = await db().select().from(eventEmails).where(eq(eventEmails.shopId, shopId));
  return row;
};

describe("an email about an event", () => {
  it("is sent once, or twice with one Message-ID, whenever the process dies", async () => {
    const first = await shopWithSale();
    const { taken } = await live({}, () => send(first, minutes(1)));
    const steps = [...taken].flatMap(([at, times]) =>
      Array.from({ length: times }, (_, index) => ({ at, nth: index + 1 })),
    );
    let [once, twice] = [0, 0];
    for (const step of steps) {
      for (const afterDoing of [false, true]) {
        const shop = await shopWithSale();
        const life = await live({ ...step, afterDoing }, () => send(shop, minutes(1)));
        expect(life.isDead).toBe(true);
        const wasInDoubt = arrived(shop).length === 1 && (await deliveryOf(shop))?.state === "sending";
        await send(shop, minutes(2));
        await send(shop, minutes(30));
        await send(shop, minutes(60));
        const mails = arrived(shop);
        const state = (await deliveryOf(shop))?.state;
        const where = `${step.at} ${step.nth} ${String(afterDoing)}`;
        expect({ where, state }).toEqual({ where, state: "sent" });
        expect({ where, count: mails.length }).toEqual({ where, count: wasInDoubt ? 2 : 1 });
        expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(1);
        if (mails.length === 1) once += 1;
        else twice += 1;
      }
    }
    expect(once).toBeGreaterThan(5);
    expect(twice).toBeGreaterThan(0);
  });

  it("is sent again once where the server hung up without an answer, and then no more", async () => {
    const shop = await shopWithSale();
    server.answer = "hang-up";
    await send(shop, minutes(1));
    expect(arrived(shop)).toHaveLength(1);
    await send(shop, minutes(5));
    expect(arrived(shop)).toHaveLength(1);
    await send(shop, minutes(12));
    await send(shop, minutes(30));
    await send(shop, minutes(60));
    expect(arrived(shop)).toHaveLength(2);
    expect(new Set(arrived(shop).map((mail) => mail.messageId)).size).toBe(1);
    expect(await deliveryOf(shop)).toMatchObject({ state: "failed", attempts: 2 });
  });

  it("is skipped where the mail server was away for more than a week, save what must be told", async () => {
    const shop = await shopWithSale();
    const { shopId, affiliateId } = shop;
    const event = {
      name: "affiliate.email_changed",
      subjectId: affiliateId,
      affiliateId,
      payload: { affiliateId },
    } as const;
    await inTransaction((tx) => recordEvents(tx, shopId, [event], arrival));
    await send(shop, minutes(8 * 24 * 60));
    expect(arrived(shop).map((mail) => mail.subject)).toEqual([expect.stringContaining("email")]);
    const rows = await db().select().from(eventEmails).where(eq(eventEmails.shopId, shopId));
    expect(Object.fromEntries(rows.map((row) => [row.eventName, row.state]))).toEqual({
      "affiliate.email_changed": "sent",
      "commission.created": "skipped",
    });
  });

  it("is tried again while the server refuses it, and the merchant sees that it fails", async () => {
    const shop = await shopWithSale();
    server.answer = "refuse";
    for (let minute = 1; minute <= 5; minute += 1) await send(shop, minutes(minute));
    expect(await readFailedEmails(shop.shopId)).toMatchObject([{ attempts: 4, givenUp: false }]);
    server.answer = "take";
    await send(shop, minutes(30));
    expect(arrived(shop)).toHaveLength(1);
    expect(await deliveryOf(shop)).toMatchObject({ state: "sent" });
    expect(await readFailedEmails(shop.shopId)).toEqual([]);
  });

  it("is given up after nine refusals", async () => {
    const shop = await shopWithSale();
    server.answer = "refuse";
    for (let hour = 0; hour < 12; hour += 1) await send(shop, minutes(hour * 180));
    expect(await deliveryOf(shop)).toMatchObject({ state: "failed", attempts: 9 });
    expect(await readFailedEmails(shop.shopId)).toMatchObject([{ attempts: 9, givenUp: true }]);
  });

  it("is tried again and then given up where it can't be written, and holds up no other", async () => {
    const shop = await shopWithSale();
    const { shopId, affiliateId } = shop;
    const event = {
      name: "affiliate.email_changed",
      subjectId: affiliateId,
      affiliateId,
      payload: { affiliateId },
      receivers: [{ affiliateId, receiver: `${affiliateId}:2`, secret: { to: "former@example.com" } }],
    } as const;
    const earlier = new Date(arrival.getTime() - 1000);
    await inTransaction((tx) => recordEvents(tx, shopId, [event], earlier));
    const unwritable = and(
      eq(eventEmails.shopId, shopId),
      eq(eventEmails.eventName, "affiliate.email_changed"),
    );
    await db().update(eventEmails).set({ sealed: "broken" }).where(unwritable);
    await send(shop, minutes(1));
    expect(arrived(shop)).toHaveLength(1);
    const row = async () => (await db().select().from(eventEmails).where(unwritable))[0];
    expect(await row()).toMatchObject({ state: "waiting", attempts: 1, interrupted: false });
    for (let hour = 1; hour < 12; hour += 1) await send(shop, minutes(hour * 180));
    expect(await row()).toMatchObject({ state: "failed", attempts: 9 });
  });

  it("is sent by one of several processes", async () => {
    const shop = await shopWithSale();
    await Promise.all(Array.from({ length: 6 }, () => send(shop, minutes(1))));
    await send(shop, minutes(2));
    expect(arrived(shop)).toHaveLength(1);
  });

  it("doesn't exist where the transaction that caused it failed", async () => {
    const shop = await makeSellingShop();
    const event = {
      name: "affiliate.email_changed",
      subjectId: shop.affiliateId,
      affiliateId: shop.affiliateId,
      payload: { affiliateId: shop.affiliateId },
    } as const;
    await expect(
      inTransaction(async (tx) => {
        await recordEvents(tx, shop.shopId, [event], arrival);
        throw new Error("The cause failed.");
      }),
    ).rejects.toThrow("The cause failed.");
    expect(await deliveryOf(shop)).toBeUndefined();
  });
});
