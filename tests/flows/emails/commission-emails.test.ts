import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Condition } from "#app/domain/terms/condition.ts";
import { noCaps, type Threshold } from "#app/domain/terms/terms.ts";
import { chooseEmailFrequency, findByEmailToken } from "#app/flows/emails/choose-frequency.ts";
import { decideFlag } from "#app/flows/fraud/decide-flags.ts";
import { sendShopEmails } from "#app/flows/emails/send-event-emails.ts";
import { decideCommission } from "#app/flows/commissions/decide-commissions.ts";
import { releaseOfShop } from "#app/flows/commissions/release-commissions.ts";
import { redactShop } from "#app/flows/privacy/redact-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { insertFlags, openFlag } from "#app/store/flags.ts";
import { dropEvents } from "#app/store/outbox.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { emailsTurnedOff, eventEmails, outboxEvents } from "#app/store/schema/emails.ts";
import { payoutLimits, payoutSettings } from "#app/store/schema/payouts.ts";
import { shops } from "#app/store/schema/shops.ts";
import { arrival, deliver, emptyInbox } from "../../support/inbox.ts";
import { type MailServer, startMailServer } from "../../support/mail-server.ts";
import { decodeQuoted, textOf } from "../../support/email-text.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { giveDetails } from "../../support/paying-shop.ts";
import { commissionsOf } from "../../support/sold-under.ts";
import { makeSellingShop, type SellingOptions, type SellingShop } from "../../support/selling-shop.ts";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
beforeEach(() => {
  server.answer = "take";
});
afterAll(() => server.close());

const staff = { kind: "staff", id: "7", name: "Ada Owner", email: null } as const;
const minutes = (count: number) => new Date(arrival.getTime() + count * 60_000);

async function makeShop(
  language: "en" | "de" = "en",
  terms: SellingOptions["terms"] = {},
): Promise<SellingShop & { email: string }> {
  const shop = await makeSellingShop({ terms });
  await db().update(shops).set({ displayName: "Demo Store" }).where(eq(shops.shopId, shop.shopId));
  await db()
    .update(affiliates)
    .set({ name: "Maya", language })
    .where(eq(affiliates.affiliateId, shop.affiliateId));
  return { ...shop, email: `${shop.affiliateId}@example.com` };
}

async function sell(shop: SellingShop, price = "129.00") {
  const body = orderBody({ ref: shop.code, price });
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  return body;
}

const percent = (rateBps: number) => ({ kind: "percentage", rateBps }) as const;
const beans: Condition = { kind: "product", op: "any-of", values: ["501"] };

/** Beans of $60.00 and a mug of $69.00. */
function twoLines(shop: SellingShop) {
  const body = orderBody({ ref: shop.code, price: "69.00" });
  const [mug] = body.line_items;
  if (!mug) throw new Error("The order has no line.");
  const price = { amount: "60.00", currency_code: "USD" };
  const line = { id: mug.id + 1, product_id: 501, price: "60.00", title: "Beans" };
  const set = { shop_money: price, presentment_money: price };
  return { ...body, line_items: [{ ...mug, ...line, price_set: set }, mug] };
}

async function shopPaysMonthly({ shopId, affiliateId }: SellingShop, minimumMinor: bigint): Promise<void> {
  await giveDetails(shopId, affiliateId);
  await db()
    .insert(payoutSettings)
    .values({
      shopId,
      schedule: "monthly",
      sendsByItself: false,
      methods: ["paypal"],
      feeBearer: "shop",
      updatedAt: arrival,
    });
  await db().insert(payoutLimits).values({ shopId, currency: "USD", minimumMinor });
}

const approvedAt = new Date("2026-04-02T00:00:00Z");

const send = (shop: SellingShop, at: Date) => sendShopEmails(shop.shopId, () => at);

const countEvents = async ({ shopId }: SellingShop) =>
  (await db().select().from(outboxEvents).where(eq(outboxEvents.shopId, shopId))).length;

const statesOf = async ({ shopId }: SellingShop) => {
  const rows = await db().select().from(eventEmails).where(eq(eventEmails.shopId, shopId));
  return rows.map((row) => `${row.eventName} ${row.state}`).toSorted();
};

