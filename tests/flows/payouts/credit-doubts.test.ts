import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { takeReport } from "#app/flows/payouts/read-report.ts";
import { continueBatches, sendDue } from "#app/flows/payouts/send-due.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { findShop } from "#app/store/shops.ts";
import { accepted } from "../../support/accepted.ts";
import { planned, tester } from "../../support/planned-payouts.ts";
import { type CreditWorld, startCreditWorld } from "./credit-world.ts";

/** As many as are read before what they told is written: the next payout is read after all of these. */
const customers = 20;
const dayMs = 24 * 3_600_000;
let world: CreditWorld;

beforeAll(async () => {
  world = await startCreditWorld(customers);
});
afterAll(() => world.close());

async function pay(count: number, amountMinor: bigint) {
  const { shop, clock } = world;
  clock.now = new Date(clock.now.getTime() + 1_000);
  const payments = shop.payees.slice(0, count).map((payee) => ({ payee, amountMinor }));
  const section = await planned(shop, payments, { now: clock.now, method: "store_credit" });
  const time = { now: () => clock.now, chance: () => 0.5 };
  await continueBatches(time);
  while (await sendDue(time));
  return section;
}

/** How each line of the statement from a day until now stands. */
async function read(first: Date) {
  const { shopId } = world.shop;
  const shop = await findShop(db(), shopId);
  if (!shop) throw new Error("The shop is gone.");
  // The platform dates its credits by the machine's clock, which a slow machine takes far beyond ours.
  world.clock.now = new Date(Math.max(world.clock.now.getTime() + 1_000, Date.now() + 1));
  const { now } = world.clock;
  const [from, to] = [dayIn(shop.timeZone, first), dayIn(shop.timeZone, now)];
  const asked = { provider: "store_credit", first: from, last: to } as const;
  const taken = accepted(await takeReport({ shop, actor: tester, now }, asked));
  await matchStatement(taken, () => now);
  const { statement } = accepted(await readProviderStatement(shopId, taken.statementId));
  const { lines } = accepted(await readLines(statement, {}, { page: 1, limit: 250 }));
  return lines.map(({ line }) => ({ match: line.match, paymentId: line.paymentId }));
}

it("a credit whose answer was lost is its payout, however many payouts are read between the account's two", async () => {
  const began = world.clock.now;
  await pay(customers, 1000n);
  const { payments } = await pay(1, 1100n);
  const paymentId = payments[0]?.paymentId ?? "";
  // As a lost answer leaves it: booked there, in doubt here, and its intent stands for the account.
  await db().execute(sql`update payout_payments set status = 'checking', settled_at = null, closed_at = null,
    provider_transaction_id = '' where payment_id = ${paymentId}`);
  await db().execute(sql`update payout_requests set status = 'checking', was_in_doubt = true,
    intent_account = '7000000:USD' where request_id = (select request_id from payout_payments where payment_id = ${paymentId})`);
  const lines = await read(began);
  expect(lines.filter((one) => one.match !== "matched")).toEqual([{ match: "paid", paymentId }]);
  expect(lines).toHaveLength(customers + 1);

  // One that was never tried cannot be what is on the account; missing it is not, as the first statement told of it.
  await db().execute(sql`update payout_requests set seen_before = null
    where request_id = (select request_id from payout_payments where payment_id = ${paymentId})`);
  const untried = (await read(began)).filter((one) => one.match !== "matched");
  expect(untried.map((one) => one.match)).toEqual(["unexpected"]);
}, 60_000);

it("a payment that was settled here days after it was booked is found where it was booked", async () => {
  const later = new Date(world.clock.now.getTime() + 5 * dayMs);
  await db().execute(sql`update payout_payments set settled_at = ${later.toISOString()}::timestamptz
    where shop_id = ${world.shop.shopId} and provider_transaction_id <> ''`);
  world.clock.now = later;
  const lines = await read(later);
  expect(lines.map((one) => one.match)).toEqual(Array.from({ length: customers }, () => "matched"));
}, 60_000);
