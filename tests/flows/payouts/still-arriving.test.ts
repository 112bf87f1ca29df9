import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PaymentId } from "#app/domain/ids.ts";
import type { Step } from "#app/domain/statements/match.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { decidePayments } from "#app/flows/payouts/decide-payments.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { compareAgain, readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { importReport } from "#app/flows/payouts/read-report.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { sendSection, sendDue } from "#app/flows/payouts/send-due.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { requestsOfSection } from "#app/store/payout-requests.ts";
import { findPayment } from "#app/store/payout-payments.ts";
import { findShop } from "#app/store/shops.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { importStatement } from "../../support/import-statement.ts";
import { accepted } from "../../support/accepted.ts";
import { makePayees, type PayeeShop, planned, tester } from "../../support/planned-payouts.ts";
import { type PaypalWorld, startPaypalWorld } from "./paypal-world.ts";

const [hourMs, dayMs] = [3_600_000, 86_400_000];
let world: PaypalWorld;
beforeAll(async () => {
  world = await startPaypalWorld();
});
afterAll(() => world.close());
const clock = { now: () => world.paypal.ctx.now(), chance: () => 0.5 };
const by = () => ({ actor: tester, now: clock.now() });

type Paying = {
  readonly shop: PayeeShop;
  readonly sectionId: string;
  readonly paymentId: PaymentId;
  /** The payment to the other affiliate. */
  readonly other: PaymentId;
};

/** Hands over what is planned, and hears what became of it. */
async function work({ shop, sectionId }: Pick<Paying, "shop" | "sectionId">): Promise<void> {
  await sendSection({ shopId: shop.shopId, sectionId }, clock);
  await world.paypal.settle();
  world.paypal.advance(hourMs);
  while (await sendDue(clock));
}

/** A payment of 7.00 to one affiliate, beside one to another that PayPal made. */
async function pay(email: string): Promise<Paying> {
  const receivers = [email, `other-${email}`];
  const shop = await makePayees(2, (index) => ({ kind: "paypal", email: receivers[index] ?? "" }));
  const [payee, other] = shop.payees;
  if (!payee || !other) throw new Error("There are two.");
  const first = await planned(shop, [{ payee: other, amountMinor: 500n }], { now: clock.now() });
  await work({ shop, ...first });
  const { sectionId, payments } = await planned(shop, [{ payee, amountMinor: 700n }], { now: clock.now() });
  const idOf = (all: typeof payments) => all[0]?.paymentId as PaymentId;
  return { shop, sectionId, paymentId: idOf(payments), other: idOf(first.payments) };
}

/** PayPal's report since a day ago. */
async function report(paying: Paying) {
  const { shop } = paying;
  const { shopId } = shop;
  const seller = await findShop(db(), shopId);
  if (!seller) throw new Error("The shop is gone.");
  const [first, last] = [new Date(clock.now().getTime() - 5 * dayMs), clock.now()].map((at) =>
    at.toISOString().slice(0, 10),
  );
  const days = { provider: "paypal", first: first ?? "", last: last ?? "" } as const;
  return await linesOf(paying, accepted(await importReport({ shop: seller, ...by() }, days)).statementId);
}

/** A file of PayPal's that has the other payment alone, of the day on which this one arrived. */
async function filePart(paying: Paying) {
  const { shop, paymentId, other } = paying;
  const seller = await findShop(db(), shop.shopId);
  if (!seller) throw new Error("The shop is gone.");
  const day = (await findPayment(db(), shop.shopId, paymentId))?.settledAt?.toISOString().slice(0, 10);
  const head = "Date,Type,Status,Currency,Gross,Fee,Transaction ID,Custom Number";
  const row = `${day},Mass Payment,Completed,USD,-5.00,-0.10,TXN-${other},${shop.shopId}:${other}`;
  const said = { provider: "paypal", fileName: "part.csv" };
  const bytes = Buffer.from([head, row].join("\r\n"));
  const taken = await importStatement({ shop: seller, actor: tester }, { bytes, said }, clock.now());
  return await linesOf(paying, accepted(taken).statementId);
}

/** Match and steps of a payment's line in a statement. */
async function linesOf({ shop: { shopId }, paymentId }: Paying, statementId: string) {
  await matchStatement({ shopId, statementId }, clock.now);
  const line = async () => {
    const { statement } = accepted(await readProviderStatement(shopId, statementId));
    const { lines } = accepted(await readLines(statement, {}, { page: 1, limit: 50 }));
    const found = lines.find((one) => one.line.paymentId === paymentId);
    if (!found) throw new Error("No line is about it.");
    return { number: found.line.number, match: found.line.match, steps: found.steps };
  };
  const again = async () => {
    await compareAgain(shopId, statementId);
    await matchStatement({ shopId, statementId }, clock.now);
  };
  const { number } = await line();
  const does = (step: Step) =>
    resolveLines({ shop: { shopId }, ...by() }, statementId, { numbers: [number], step, note: "" });
  return { line, does, again };
}

