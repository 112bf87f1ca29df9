import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PaymentId } from "#app/domain/ids.ts";
import type { Move } from "#app/domain/payouts/payment.ts";
import { chooseEmailFrequency } from "#app/flows/emails/choose-frequency.ts";
import { sendShopEmails } from "#app/flows/emails/send-event-emails.ts";
import { releaseOfShop } from "#app/flows/commissions/release-commissions.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { outboxEvents } from "#app/store/schema/emails.ts";
import { shops } from "#app/store/schema/shops.ts";
import { type MailServer, startMailServer } from "../../support/mail-server.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";
import { giveAccount, makePayees, planned } from "../../support/planned-payouts.ts";
import { textOf } from "../../support/email-text.ts";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

const start = new Date("2026-04-01T09:00:00Z");

type End = "paid" | "unclaimed" | "returned" | "failed";

/** A payment of 10.00 to one affiliate, and how to move it on. */
async function payment(language: "en" | "de" = "en") {
  const shop = await makePayees(1, () => ({ kind: "paypal", email: "zoe@paypal.example" }));
  const [payee] = shop.payees;
  if (!payee) throw new Error("Nobody is paid.");
  await db()
    .update(shops)
    .set({ displayName: "Demo Store", contactEmail: "owner@shop.test" })
    .where(eq(shops.shopId, shop.shopId));
  await db()
    .update(affiliates)
    .set({ name: "Maya", language })
    .where(eq(affiliates.affiliateId, payee.affiliateId));
  const { payments } = await planned(shop, [{ payee, amountMinor: 1000n }], { now: start });
  const paymentId = payments[0]?.paymentId as PaymentId;
  const move = (step: Move) =>
    inTransaction((tx) => movePayments(tx, shop.shopId, [{ paymentId, move: step }], { now: start }));
  await move({ said: "app", to: "sending" });
  return {
    ...shop,
    affiliateId: payee.affiliateId,
    end: (to: End) => move({ said: "provider", to }),
    send: () => sendShopEmails(shop.shopId, () => start),
    mails: () => server.arrivedAt(`${payee.affiliateId}@example.com`),
  };
}

describe("emails about payments", () => {
  it("say once that one was paid, without the account in full", async () => {
    const paid = await payment();
    await paid.send();
    expect(paid.mails()).toEqual([]);
    await paid.end("paid");
    await paid.end("paid");
    await Promise.all([paid.send(), paid.send()]);
    await paid.send();
    expect(paid.mails().map((mail) => mail.subject)).toEqual(["Demo Store paid you $10.00"]);
    const raw = paid.mails()[0]?.raw ?? "";
    expect(textOf(raw)).toContain("Hi Maya, $10.00 is on its way to your PayPal account masked.");
    expect(textOf(raw)).toContain("Questions? Reply to this email.");
    expect(textOf(raw)).toContain("View payout: http");
    expect(raw).toMatch(/^Reply-To: owner@shop\.test\r$/m);
    expect(raw).not.toContain("zoe@paypal.example");
    const events = await db().select().from(outboxEvents).where(eq(outboxEvents.shopId, paid.shopId));
    expect(events.map(({ name, payload }) => ({ name, payload }))).toMatchObject([
      {
        name: "payment.paid",
        payload: { method: "paypal", amount: { amount: "10.00", currencyCode: "USD" } },
      },
    ]);
  });

  it("say that one is waiting and then that it was returned, with what to do", async () => {
    const waiting = await payment();
    await waiting.end("unclaimed");
    await waiting.send();
    await waiting.end("returned");
    await waiting.send();
    expect(waiting.mails().map((mail) => mail.subject)).toEqual([
      "$10.00 from Demo Store is waiting for you at PayPal",
      "A payout of $10.00 was returned",
    ]);
    const [unclaimed = "", returned = ""] = waiting.mails().map((mail) => textOf(mail.raw));
    expect(unclaimed).toContain("Open an account with this address");
    expect(returned).toContain("/portal/payout-details");
  });

  it("tell only where a payment is when the email is sent", async () => {
    const waiting = await payment();
    await waiting.end("unclaimed");
    await waiting.end("returned");
    await waiting.send();
    expect(waiting.mails().map((mail) => mail.subject)).toEqual(["A payout of $10.00 was returned"]);
  });

  it("come in German, to an affiliate who wants no other emails and after the app was removed", async () => {
    const paid = await payment("de");
    await chooseEmailFrequency(paid, "never");
    await db().update(shops).set({ uninstalledAt: start }).where(eq(shops.shopId, paid.shopId));
    await paid.end("paid");
    await paid.send();
    const [mail] = paid.mails();
    expect(textOf(mail?.raw ?? "")).toContain(
      "Hallo Maya, 10,00 $ sind unterwegs zu deinem PayPal-Konto masked.",
    );
    expect(mail?.raw).not.toContain("List-Unsubscribe");
  });

  it("name the order whose refund is deducted", async () => {
    const shop = { ...(await makeSellingShop()), currency: "USD", payees: [] };
    const { shopId, affiliateId } = shop;
    const payee = await giveAccount(shopId, affiliateId, { kind: "paypal", email: "zoe@paypal.example" });
    const order = orderBody({
      ref: shop.code,
      price: "20.00",
      quantity: 5,
      createdAt: "2026-03-01T10:00:00Z",
    });
    await deliver(shop, "orders/create", order);
    await emptyInbox();
    expect(await releaseOfShop(shopId, start)).toBe(1);
    const pay = async (amountMinor: bigint, at: Date) => {
      const { payments } = await planned(shop, [{ payee, amountMinor }], { now: start });
      const paymentId = payments[0]?.paymentId as PaymentId;
      for (const move of [
        { said: "app", to: "sending" },
        { said: "provider", to: "paid" },
      ] satisfies Move[]) {
        await inTransaction((tx) => movePayments(tx, shopId, [{ paymentId, move }], { now: at }));
      }
    };
    await pay(1000n, start);
    await deliver(shop, "refunds/create", refundBody(order.id, { amount: "20.00" }));
    await emptyInbox();
    const later = new Date(start.getTime() + 1000);
    await pay(500n, later);
    await sendShopEmails(shopId, () => later);
    const paid = server
      .arrivedAt(`${affiliateId}@example.com`)
      .filter((mail) => mail.subject.includes("paid you"))
      .map((mail) => textOf(mail.raw));
    expect(paid).toHaveLength(2);
    expect(paid[0]).not.toContain("Includes");
    expect(paid[1]).toContain(`Includes -$2.00 for a refund of ${order.name}.`);
  });

  it("say what to check where a payment failed", async () => {
    const failed = await payment();
    await failed.end("failed");
    await failed.send();
    expect(failed.mails().map((mail) => mail.subject)).toEqual(["A payout of $10.00 was returned"]);
    expect(textOf(failed.mails()[0]?.raw ?? "")).toContain(
      "Hi Maya, Demo Store couldn't pay you $10.00 to masked. The money is back in your balance.",
    );
  });
});
