import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { idPrefixes, type PaymentId } from "#app/domain/ids.ts";
import type { PayoutAccount } from "#app/domain/payouts/details.ts";
import { createFile, readFile } from "#app/flows/payouts/bank-files.ts";
import { cancelSection } from "#app/flows/payouts/cancel-section.ts";
import { cancelRequest, retryRequest } from "#app/flows/payouts/request-actions.ts";
import { decideSection, decidePayments, type PaymentDecision } from "#app/flows/payouts/decide-payments.ts";
import { pausePayouts } from "#app/flows/payouts/pause-payouts.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { sendSection } from "#app/flows/payouts/send-due.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { requestsOfSection, findSection } from "#app/store/payout-requests.ts";
import { findPayments } from "#app/store/payout-payments.ts";
import { findShop } from "#app/store/shops.ts";
import { payoutDetails, payoutPayments } from "#app/store/schema/payouts.ts";
import { makePayees, planned, tester } from "../../support/planned-payouts.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { whyOf } from "../../support/why.ts";

const now = new Date("2026-11-20T10:00:00Z");
const clock = { now: () => now, chance: () => 0.5 };
const by = { actor: tester, now };
const paid: PaymentDecision = { to: "paid", reference: "RUN-7", note: "", happenedAt: now };
const notPaid: PaymentDecision = { ...paid, to: "failed", reference: "" };

const on = (day: string): PaymentDecision => ({ ...paid, happenedAt: new Date(`${day}T00:00:00Z`) });

const iban: PayoutAccount = {
  kind: "iban",
  holder: '=HYPERLINK("http://evil")',
  country: "DE",
  currency: "EUR",
  iban: "DE89370400440532013000",
  bic: "COBADEFFXXX",
};
const us: PayoutAccount = {
  kind: "us",
  holder: 'Ann "The Bank" O’Hara, Inc.',
  country: "US",
  currency: "USD",
  routingNumber: "021000021",
  accountNumber: "000123456789",
  accountType: "checking",
};

async function bankSection() {
  const shop = await makePayees(2, (index) => (index === 0 ? iban : us));
  const amounts = shop.payees.map((payee, index) => ({ payee, amountMinor: 1050n + BigInt(index) }));
  const { sectionId, payments } = await planned(shop, amounts, { now, method: "bank" });
  await sendSection({ shopId: shop.shopId, sectionId }, clock);
  const [request] = await requestsOfSection(db(), shop.shopId, { sectionId, after: 0, limit: 5 });
  const requestId = request?.requestId ?? "";
  const ids = payments.map((one) => one.paymentId);
  const statuses = async () => {
    const rows = await findPayments(db(), shop.shopId, ids);
    return ids.map((id) => rows.find((one) => one.paymentId === id)?.status);
  };
  return { shop, sectionId, ids, requestId, statuses };
}

