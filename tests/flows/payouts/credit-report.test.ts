import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Refusal } from "#app/domain/refusal.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { readSectionBooks } from "#app/flows/payouts/read-payouts.ts";
import { compareAgain, readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { importReport } from "#app/flows/payouts/read-report.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { continueSections, sendDue } from "#app/flows/payouts/send-due.ts";
import { stopStatement } from "#app/flows/payouts/stop-statement.ts";
import { followScopesUpdate } from "#app/flows/shops/follow-platform.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import type { ProviderStatement } from "#app/store/provider-statements.ts";
import { findShop } from "#app/store/shops.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { formatAmount } from "../../../local-shopify/commerce/money.ts";
import { credit, debit, openAccount, storeCreditOf } from "../../../local-shopify/commerce/store-credit.ts";
import { accepted } from "../../support/accepted.ts";
import { giveUpJobs } from "../../support/given-up-job.ts";
import { planned, tester } from "../../support/planned-payouts.ts";
import { type CreditWorld, creditsOf, startCreditWorld } from "./credit-world.ts";
import { live, mortalSteps } from "./mortal-process.ts";

/** More than are read before what they told is written. */
const customers = 25;
/** On another account of each customer, an older one, that no payout is about. */
const inEuros = 500n;
let world: CreditWorld;

let immortal: () => void;

beforeAll(async () => {
  immortal = mortalSteps();
  world = await startCreditWorld(customers);
  for (const { account } of world.shop.payees) {
    if (account.kind === "store-credit") byHand(Number(account.customerId), "credit", inEuros, "EUR");
  }
});

afterAll(() => {
  immortal();
  return world.close();
});

/** Gives each affiliate of the shop so much, for real, and answers the section. */
async function payAll(amountOf: (index: number) => bigint) {
  const { shop, clock } = world;
  const payments = shop.payees.map((payee, index) => ({ payee, amountMinor: amountOf(index) }));
  const section = await planned(shop, payments, { now: clock.now, method: "store_credit" });
  const time = { now: () => clock.now, chance: () => 0.5 };
  await continueSections(time);
  while (await sendDue(time));
  return section;
}

/** Asks for today's report, by the shop's calendar. */
async function ask(scopes?: string): Promise<ProviderStatement | Refusal> {
  const shop = await findShop(db(), world.shop.shopId);
  if (!shop) throw new Error("The shop is gone.");
  // The platform's clock is the machine's; what it books later than it is asked is not told.
  const now = new Date(Math.max(world.clock.now.getTime() + 1_000, Date.now() + 1));
  world.clock.now = now;
  const day = dayIn(shop.timeZone, now);
  const asked = { provider: "store_credit", first: day, last: day } as const;
  return await importReport({ shop: { ...shop, scopes: scopes ?? shop.scopes }, actor: tester, now }, asked);
}

async function linesOf(statementId: string) {
  const { statement } = accepted(await readProviderStatement(world.shop.shopId, statementId));
  const { lines } = accepted(await readLines(statement, {}, { page: 1, limit: 250 }));
  return { statement, lines };
}

const totalsOf = async ({ statementId }: ProviderStatement) =>
  accepted(await readProviderStatement(world.shop.shopId, statementId)).totals;

const totalOf = ([count, amountMinor]: readonly [number, bigint]) => {
  return { currency: "USD", paid: { count, amountMinor }, back: { count: 0, amountMinor: 0n } };
};

/** The merchant's own hand on a customer's account. */
function byHand(customerId: number, kind: "credit" | "debit", minor: bigint, currency = "USD"): void {
  const { platform, shop } = world;
  platform.ctx.mutate((state) => {
    const there = state.shops[shop.domain];
    if (!there) throw new Error("The platform's shop is gone.");
    const books = storeCreditOf(there);
    const account = openAccount(books, { customerId, currency }, () => platform.ctx.nextId());
    const change = { minor, at: platform.ctx.now().toISOString(), nextId: () => platform.ctx.nextId() };
    if (kind === "credit") credit(books, account, { ...change, expiresAt: null, notify: false });
    else debit(books, account, change);
  });
}

it("the platform's bookings are read account by account across crashes, and compared to the cent", async () => {
  expect(await ask()).toMatchObject({
    refused: "not-possible",
    reason: { code: "no_store_credit_paid" },
  });
  const { sectionId, payments } = await payAll((index) => 1000n + BigInt(index));
  const taken = accepted(await ask());
  expect(taken.status).toBe("reading");

  const life = await live({ at: "fetch graphql", nth: 23 }, () => matchStatement(taken, () => new Date()));
  expect(life.isDead).toBe(true);
  // The sums so far equal the platform's own books of those accounts.
  const { statement: half, lines: read } = await linesOf(taken.statementId);
  expect(half).toMatchObject({ status: "reading", lineCount: 20, accountsRead: 20 });
  const sumRead = read.reduce((sum, { line }) => sum + line.amountMinor, 0n);
  expect(await totalsOf(taken)).toEqual([totalOf([20, sumRead])]);
  // A job that was given up is asked for again, and goes on where the last one stood.
  expect(await compareAgain(world.shop.shopId, taken.statementId)).toBe(true);
  await matchStatement(taken, () => new Date());

  const { statement, lines } = await linesOf(taken.statementId);
  expect(statement).toMatchObject({ status: "ready", lineCount: customers, accountsRead: customers });
  expect(lines.map(({ line }) => [line.match, line.number])).toEqual(
    payments.map((_, index) => ["matched", index + 1]),
  );
  const told = lines.reduce((sum, { line }) => sum + line.amountMinor, 0n);
  const credits = [...creditsOf(world).values()].flat().map((one) => one.minor);
  const given = credits.filter((one) => one !== inEuros);
  const there = given.reduce((sum, one) => sum + one, 0n);
  expect(told).toBe(there);
  expect(await totalsOf(taken)).toEqual([totalOf([customers, there])]);
  expect(accepted(await readSectionBooks(world.shop.shopId, sectionId))).toMatchObject({
    reconciled: { payments: customers, reconciled: customers },
  });
});

it("manual credits and debits are listed, and only a reversed payout counts as returned", async () => {
  const [first, second, third] = world.shop.payees.map(({ account }) =>
    account.kind === "store-credit" ? Number(account.customerId) : 0,
  );
  byHand(first ?? 0, "credit", 700n);
  byHand(second ?? 0, "debit", 1001n);
  // Less than any payout: the customer's own affair.
  byHand(third ?? 0, "debit", 50n);
  const taken = accepted(await ask());
  await matchStatement(taken, () => new Date());

  const { lines } = await linesOf(taken.statementId);
  // Which account is read first is decided by the payouts' ids, of which nobody knows the order.
  const other = lines
    .filter(({ line }) => line.match !== "matched")
    .toSorted((one, next) => Number(one.line.amountMinor - next.line.amountMinor));
  expect(
    other.map(({ line, steps }) => [line.match, formatAmount(line.amountMinor, "USD"), steps[0]]),
  ).toEqual([
    ["unexpected", "7.00", "record"],
    ["returned", "10.01", "return"],
  ]);
  const back = other.find(({ line }) => line.match === "returned");
  expect(back?.affiliateId).toBe(world.shop.payees[1]?.affiliateId);
  const by = { actor: tester, now: world.clock.now };
  const asked = { numbers: [back?.line.number ?? 0], step: "return", note: "Taken back" } as const;
  expect(await resolveLines({ shop: world.shop, ...by }, taken.statementId, asked)).toBe(1);

  const again = accepted(await ask());
  expect(again.statementId).not.toBe(taken.statementId);
});

it("without permission to read accounts, the answer says where to grant it", async () => {
  expect(await ask("read_orders")).toMatchObject({
    refused: "not-possible",
    reason: { code: "store_credit_scope" },
  });
});

const stoppedOf = async ({ statementId }: ProviderStatement) =>
  (await linesOf(statementId)).statement.stopped;
const named = ({ shopId, statementId }: ProviderStatement) => ({ shopId, statementId });

describe("an abandoned reading", () => {
  it("stops at once where the right to look was withdrawn, and goes on when it is given again", async () => {
    const taken = accepted(await ask());
    const { scopes } = (await findShop(db(), world.shop.shopId)) ?? { scopes: "" };
    await followScopesUpdate(world.shop.shopId, ["read_orders"]);
    await matchStatement(taken, () => new Date());
    expect(await stoppedOf(taken)).toBe(reasonAsText({ code: "statement_lost_scope" }));
    const asked = { numbers: [1], step: "noted", note: "Seen" } as const;
    const by = { actor: tester, now: world.clock.now };
    expect(await resolveLines({ shop: world.shop, ...by }, taken.statementId, asked)).toMatchObject({
      reason: { code: "statement_stopped" },
    });

    await followScopesUpdate(world.shop.shopId, scopes.split(","));
    expect(await compareAgain(world.shop.shopId, taken.statementId)).toBe(true);
    await matchStatement(taken, () => new Date());
    expect((await linesOf(taken.statementId)).statement).toMatchObject({ status: "ready", stopped: "" });
  });

  it("stops after its job's last try, and reads each account once when it goes on", async () => {
    const taken = accepted(await ask());
    const life = await live({ at: "fetch graphql", nth: 23 }, () => matchStatement(taken, () => new Date()));
    expect(life.isDead).toBe(true);
    expect(await giveUpJobs("match-statement", ["statementId", taken.statementId])).toEqual([named(taken)]);
    await stopStatement(named(taken));
    expect(await stoppedOf(taken)).toBe(reasonAsText({ code: "statement_gave_up", what: "reading" }));
    // A job of it that comes late does nothing.
    await matchStatement(taken, () => new Date());
    expect((await linesOf(taken.statementId)).statement).toMatchObject({
      status: "reading",
      accountsRead: 20,
    });

    expect(await compareAgain(world.shop.shopId, taken.statementId)).toBe(true);
    await matchStatement(taken, () => new Date());
    const { statement } = await linesOf(taken.statementId);
    expect(statement).toMatchObject({ status: "ready", stopped: "", accountsRead: customers });
    // A statement that was read in the meantime keeps its end.
    await stopStatement(named(taken));
    expect(await stoppedOf(taken)).toBe("");
  });

  it("stops where comparing was given up, and goes on from the line where it stood", async () => {
    const taken = accepted(await ask());
    await matchStatement(taken, () => new Date());
    expect(await compareAgain(world.shop.shopId, taken.statementId)).toBe(true);
    await stopStatement(named(taken));
    expect(await stoppedOf(taken)).toBe(reasonAsText({ code: "statement_gave_up", what: "matching" }));
    expect(await compareAgain(world.shop.shopId, taken.statementId)).toBe(true);
    await matchStatement(taken, () => new Date());
    expect((await linesOf(taken.statementId)).statement).toMatchObject({ status: "ready", stopped: "" });
  });
});

it("payments to a deleted customer are named, and a person marks them as paid", async () => {
  const { payees, domain, shopId } = world.shop;
  const gone = payees.find(({ account }) => account.kind === "store-credit");
  const customerId = gone?.account.kind === "store-credit" ? gone.account.customerId : "";
  world.platform.ctx.mutate((state) => {
    const there = state.shops[domain];
    if (!there) throw new Error("The platform's shop is gone.");
    there.customers = there.customers.filter((one) => String(one.id) !== customerId);
  });
  const taken = accepted(await ask());
  // A run that continues after the page with the missing customer still knows about it.
  await live({ at: "fetch graphql", nth: 23 }, () => matchStatement(taken, () => new Date()));
  await matchStatement(taken, () => new Date());
  const { statement, lines } = await linesOf(taken.statementId);
  expect(statement).toMatchObject({ status: "ready", accountsRead: customers - 1 });
  const own = lines.filter(({ affiliateId }) => affiliateId === gone?.affiliateId);
  expect(own.map(({ line, steps }) => [line.match, steps])).toEqual([["unreadable", ["noted", "return"]]]);
  expect(lines.filter(({ line }) => line.match === "missing")).toEqual([]);

  const by = { actor: tester, now: world.clock.now };
  const asked = { numbers: [own[0]?.line.number ?? 0], step: "noted", note: "Paid: they told so" } as const;
  expect(await resolveLines({ shop: { shopId }, ...by }, taken.statementId, asked)).toBe(1);
  expect(await compareAgain(shopId, taken.statementId)).toBe(true);
  await matchStatement(taken, () => new Date());
  const again = (await linesOf(taken.statementId)).lines.filter(({ line }) => line.match === "unreadable");
  expect(again.map(({ line, steps }) => [line.resolution, line.note, steps])).toEqual([
    ["noted", "Paid: they told so", []],
  ]);
});