describe("emails about commissions", () => {
  it("tells an affiliate about a sale once, with the amount and when it is approved", async () => {
    const shop = await makeShop();
    const order = await sell(shop);
    await send(shop, minutes(1));
    await send(shop, minutes(2));
    const mails = server.arrivedAt(shop.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe("You earned $12.90 from Demo Store");
    const text = textOf(mails[0]?.raw ?? "");
    expect(text).toContain(
      `Hi Maya, order ${order.name} came through your link. Your commission is $12.90 (10% of $129.00). It will be approved by Apr 1 unless the order is refunded.\n\nView order: http`,
    );
    expect(text).toContain(`View order: http`);
    expect(text).toContain(`/portal/orders/${order.id}`);
    expect(text).toContain("You get this because you're a Demo Store affiliate.");
    const [event] = await db().select().from(outboxEvents).where(eq(outboxEvents.shopId, shop.shopId));
    expect(event).toMatchObject({
      name: "commission.created",
      payload: {
        affiliateId: shop.affiliateId,
        amount: { amount: "12.90", currencyCode: "USD" },
        calculation: [{ percent: "10", eligible: { amount: "129.00", currencyCode: "USD" } }],
      },
    });
  });

  it("writes in the affiliate's language", async () => {
    const shop = await makeShop("de");
    const order = await sell(shop);
    await send(shop, minutes(1));
    const [mail] = server.arrivedAt(shop.email);
    expect(textOf(mail?.raw ?? "")).toContain(
      `Hallo Maya, Bestellung ${order.name} kam über deinen Link. Deine Provision beträgt 12,90 $ (10 % von 129,00 $). Sie wird bis zum 1. Apr. freigegeben, sofern die Bestellung nicht erstattet wird.`,
    );
  });

  it("skips an email that the store turned off", async () => {
    const shop = await makeShop();
    await db().insert(emailsTurnedOff).values({ shopId: shop.shopId, kind: "sale", turnedOffAt: arrival });
    await sell(shop);
    await send(shop, minutes(1));
    expect(server.arrivedAt(shop.email)).toEqual([]);
    expect(await statesOf(shop)).toEqual(["commission.created skipped"]);
  });

  it("skips a sale that was refunded before its email was sent", async () => {
    const shop = await makeShop();
    const order = await sell(shop);
    await deliver(shop, "refunds/create", refundBody(order.id, { amount: "129.00" }));
    await emptyInbox();
    await send(shop, minutes(1));
    expect(server.arrivedAt(shop.email).map((mail) => mail.subject)).toEqual([]);
    expect(await statesOf(shop)).toEqual(["commission.created skipped", "commission.reversed skipped"]);
  });

  it("tells about a refund after the sale was told, with the reason and what remains", async () => {
    const shop = await makeShop();
    const order = await sell(shop);
    await send(shop, minutes(1));
    await deliver(shop, "refunds/create", refundBody(order.id, { amount: "129.00" }));
    await emptyInbox();
    await send(shop, minutes(2));
    const [, mail] = server.arrivedAt(shop.email);
    expect(mail?.subject).toBe(`Your commission for order ${order.name} changed`);
    expect(textOf(mail?.raw ?? "")).toContain(
      `Hi Maya, order ${order.name} was refunded.\n\n$12.90 of your commission is reversed. $0.00 remains.`,
    );
  });

  it("gives the reason that the store wrote for a denial", async () => {
    const shop = await makeShop();
    const order = await sell(shop);
    await send(shop, minutes(1));
    const [commission] = await commissionsOf(shop, order);
    const context = {
      shop: { shopId: shop.shopId, currency: "USD", timeZone: "UTC" },
      actor: staff,
      now: minutes(2),
    };
    await decideCommission(context, commission?.commissionId ?? "", {
      kind: "denied",
      note: "The customer works for you.",
    });
    await send(shop, minutes(3));
    const [, mail] = server.arrivedAt(shop.email);
    expect(textOf(mail?.raw ?? "")).toContain(
      `Hi Maya, Demo Store denied your commission for order ${order.name}. Reason: The customer works for you.`,
    );
  });

  it("gives the reason for a denial in fraud review too", async () => {
    const shop = await makeShop();
    const order = await sell(shop);
    await send(shop, minutes(1));
    const { shopId, affiliateId } = shop;
    const finding = { kind: "self-referral", score: 100, evidence: {} } as const;
    const about = { shopId, affiliateId, subjectKind: "order", subjectId: String(order.id) } as const;
    const flag = openFlag({ ...about, finding, action: "note", now: minutes(1) });
    await insertFlags(db(), [flag]);
    const context = { shop: { shopId, currency: "USD", timeZone: "UTC" }, actor: staff, now: minutes(2) };
    const asked = { status: "confirmed", denyCommission: true, note: "You bought it yourself." } as const;
    expect(await decideFlag(context, flag.flagId, asked)).toMatchObject({ status: "confirmed" });
    await send(shop, minutes(3));
    const [, mail] = server.arrivedAt(shop.email);
    expect(textOf(mail?.raw ?? "")).toContain("Reason: You bought it yourself.");
  });

  it("tells when a commission is approved, with the balance", async () => {
    const shop = await makeShop();
    const order = await sell(shop);
    await send(shop, minutes(1));
    const approved = new Date("2026-04-02T00:00:00Z");
    expect(await releaseOfShop(shop.shopId, approved)).toBe(1);
    await send(shop, approved);
    const [, mail] = server.arrivedAt(shop.email);
    expect(mail?.subject).toBe("$12.90 approved");
    expect(textOf(mail?.raw ?? "")).toContain(
      `Hi Maya, your commission for order ${order.name} is approved. Your balance is $12.90. Add payout details to get paid.\n\nAdd payout details: http`,
    );
  });

  it("names the next payout once there are payout details, and the minimum below it", async () => {
    const shop = await makeShop();
    await shopPaysMonthly(shop, 0n);
    await sell(shop);
    await send(shop, minutes(1));
    await releaseOfShop(shop.shopId, approvedAt);
    await send(shop, approvedAt);
    expect(textOf(server.arrivedAt(shop.email).at(-1)?.raw ?? "")).toContain(
      "Your balance is $12.90. Next payout: May 1 by PayPal.",
    );
    const small = await makeShop("de");
    await shopPaysMonthly(small, 5000n);
    await sell(small);
    await releaseOfShop(small.shopId, approvedAt);
    await send(small, approvedAt);
    expect(textOf(server.arrivedAt(small.email).at(-1)?.raw ?? "")).toContain(
      "Dein Guthaben beträgt 12,90 $. Ausgezahlt wird ab 50,00 $.",
    );
  });

  it("names several rates of one order, and no rate where a cap or a fixed amount takes part", async () => {
    const rules = [{ id: "rul_beans", name: "Beans", when: beans, pay: percent(1500) }];
    const mixed = await makeShop("en", { rules });
    const capped = await makeShop("en", { caps: { ...noCaps, perOrder: { minor: 1000n, currency: "USD" } } });
    const fixed = await makeShop("en", {
      commission: { kind: "fixed", amount: { minor: 500n, currency: "USD" } },
    });
    const texts = [];
    for (const shop of [mixed, capped, fixed]) {
      await deliver(shop, "orders/create", twoLines(shop));
      await emptyInbox();
      await send(shop, minutes(1));
      texts.push(textOf(server.arrivedAt(shop.email).at(-1)?.raw ?? ""));
    }
    expect(texts[0]).toContain("Your commission is $15.90 (15% of $60.00 and 10% of $69.00).");
    expect(texts[1]).toContain("Your commission is $10.00. It will be approved");
    expect(texts[2]).toContain("Your commission is $5.00. It will be approved");
  });

  it("names no rate once a part of the order was refunded", async () => {
    const shop = await makeShop();
    const order = orderBody({ ref: shop.code, price: "100.00", quantity: 2 });
    await deliver(shop, "orders/create", order);
    await emptyInbox();
    await deliver(shop, "refunds/create", refundBody(order.id, { amount: "100.00" }));
    await emptyInbox();
    await send(shop, minutes(1));
    expect(textOf(server.arrivedAt(shop.email)[0]?.raw ?? "")).toContain(
      "Your commission is $10.00. It will be approved",
    );
  });

  it("says how much is missing to the next tier, by sales and by orders", async () => {
    const pay = { kind: "percentage", rateBps: 2000 } as const;
    const below = { kind: "percentage", rateBps: 1500 } as const;
    const period = { kind: "calendar", unit: "month" } as const;
    const tiered = (atLeast: Threshold) =>
      ({ kind: "tiered", period, below, steps: [{ atLeast, pay }] }) as const;
    const bySales = await makeShop("en", {
      commission: tiered({ measure: "sales", amount: { minor: 33_900n, currency: "USD" } }),
    });
    const byOrders = await makeShop("de", { commission: tiered({ measure: "orders", count: 3 }) });
    for (const shop of [bySales, byOrders]) {
      await sell(shop);
      await send(shop, minutes(1));
    }
    expect(textOf(server.arrivedAt(bySales.email)[0]?.raw ?? "")).toContain(
      "Your commission is $19.35 (15% of $129.00). It will be approved by Apr 1 unless the order is refunded.\n\n$210.00 more this month and you earn 20%.",
    );
    expect(textOf(server.arrivedAt(byOrders.email)[0]?.raw ?? "")).toContain(
      "Noch 2 Bestellungen in diesem Monat, und du verdienst 20 %.",
    );
  });

  it("sends many sales at once as one digest, and after three emails within an hour one more an hour later", async () => {
    const shop = await makeShop();
    for (let sale = 0; sale < 5; sale += 1) await sell(shop, "10.00");
    await send(shop, minutes(1));
    const [digest] = server.arrivedAt(shop.email);
    expect(digest?.subject).toBe("You earned $5.00 from Demo Store");
    expect(textOf(digest?.raw ?? "")).toContain(
      "Hi Maya, 5 orders were credited to you. Your commissions come to $5.00.",
    );
    for (const minute of [2, 3, 4, 5]) {
      await sell(shop, "10.00");
      await send(shop, minutes(minute));
    }
    expect(server.arrivedAt(shop.email)).toHaveLength(3);
    await send(shop, minutes(60));
    expect(server.arrivedAt(shop.email)).toHaveLength(3);
    await send(shop, minutes(61));
    const last = server.arrivedAt(shop.email).at(-1);
    expect(server.arrivedAt(shop.email)).toHaveLength(4);
    expect(textOf(last?.raw ?? "")).toContain("Hi Maya, 2 orders were credited to you.");
  });

  it("sends one digest at eight the next morning to an affiliate who chose daily emails", async () => {
    const shop = await makeShop();
    await db().update(shops).set({ timeZone: "America/New_York" }).where(eq(shops.shopId, shop.shopId));
    await chooseEmailFrequency(shop, "daily");
    await sell(shop, "10.00");
    await sell(shop, "10.00");
    await send(shop, minutes(1));
    // Arrival is March 9, 20:00 in New York, which is at UTC-4.
    await send(shop, new Date("2026-03-10T11:59:00Z"));
    expect(server.arrivedAt(shop.email)).toEqual([]);
    await send(shop, new Date("2026-03-10T12:00:00Z"));
    const mails = server.arrivedAt(shop.email);
    expect(mails).toHaveLength(1);
    expect(textOf(mails[0]?.raw ?? "")).toContain("Hi Maya, 2 orders were credited to you.");
  });

  it("sends nothing to an affiliate who wants no emails", async () => {
    const shop = await makeShop();
    await chooseEmailFrequency(shop, "never");
    await sell(shop);
    await send(shop, minutes(1));
    expect(server.arrivedAt(shop.email)).toEqual([]);
    expect(await statesOf(shop)).toEqual(["commission.created skipped"]);
  });

  it("names an address that ends such emails with one click, in the header and in the footer", async () => {
    const shop = await makeShop();
    await sell(shop);
    await send(shop, minutes(1));
    const [mail] = server.arrivedAt(shop.email);
    const header = /^List-Unsubscribe: <(http:\S+)>\r$/m.exec(mail?.raw ?? "")?.[1] ?? "";
    expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(textOf(mail?.raw ?? "")).toContain(`Notification settings and unsubscribe: ${header}`);
    const token = new URL(header).searchParams.get("token") ?? "";
    expect((await findByEmailToken(token))?.affiliate.affiliateId).toBe(shop.affiliateId);
  });

  it("escapes a name in the HTML part and keeps line breaks out of the headers", async () => {
    const shop = await makeShop();
    await db()
      .update(shops)
      .set({ displayName: "A <b>Store\r\nBcc: other@example.com" })
      .where(eq(shops.shopId, shop.shopId));
    await sell(shop);
    await send(shop, minutes(1));
    const [mail] = server.arrivedAt(shop.email);
    expect(decodeQuoted(mail?.raw ?? "")).toContain("A &lt;b&gt;Store");
    expect(mail?.raw.split("\r\n\r\n", 1)[0]).not.toMatch(/^Bcc:/im);
  });

  it("emails nobody without a mail server, who is suspended, or whose store removed the app", async () => {
    const [waiting, suspended, removed] = [await makeShop(), await makeShop(), await makeShop()];
    for (const shop of [waiting, suspended, removed]) await sell(shop);
    await db()
      .update(affiliates)
      .set({ status: "suspended" })
      .where(eq(affiliates.affiliateId, suspended.affiliateId));
    await db().update(shops).set({ uninstalledAt: arrival }).where(eq(shops.shopId, removed.shopId));
    for (const shop of [suspended, removed]) {
      await send(shop, minutes(1));
      expect(await statesOf(shop)).toEqual(["commission.created skipped"]);
      expect(server.arrivedAt(shop.email)).toEqual([]);
    }
    expect(await statesOf(waiting)).toEqual(["commission.created waiting"]);
  });

  it("forgets events after their time, and all of them with the shop", async () => {
    const [old, redacted] = [await makeShop(), await makeShop()];
    for (const shop of [old, redacted]) await sell(shop);
    const [event] = await db().select().from(outboxEvents).where(eq(outboxEvents.shopId, old.shopId));
    if (!event) throw new Error("No event was recorded.");
    await dropEvents(db(), old.shopId, event.createdAt);
    expect(await countEvents(old)).toBe(1);
    await dropEvents(db(), old.shopId, new Date(event.createdAt.getTime() + 1));
    expect(await countEvents(old)).toBe(0);
    expect(await statesOf(old)).toEqual([]);
    await db().update(shops).set({ uninstalledAt: arrival }).where(eq(shops.shopId, redacted.shopId));
    await redactShop(redacted.shopId, { triggeredAt: minutes(1), now: minutes(1) });
    expect(await countEvents(redacted)).toBe(0);
  });
});
