import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventPayloads } from "#app/contracts/event.ts";
import type { PaymentId } from "#app/domain/ids.ts";
import type { Threshold } from "#app/domain/terms/terms.ts";
import { createClaim } from "#app/flows/attribution/claims.ts";
import { chooseEmailFrequency } from "#app/flows/emails/choose-frequency.ts";
import { sendShopEmails } from "#app/flows/emails/send-event-emails.ts";
import { announceStatementsOf } from "#app/flows/emails/announce-statements.ts";
import { decideClaim } from "#app/flows/attribution/decide-claim.ts";
import { applyNews } from "#app/flows/settlement/apply-news.ts";
import { releaseOfShop } from "#app/flows/commissions/release-commissions.ts";
import { changePayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { updateProgram, withdrawTerms } from "#app/flows/programs/update-program.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { claims } from "#app/store/schema/attribution.ts";
import { eventEmails, outboxEvents } from "#app/store/schema/emails.ts";
import { shops } from "#app/store/schema/shops.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { arrival, deliver, emptyInbox, read } from "../../support/inbox.ts";
import { type MailServer, startMailServer } from "../../support/mail-server.ts";
import { textOf } from "../../support/email-text.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { makePayees, planned, tester } from "../../support/planned-payouts.ts";
import { makeSellingShop, type SellingOptions, type SellingShop } from "../../support/selling-shop.ts";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

const minutes = (count: number) => new Date(arrival.getTime() + count * 60_000);
const by = (count: number) => ({ actor: tester, now: minutes(count) });

async function makeShop(language: "en" | "de", terms: SellingOptions["terms"] = {}) {
  const shop = await makeSellingShop({ terms });
  await db().update(shops).set({ displayName: "Demo Store" }).where(eq(shops.shopId, shop.shopId));
  await db()
    .update(affiliates)
    .set({ name: "Maya", language })
    .where(eq(affiliates.affiliateId, shop.affiliateId));
  return { ...shop, currency: "USD", timeZone: "UTC", email: `${shop.affiliateId}@example.com` };
}

async function sell(shop: SellingShop, price = "100.00") {
  const body = orderBody({ ref: shop.code, price });
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  return body;
}

const send = ({ shopId }: Pick<SellingShop, "shopId">, at: Date) => sendShopEmails(shopId, () => at);
const subjects = ({ email }: { email: string }) => server.arrivedAt(email).map((mail) => mail.subject);
const newest = ({ email }: { email: string }) => textOf(server.arrivedAt(email).at(-1)?.raw ?? "");

/** The events of a shop, each of which has to keep its contract. */
async function eventsOf({ shopId }: Pick<SellingShop, "shopId">) {
  const rows = await db()
    .select()
    .from(outboxEvents)
    .where(eq(outboxEvents.shopId, shopId))
    .orderBy(outboxEvents.eventId);
  return rows.map(({ name, payload }) => ({ name, payload: eventPayloads[name].parse(payload) }));
}

describe("emails about other events", () => {
  it("tell about a bonus and a tier once, and not again when an order reaches it after a refund", async () => {
    const atLeast: Threshold = { measure: "orders", count: 2 };
    const pay = { kind: "percentage", rateBps: 2000 } as const;
    const below = { kind: "percentage", rateBps: 1000 } as const;
    const shop = await makeShop("en", {
      commission: {
        kind: "tiered",
        period: { kind: "ever" },
        below,
        steps: [{ atLeast, pay }],
      },
      bonuses: [
        {
          id: "bon_1",
          name: "Second order",
          atLeast,
          repeats: false,
          amount: { minor: 500n, currency: "USD" },
        },
      ],
    });
    await sell(shop);
    const second = await sell(shop);
    await send(shop, minutes(1));
    expect(subjects(shop)).toEqual(
      expect.arrayContaining([
        "You earned a bonus of $5.00 from Demo Store",
        "You reached the next tier at Demo Store",
      ]),
    );
    const texts = server.arrivedAt(shop.email).map((mail) => textOf(mail.raw));
    expect(texts.some((text) => text.includes('the program "Partners". You now earn 20%.'))).toBe(true);
    await deliver(shop, "refunds/create", refundBody(second.id, { amount: "100.00" }));
    await emptyInbox();
    await sell(shop);
    const names = (await eventsOf(shop)).map((one) => one.name);
    expect(names.filter((name) => name === "tier.reached")).toHaveLength(1);
    expect(names.filter((name) => name === "bonus.earned")).toHaveLength(1);
  });

  it("tell how a claim was answered, with the store's answer, in German", async () => {
    const shop = await makeShop("de");
    await createClaim(shop, { order: "#77", note: "" }, arrival);
    const [claim] = await db().select().from(claims).where(eq(claims.shopId, shop.shopId));
    await decideClaim({ shop, ...by(1) }, claim?.claimId ?? "", {
      decision: "decline",
      answer: "Someone else sent the customer.",
    });
    await send(shop, minutes(2));
    expect(subjects(shop)).toEqual(["Demo Store hat deine Meldung zu Bestellung #77 abgelehnt"]);
    expect(newest(shop)).toContain("Someone else sent the customer.");
    expect(await eventsOf(shop)).toMatchObject([
      { name: "claim.decided", payload: { orderName: "#77", decision: "declined" } },
    ]);
  });

  it("tell in words how terms change, and that the change was withdrawn", async () => {
    const shop = await makeShop("en");
    const lower = { commission: { kind: "percentage", rateBps: 800 } } as const;
    await updateProgram({ shop, ...by(0) }, shop.programId, { terms: lower });
    await send(shop, minutes(1));
    expect(newest(shop)).toContain("10% → 8%");
    await withdrawTerms({ shop, ...by(2) }, shop.programId, {});
    await send(shop, minutes(3));
    expect(subjects(shop)).toHaveLength(2);
    expect(await eventsOf(shop)).toMatchObject([
      { name: "terms.changed", payload: { effect: "reduction", version: 2, previousVersion: 1 } },
      { name: "terms.withdrawn", payload: { version: 2 } },
    ]);
  });

  it("skip a change of terms that was withdrawn before anybody was told, and its withdrawal", async () => {
    const shop = await makeShop("en");
    const lower = { commission: { kind: "percentage", rateBps: 800 } } as const;
    await updateProgram({ shop, ...by(0) }, shop.programId, { terms: lower });
    await withdrawTerms({ shop, ...by(1) }, shop.programId, {});
    await send(shop, minutes(2));
    expect(subjects(shop)).toEqual([]);
  });

  it("tell of terms to an affiliate who wants no emails, and of no claim", async () => {
    const shop = await makeShop("en");
    await chooseEmailFrequency(shop, "never");
    const higher = { commission: { kind: "percentage", rateBps: 1200 } } as const;
    await updateProgram({ shop, ...by(0) }, shop.programId, { terms: higher });
    await createClaim(shop, { order: "#77", note: "" }, arrival);
    const [claim] = await db().select().from(claims).where(eq(claims.shopId, shop.shopId));
    await decideClaim({ shop, ...by(1) }, claim?.claimId ?? "", { decision: "decline", answer: "" });
    await send(shop, minutes(2));
    expect(subjects(shop)).toHaveLength(1);
    expect(newest(shop)).toContain("10% → 12%");
  });

  it("tell that a statement is ready, once a month", async () => {
    const shop = await makeShop("de");
    await sell(shop);
    const april = new Date("2026-04-01T06:00:00Z");
    expect(await announceStatementsOf(shop.shopId, april)).toBe(1);
    expect(await announceStatementsOf(shop.shopId, april)).toBe(0);
    await send(shop, april);
    expect(newest(shop)).toContain("Hallo Maya, deine Abrechnung für März 2026 ist fertig.");
  });

  it("tell that the minimum payout goes up, and from when", async () => {
    const shop = await makeShop("en");
    const settings = {
      schedule: "manual",
      sendsByItself: false,
      methods: ["manual"],
      feeBearer: "shop",
      limits: [{ currency: "USD", minimumMinor: 5000n, approvalMinor: null }],
    } as const;
    await changePayoutSettings({ shop, ...by(0) }, settings);
    await changePayoutSettings({ shop, ...by(1) }, settings);
    await send(shop, minutes(2));
    expect(subjects(shop)).toEqual(["Demo Store raises its minimum payout"]);
    expect(newest(shop)).toContain("from Mar 24, 2026, Demo Store pays out balances of $50.00 or more.");
  });

  it("are not caused by past orders that are imported, nor by their approval", async () => {
    const shop = await makeShop("en");
    const body = orderBody({ ref: shop.code, createdAt: "2026-01-05T10:00:00Z" });
    const news = read({ shopId: shop.shopId, topic: "orders/create", body: JSON.stringify(body) });
    await inTransaction(async (tx) => {
      const own = (await orderShopsOf(tx, [shop.shopId])).get(shop.shopId);
      if (!own) throw new Error("There is no such shop.");
      await applyNews(tx, own, [{ news, fresh: true }], arrival, { isImport: true });
    });
    expect(await releaseOfShop(shop.shopId, minutes(1))).toBe(1);
    await send(shop, minutes(2));
    expect(await eventsOf(shop)).toEqual([]);
  });

  it("record that a payment was sent, and email when it was paid", async () => {
    const shop = await makePayees(1, () => ({ kind: "paypal", email: "zoe@paypal.example" }));
    const [payee] = shop.payees;
    if (!payee) throw new Error("Nobody is paid.");
    const { payments } = await planned(shop, [{ payee, amountMinor: 1000n }], { now: arrival });
    const paymentId = payments[0]?.paymentId as PaymentId;
    const moves = [
      { said: "app", to: "sending" },
      { said: "provider", to: "sent" },
      { said: "provider", to: "paid" },
    ] as const;
    for (const [index, move] of moves.entries()) {
      await inTransaction((tx) =>
        movePayments(tx, shop.shopId, [{ paymentId, move }], { now: minutes(index) }),
      );
    }
    expect((await eventsOf(shop)).map((one) => one.name)).toEqual(["payment.sent", "payment.paid"]);
    const told = await db()
      .select()
      .from(eventEmails)
      .where(and(eq(eventEmails.shopId, shop.shopId), eq(eventEmails.affiliateId, payee.affiliateId)));
    expect(told.map((one) => one.eventName)).toEqual(["payment.paid"]);
  });
});
