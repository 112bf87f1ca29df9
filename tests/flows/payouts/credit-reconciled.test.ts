import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { PaymentId } from "#app/domain/ids.ts";
import { mayStillCallMs } from "#app/domain/payouts/request.ts";
import { claimRequest } from "#app/flows/payouts/claim-request.ts";
import { freezeSection } from "#app/flows/payouts/freeze-section.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { compareAgain, readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { importReport } from "#app/flows/payouts/read-report.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { continueSections, sendCredit, sendDue } from "#app/flows/payouts/send-due.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { requestsOfSection } from "#app/store/payout-requests.ts";
import { findPayment } from "#app/store/payout-payments.ts";
import { findShop } from "#app/store/shops.ts";
import { credit } from "../../../local-shopify/commerce/store-credit.ts";
import { accepted } from "../../support/accepted.ts";
import { planned, tester } from "../../support/planned-payouts.ts";
import { creditsOf, type CreditWorld, startCreditWorld } from "./credit-world.ts";

const minuteMs = 60_000;
let world: CreditWorld;
beforeAll(async () => {
  world = await startCreditWorld(4);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

const time = { now: () => world.clock.now, chance: () => 0.5 };
const pass = (ms: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + ms);
};
async function work(): Promise<void> {
  await continueSections(time);
  while (await sendDue(time));
}

async function plan(index: number, amountMinor: bigint) {
  pass(1000);
  const payee = world.shop.payees[index];
  if (!payee) throw new Error("There is no such customer.");
  const payments = [{ payee, amountMinor }];
  const section = await planned(world.shop, payments, { now: world.clock.now, method: "store_credit" });
  return { ...section, paymentId: section.payments[0]?.paymentId as PaymentId };
}

async function pay(index: number, amountMinor: bigint) {
  const section = await plan(index, amountMinor);
  await work();
  return section;
}

/** A payment's line in today's statement, and a way to resolve it. */
async function lineAbout(paymentId: string) {
  const { shopId } = world.shop;
  const shop = await findShop(db(), shopId);
  if (!shop) throw new Error("The shop is gone.");
  pass(1000);
  const { now } = world.clock;
  const last = dayIn(shop.timeZone, now);
  const first = dayIn(shop.timeZone, new Date(now.getTime() - 24 * 60 * minuteMs));
  const asked = { provider: "store_credit", first, last } as const;
  const taken = accepted(await importReport({ shop, actor: tester, now }, asked));
  await matchStatement(taken, () => now);
  const { statement } = accepted(await readProviderStatement(shopId, taken.statementId));
  const { lines } = accepted(await readLines(statement, {}, { page: 1, limit: 250 }));
  const found = lines.find(({ line }) => line.paymentId === paymentId);
  if (!found) throw new Error("No line is about it.");
  const does = (step: "return" | "settle") =>
    resolveLines({ shop: { shopId }, actor: tester, now }, taken.statementId, {
      numbers: [found.line.number],
      step,
      note: "",
    });
  return { match: found.line.match, steps: found.steps, does };
}

/** Credits of a customer in the platform's books. */
const creditedTo = (index: number) =>
  (creditsOf(world).get(String(7_000_000 + index)) ?? []).map((one) => one.minor);
const switchCredit = (storeCredit: object) =>
  world.platform.ctx.mutate((state) => {
    Object.assign(state.switches, { storeCredit });
  });
const statusOf = async (paymentId: PaymentId) =>
  (await findPayment(db(), world.shop.shopId, paymentId))?.status;
const requestOf = async ({ sectionId }: Awaited<ReturnType<typeof plan>>) =>
  (await requestsOfSection(db(), world.shop.shopId, { sectionId, after: 0, limit: 1 }))[0];

it("store credit in doubt is not returned to the balance though it is missing, and is given once", async () => {
  await pay(1, 500n);
  switchCredit({ error: 1 });
  const { paymentId } = await pay(0, 700n);
  expect(await statusOf(paymentId)).toBe("checking");
  const { match, steps, does } = await lineAbout(paymentId);
  expect([match, steps]).toEqual(["missing", ["noted"]]);
  expect(await does("return")).toMatchObject({ reason: { code: "line_step", what: "provider_may_pay" } });
  for (let tries = 0; tries < 6; tries += 1) {
    pass(20 * minuteMs);
    await work();
  }
  expect([await statusOf(paymentId), creditedTo(0)]).toEqual(["paid", [700n]]);
  // The statement is of a time before that, and its line is still there.
  expect(await does("return")).toMatchObject({ refused: "not-possible" });
  expect(await statusOf(paymentId)).toBe("paid");
}, 60_000);

it("a payment that a person reconciled lets its account go: the next one to it is sent", async () => {
  await pay(1, 400n);
  switchCredit({ errorAfter: 1 });
  const section = await pay(2, 700n);
  // Another credit of the same amount: the app cannot tell which of both is the payment.
  world.platform.ctx.mutate((state) => {
    const books = state.shops[world.shop.domain]?.storeCredit;
    const account = books?.accounts.find((one) => one.customerId === 7_000_002);
    if (!books || !account) throw new Error("The customer has no account.");
    const change = {
      minor: 700n,
      at: world.clock.now.toISOString(),
      nextId: () => world.platform.ctx.nextId(),
    };
    credit(books, account, { ...change, expiresAt: null, notify: false });
  });
  for (let tries = 0; tries < 4; tries += 1) {
    pass(20 * minuteMs);
    await work();
  }
  expect(await statusOf(section.paymentId)).toBe("needs_attention");
  expect(await requestOf(section)).toMatchObject({ status: "needs_attention", intentAccount: "7000002:USD" });
  expect(await (await lineAbout(section.paymentId)).does("return")).toBe(1);
  expect(await requestOf(section)).toMatchObject({ status: "paid", intentAccount: "", nextAt: null });
  const next = await pay(2, 300n);
  expect([await statusOf(next.paymentId), creditedTo(2)]).toEqual(["paid", [700n, 700n, 300n]]);
}, 60_000);

it("a process that paused while its attempt was recorded gives no credit, because another may have", async () => {
  const { shopId } = world.shop;
  const section = await plan(3, 900n);
  await freezeSection(shopId, section.sectionId, time.now);
  const requestId = (await requestOf(section))?.requestId ?? ("" as never);
  const claimed = await claimRequest({ shopId, requestId, method: "store_credit" }, world.clock.now);
  if (!claimed) throw new Error("It is due.");
  let asked = 0;
  const real = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => real() + (asked > 1 ? mayStillCallMs + 1 : 0));
  // The instant of the try is the second that is asked for, once it is known that there was time until then.
  const now = () => {
    asked += 1;
    return world.clock.now;
  };
  await sendCredit(claimed, { now, chance: () => 0.5 });
  expect([creditedTo(3), await requestOf(section)]).toEqual([
    [],
    expect.objectContaining({ status: "refused" }),
  ]);
  vi.restoreAllMocks();
  pass(20 * minuteMs);
  await work();
  expect([await statusOf(section.paymentId), creditedTo(3)]).toEqual(["paid", [900n]]);
}, 60_000);

it("a credit given after the accounts were read is not missing in that day's statement", async () => {
  await pay(1, 200n);
  const { shopId } = world.shop;
  const shop = await findShop(db(), shopId);
  if (!shop) throw new Error("The shop is gone.");
  pass(1000);
  const day = dayIn(shop.timeZone, world.clock.now);
  const asked = { provider: "store_credit", first: day, last: day } as const;
  const taken = accepted(await importReport({ shop, actor: tester, now: world.clock.now }, asked));
  await matchStatement(taken, time.now);
  pass(1000);
  const { paymentId } = await pay(0, 300n);
  expect(await statusOf(paymentId)).toBe("paid");
  await compareAgain(shopId, taken.statementId);
  await matchStatement(taken, time.now);
  const { statement } = accepted(await readProviderStatement(shopId, taken.statementId));
  const { lines } = accepted(await readLines(statement, {}, { page: 1, limit: 250 }));
  expect(lines.filter((one) => one.line.paymentId === paymentId).map((one) => one.line.match)).toEqual([]);
}, 60_000);