async function standOf({ shop, paymentId }: Paying) {
  const payment = await findPayment(db(), shop.shopId, paymentId);
  const affiliateId = payment?.affiliateId ?? ("" as never);
  const balance = (await balancesOf(db(), shop.shopId, [affiliateId])).get(affiliateId)?.[0];
  const { status, contradiction } = payment ?? {};
  return { status, contradiction, payable: balance?.payableMinor, paid: balance?.paidMinor };
}

const received = (email: string) =>
  BigInt(world.paypal.books().accounts.find((one) => one.account.includes(email))?.minor ?? 0);
const thereOf = (email: string) =>
  Object.values(world.paypal.ctx.state.items).find((one) => one.receiver === email)?.id ?? "";

const failNextRead = () =>
  world.paypal.switch({ faults: { unavailable: { times: 1, probability: 0, on: ["read"] } } });

describe("a payment that may still arrive", () => {
  it("is canceled at PayPal if it is unclaimed, and cannot be claimed afterwards", async () => {
    const email = "nobody+unclaimed@pay.example";
    const paying = await pay(email);
    await work(paying);
    await work(paying);
    expect(await standOf(paying)).toMatchObject({ status: "unclaimed", payable: 0n });
    const { line, does } = await report(paying);
    expect(await line()).toMatchObject({ match: "unclaimed", steps: ["take-back", "noted"] });
    expect(await does("return")).toMatchObject({ refused: "not-possible" });
    expect(await does("take-back")).toBe(1);
    expect(await standOf(paying)).toMatchObject({ status: "returned", contradiction: "", payable: 700n });
    expect(world.paypal.turn(thereOf(email), "SUCCESS")).toBe(false);
    expect(received(email)).toBe(0n);
    expect(await does("take-back")).toBe(0);
    expect(await line()).toMatchObject({ steps: [] });
    expect((await verifyShop(paying.shop.shopId)).differences).toEqual([]);
  });

  it("stays open where PayPal does not take it back: it was claimed meanwhile", async () => {
    const email = "late+unclaimed@pay.example";
    const paying = await pay(email);
    await work(paying);
    await work(paying);
    const { line, does, again } = await report(paying);
    expect(world.paypal.turn(thereOf(email), "SUCCESS")).toBe(true);
    expect(await does("take-back")).toMatchObject({ refused: "unavailable" });
    await work(paying);
    expect(await standOf(paying)).toMatchObject({ status: "paid", payable: 0n, paid: 700n });
    // The payment was claimed since the statement.
    expect(await line()).toMatchObject({ match: "unclaimed", steps: ["noted"] });
    await again();
    expect((await line()).steps).toEqual(["noted"]);
  });

  it("is not returned though it is missing: it is sent again automatically, and arrives once", async () => {
    const email = "doubt@pay.example";
    const paying = await pay(email);
    world.paypal.switch({ faults: { error: 1 } });
    await sendSection({ shopId: paying.shop.shopId, sectionId: paying.sectionId }, clock);
    expect(await standOf(paying)).toMatchObject({ status: "checking" });
    // A report cannot have missed a payment sent at this moment, so time passes first.
    world.paypal.advance(hourMs);
    const { line, does } = await report(paying);
    expect(await line()).toMatchObject({ match: "missing", steps: ["noted"] });
    expect(await does("return")).toMatchObject({ reason: { code: "line_step", what: "provider_may_pay" } });
    await work(paying);
    await work(paying);
    expect(await standOf(paying)).toMatchObject({ status: "paid", payable: 0n, paid: 700n });
    expect(received(email)).toBe(700n);
  });
});

describe("a payment that arrived and is missing in an incomplete file", () => {
  it("is not returned to the balance while PayPal reports it as paid, and is once PayPal reports it as returned", async () => {
    const email = "part@pay.example";
    const paying = await pay(email);
    await work(paying);
    await work(paying);
    expect(await standOf(paying)).toMatchObject({ status: "paid", payable: 0n });
    const { line, does } = await filePart(paying);
    expect(await line()).toMatchObject({ match: "missing", steps: ["return", "noted"] });
    expect(await does("return")).toMatchObject({
      refused: "conflict",
      reason: { code: "paypal_reports", status: "SUCCESS" },
    });
    failNextRead();
    expect(await does("return")).toMatchObject({ refused: "unavailable" });
    expect(await standOf(paying)).toMatchObject({ status: "paid", payable: 0n, paid: 700n });
    world.paypal.switch({ drop: true });
    expect(world.paypal.turn(thereOf(email), "REVERSED")).toBe(true);
    world.paypal.switch({ drop: false });
    expect(await does("return")).toBe(1);
    expect(await standOf(paying)).toEqual({ status: "returned", contradiction: "", payable: 700n, paid: 0n });
    expect(await line()).toMatchObject({ steps: [] });
    expect((await verifyShop(paying.shop.shopId)).differences).toEqual([]);
  });

  it("is returned to the balance by a person's decision where PayPal does not list it", async () => {
    const paying = await pay("unlisted@pay.example");
    await work(paying);
    await work(paying);
    const { does } = await filePart(paying);
    // As PayPal does with what is older than it keeps.
    for (const batch of Object.values(world.paypal.ctx.state.batches)) {
      batch.itemIds = batch.itemIds.filter(
        (id) => world.paypal.ctx.state.items[id]?.receiver !== "unlisted@pay.example",
      );
    }
    expect(await does("return")).toBe(1);
    expect(await standOf(paying)).toMatchObject({ status: "returned", payable: 700n, paid: 0n });
  });
});