describe("a file for the bank", () => {
  it("is frozen, created in one format, and downloaded byte by byte again", async () => {
    const { shop, sectionId, ids, requestId, statuses } = await bankSection();
    expect(await statuses()).toEqual(["sending", "sending"]);
    expect(await readFile(shop.shopId, requestId)).toMatchObject({ refused: "conflict" });
    expect(await decidePayments({ shop, ...by }, ids, paid)).toMatchObject({ refused: "conflict" });
    expect(await createFile({ shop, ...by }, { requestId, columns: "wise" })).toBeNull();
    expect(await statuses()).toEqual(["sent", "sent"]);
    const [first, second] = [await readFile(shop.shopId, requestId), await readFile(shop.shopId, requestId)];
    if (isRefusal(first)) throw new Error(whyOf(first));
    expect(second).toEqual(first);
    const lines = first.text.split("\r\n");
    expect(lines[0]).toBe(
      '"name","recipientEmail","paymentReference","receiverType","amountCurrency","amount","sourceCurrency","targetCurrency","IBAN","BIC","abartn","sortCode","bankCode","accountNumber","accountType","addressCountryCode"',
    );
    const ofIban = lines.find((line) => line.includes("DE8937"));
    expect(ofIban).toMatch(/^"'=HYPERLINK\(""http:\/\/evil""\)",/);
    expect(ofIban).toContain('"target","10.50","USD","USD"');
    expect(lines.find((line) => line.includes("021000021"))).toContain('"000123456789","CHECKING","US"');
    expect(await createFile({ shop, ...by }, { requestId, columns: "wise" })).toBeNull();
    expect(await createFile({ shop, ...by }, { requestId, columns: "generic" })).toMatchObject({
      refused: "conflict",
    });
    expect(await cancelRequest({ shop, ...by }, requestId)).toMatchObject({ refused: "conflict" });
    expect(await retryRequest({ shop, ...by }, requestId)).toMatchObject({ refused: "conflict" });
    const handed = await listAudit(db(), shop.shopId, { kind: "payout_section", id: sectionId });
    expect(handed.filter((one) => one.action === "handed over")).toHaveLength(1);
  });

  it("that nobody downloaded is canceled, and then there is none", async () => {
    const { shop, sectionId, requestId, statuses } = await bankSection();
    expect(await cancelRequest({ shop, ...by }, requestId)).toBeNull();
    expect(await statuses()).toEqual(["canceled", "canceled"]);
    expect(await createFile({ shop, ...by }, { requestId, columns: "wise" })).toMatchObject({
      refused: "conflict",
    });
    expect((await findSection(db(), shop.shopId, sectionId))?.status).toBe("done");
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("is not canceled while a worker still makes the other files of its section", async () => {
    const { shop, sectionId, ids, statuses } = await bankSection();
    const [made] = await db()
      .select()
      .from(payoutPayments)
      .where(eq(payoutPayments.sectionId, sectionId))
      .limit(1);
    if (!made) throw new Error("Nothing was planned.");
    const { affiliateId } = await addAffiliate(shop);
    const paymentId = newId<PaymentId>(idPrefixes.payment, now);
    const unfrozen = { paymentId, affiliateId, requestId: null, status: "planned" };
    await db()
      .insert(payoutPayments)
      .values({ ...made, ...unfrozen });
    expect(await cancelSection({ shop, ...by }, sectionId)).toMatchObject({
      reason: { code: "payout_preparing" },
    });
    expect(await statuses()).toEqual(["sending", "sending"]);
    expect(await findPayments(db(), shop.shopId, [...ids, paymentId])).toHaveLength(3);
  });

  it("is not created once a payment in it may not be made any more, and is canceled instead", async () => {
    const { shop, requestId, statuses } = await bankSection();
    const [first] = shop.payees;
    if (!first) throw new Error("Nobody is there.");
    const ofFirst = eq(payoutDetails.detailsId, first.detailsId);
    await db().update(payoutDetails).set({ endedAt: now }).where(ofFirst);
    const refused = await createFile({ shop, ...by }, { requestId, columns: "wise" });
    expect(refused).toMatchObject({
      refused: "conflict",
      reason: { code: "payments_barred", what: "details_changed", count: 1 },
    });
    expect(await statuses()).toEqual(["sending", "sending"]);
    expect(await readFile(shop.shopId, requestId)).toMatchObject({ refused: "conflict" });
    expect(await cancelRequest({ shop, ...by }, requestId)).toBeNull();
    expect(await statuses()).toEqual(["canceled", "canceled"]);
  });

  it("that somebody has stays theirs, whatever changes afterwards", async () => {
    const { shop, requestId } = await bankSection();
    expect(await createFile({ shop, ...by }, { requestId, columns: "wise" })).toBeNull();
    const [first] = shop.payees;
    if (!first) throw new Error("Nobody is there.");
    expect(await pausePayouts({ shop, ...by }, first.affiliateId, "Asked")).toBeNull();
    expect(await createFile({ shop, ...by }, { requestId, columns: "wise" })).toBeNull();
    expect(await readFile(shop.shopId, requestId)).toMatchObject({
      text: expect.stringContaining("DE89370400440532013000"),
    });
  });

  it("is not another shop's", async () => {
    const [{ requestId, ids }, other] = [await bankSection(), await bankSection()];
    const { shopId } = other.shop;
    expect(await createFile({ shop: { shopId }, ...by }, { requestId, columns: "wise" })).toMatchObject({
      refused: "not-found",
    });
    expect(await readFile(shopId, requestId)).toMatchObject({ refused: "not-found" });
    expect(await cancelRequest({ shop: { shopId }, ...by }, requestId)).toMatchObject({
      refused: "not-found",
    });
    expect(await decidePayments({ shop: { shopId }, ...by }, ids, paid)).toMatchObject({
      refused: "not-found",
    });
  });
});

describe("a person's decision", () => {
  it("settles some, ends the others, takes one back, and ends the section", async () => {
    const { shop, sectionId, ids, requestId, statuses } = await bankSection();
    await createFile({ shop, ...by }, { requestId, columns: "generic" });
    const [first = "", second = ""] = ids;
    expect(await decidePayments({ shop, ...by }, [first], notPaid)).toBe(1);
    expect(await decideSection({ shop, ...by }, sectionId, paid)).toBe(1);
    expect(await statuses()).toEqual(["failed", "paid"]);
    expect((await findSection(db(), shop.shopId, sectionId))?.status).toBe("done");
    // Both were said wrongly: the one was paid after all, the other came back.
    expect(await decidePayments({ shop, ...by }, [first], paid)).toBe(1);
    expect(
      await decidePayments({ shop, ...by }, [second], { ...notPaid, to: "returned", note: "IBAN closed" }),
    ).toBe(1);
    expect(await statuses()).toEqual(["paid", "returned"]);
    expect(await decidePayments({ shop, ...by }, [second], paid)).toMatchObject({ refused: "conflict" });
    const balances = await balancesOf(
      db(),
      shop.shopId,
      shop.payees.map((one) => one.affiliateId),
    );
    const of = (index: number) => balances.get(shop.payees[index]?.affiliateId ?? ("" as never))?.[0];
    expect(of(0)).toMatchObject({ paidMinor: 1050n, payableMinor: 0n, inTransitMinor: 0n });
    expect(of(1)).toMatchObject({ paidMinor: 0n, payableMinor: 1051n, inTransitMinor: 0n });
    const history = await listAudit(db(), shop.shopId, { kind: "payment", id: second });
    // Both words of the person are of one millisecond, in which ids have no order.
    expect(history.find((one) => one.action === "returned")).toMatchObject({
      actorName: "Ada",
      details: { note: "IBAN closed" },
    });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("about several counts for all of them or for none", async () => {
    const { shop, ids, requestId, statuses } = await bankSection();
    await createFile({ shop, ...by }, { requestId, columns: "generic" });
    const [, second = "" as PaymentId] = ids;
    expect(await decidePayments({ shop, ...by }, [second], notPaid)).toBe(1);
    const told = { paymentId: second, move: { said: "provider", to: "paid" } } as const;
    await inTransaction((tx) => movePayments(tx, shop.shopId, [told], { now }));
    expect(await decidePayments({ shop, ...by }, ids, { ...paid, to: "returned" })).toMatchObject({
      refused: "conflict",
    });
    expect(await statuses()).toEqual(["sent", "failed"]);
  });

  it("said by two at once counts once, and never of the future", async () => {
    const { shop, ids, requestId } = await bankSection();
    await createFile({ shop, ...by }, { requestId, columns: "generic" });
    const later = { ...paid, happenedAt: new Date(now.getTime() + 1) };
    expect(await decidePayments({ shop, ...by }, ids, later)).toMatchObject({ refused: "invalid" });
    await Promise.all([
      decidePayments({ shop, ...by }, ids, paid),
      decidePayments({ shop, ...by }, ids, paid),
    ]);
    const [balance] = (
      await balancesOf(
        db(),
        shop.shopId,
        shop.payees.slice(0, 1).map((one) => one.affiliateId),
      )
    ).values();
    expect(balance?.[0]).toMatchObject({ paidMinor: 1050n, inTransitMinor: 0n });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("is not about a day before the payment was planned, or for payments made long before the store had the app", async () => {
    const { shop, ids, requestId } = await bankSection();
    await createFile({ shop, ...by }, { requestId, columns: "generic" });
    const tooEarly = { refused: "invalid", errors: [{ field: "date" }] };
    expect(await decidePayments({ shop, ...by }, ids, on("2026-11-19"))).toMatchObject({
      ...tooEarly,
      reason: { code: "payout_after_day", day: { day: "2026-11-20" } },
    });
    expect(await decidePayments({ shop, ...by }, ids, on("2026-11-20"))).toBe(2);
    const amounts = shop.payees.map((payee) => ({ payee, amountMinor: 900n }));
    const { sectionId } = await planned(shop, amounts, { now, method: "manual" });
    await sendSection({ shopId: shop.shopId, sectionId }, clock);
    const { createdAt } = (await findShop(db(), shop.shopId)) ?? {};
    const since = new Date((createdAt?.getTime() ?? 0) - 365 * 86_400_000).toISOString().slice(0, 10);
    expect(await decideSection({ shop, ...by }, sectionId, on("1970-01-01"))).toMatchObject({
      ...tooEarly,
      reason: { code: "payout_after_day", day: { day: since } },
    });
    // Paid outside the app, and marked as paid a day later.
    expect(await decideSection({ shop, ...by }, sectionId, on("2026-11-19"))).toBe(2);
  });

  it("that is being written keeps a manual payout from being canceled", async () => {
    const shop = await makePayees(2, () => iban);
    const amounts = shop.payees.map((payee) => ({ payee, amountMinor: 900n }));
    const { sectionId, payments } = await planned(shop, amounts, { now, method: "manual" });
    const paymentId = payments[0]?.paymentId ?? ("" as PaymentId);
    const settled = { paymentId, move: { said: "person", to: "paid" }, happenedAt: now } as const;
    const canceled = await inTransaction(async (tx) => {
      await movePayments(tx, shop.shopId, [settled], by);
      const cancel = cancelSection({ shop, ...by }, sectionId);
      await setTimeout(300);
      return { cancel };
    });
    expect(await canceled.cancel).toMatchObject({ refused: "conflict" });
    expect((await findSection(db(), shop.shopId, sectionId))?.status).toBe("sending");
    expect(await decideSection({ shop, ...by }, sectionId, paid)).toBe(1);
  });

  it("marks only manual payments and files as paid, and never what a provider reports", async () => {
    const shop = await makePayees(2, () => iban);
    const amounts = shop.payees.map((payee) => ({ payee, amountMinor: 900n }));
    const outside = await planned(shop, amounts, { now, method: "manual" });
    await sendSection({ shopId: shop.shopId, sectionId: outside.sectionId }, clock);
    expect(await decideSection({ shop, ...by }, outside.sectionId, paid)).toBe(2);
    expect((await findSection(db(), shop.shopId, outside.sectionId))?.status).toBe("done");
    const paypal = await planned(shop, amounts, { now, method: "paypal" });
    const ids = paypal.payments.map((one) => one.paymentId);
    expect(await decidePayments({ shop, ...by }, ids, paid)).toMatchObject({ refused: "not-possible" });
    expect(await decideSection({ shop, ...by }, paypal.sectionId, paid)).toMatchObject({
      refused: "conflict",
    });
  });
});