/** PayPal has it, and a person is asked about it. */
async function leftToPerson(email: string): Promise<Paying> {
  const paying = await pay(email);
  const { shop, sectionId, paymentId } = paying;
  await sendSection({ shopId: shop.shopId, sectionId }, clock);
  const move = { said: "app", to: "needs_attention" } as const;
  await inTransaction((tx) => movePayments(tx, shop.shopId, [{ paymentId, move }], { now: clock.now() }));
  await world.paypal.settle();
  return paying;
}
const notPaid = ({ shop, paymentId }: Paying) => {
  const said = { to: "failed", reference: "", note: "", happenedAt: clock.now() } as const;
  return decidePayments({ shop, ...by() }, [paymentId], said);
};

describe("a payment that needs attention", () => {
  it("is not returned to the balance by a person's decision where PayPal reports it as paid, or does not answer now", async () => {
    const paying = await leftToPerson("person@pay.example");
    failNextRead();
    expect(await notPaid(paying)).toMatchObject({ refused: "unavailable" });
    expect(await standOf(paying)).toMatchObject({ status: "needs_attention", payable: 0n });
    expect(await notPaid(paying)).toMatchObject({
      refused: "conflict",
      reason: { code: "paypal_reports", status: "SUCCESS" },
    });
    expect(await standOf(paying)).toMatchObject({ status: "paid", payable: 0n, paid: 700n });
  });

  it("is returned to the balance once where PayPal says so too", async () => {
    const paying = await leftToPerson("back+returned@pay.example");
    expect(await notPaid(paying)).toBe(1);
    expect(await standOf(paying)).toMatchObject({ status: "returned", payable: 700n });
    expect((await verifyShop(paying.shop.shopId)).differences).toEqual([]);
  });

  it("is returned to the balance by a person's decision where PayPal is as silent as before", async () => {
    const paying = await leftToPerson("silent@pay.example");
    world.paypal.advance(30 * dayMs);
    failNextRead();
    expect(await notPaid(paying)).toBe(1);
    expect(await standOf(paying)).toMatchObject({ status: "failed", payable: 700n });
  });
});

it("a payment that arrives after its return needs attention, and a person marks it as paid", async () => {
  const email = "back+unclaimed@pay.example";
  const paying = await pay(email);
  const { shop, sectionId, paymentId } = paying;
  await work(paying);
  await work(paying);
  // As a person's word about it had it, who looked at something else.
  const back = { paymentId, move: { said: "person", to: "returned" } as const };
  await inTransaction((tx) => movePayments(tx, shop.shopId, [back], by()));
  expect(world.paypal.turn(thereOf(email), "SUCCESS")).toBe(true);
  await work(paying);
  const contradiction = reasonAsText({ code: "paypal_says_otherwise", said: "SUCCESS", status: "returned" });
  expect(await standOf(paying)).toMatchObject({ status: "returned", contradiction, payable: 700n });
  const { line, does } = await report(paying);
  expect(await line()).toMatchObject({ match: "paid", steps: ["settle", "noted"] });
  expect(await does("settle")).toBe(1);
  expect(await standOf(paying)).toEqual({ status: "paid", contradiction: "", payable: 0n, paid: 700n });
  const said = { to: "returned", reference: "", note: "", happenedAt: clock.now() } as const;
  expect(await decidePayments({ shop, ...by() }, [paymentId], said)).toMatchObject({
    refused: "not-possible",
  });
  const [chunk] = await requestsOfSection(db(), shop.shopId, {
    sectionId: sectionId as never,
    after: 0,
    limit: 1,
  });
  expect(chunk).toMatchObject({ status: "paid", nextAt: expect.any(Date) });
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
});

it("an overtaken answer no longer contradicts once PayPal repeats the newer one", async () => {
  const paying = await pay("slow@pay.example");
  const { shop, paymentId } = paying;
  await inTransaction(async (tx) => {
    const hear = (to: "returned" | "paid") =>
      movePayments(tx, shop.shopId, [{ paymentId, move: { said: "provider", to } }], { now: clock.now() });
    await movePayments(tx, shop.shopId, [{ paymentId, move: { said: "app", to: "sending" } }], {
      now: clock.now(),
    });
    await hear("returned");
    await hear("paid");
  });
  expect((await standOf(paying)).contradiction).not.toBe("");
  const heard = { paymentId, move: { said: "provider", to: "returned" } as const };
  await inTransaction((tx) => movePayments(tx, shop.shopId, [heard], { now: clock.now() }));
  expect(await standOf(paying)).toEqual({ status: "returned", contradiction: "", payable: 700n, paid: 0n });
});
