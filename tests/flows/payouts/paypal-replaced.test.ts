import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ShopId } from "#app/domain/ids.ts";
import { connectPaypal, disconnectPaypal } from "#app/flows/payouts/connect-paypal.ts";
import { tendPaypalAccounts } from "#app/flows/payouts/erase-paypal-accounts.ts";
import { continueSections, sendDue } from "#app/flows/payouts/send-due.ts";
import { db } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { listPaypalAccounts } from "#app/store/payout-details.ts";
import { payoutRequests, payoutPayments } from "#app/store/schema/payouts.ts";
import { type Chance, chanceOf } from "../../histories/random.ts";
import { setEnv } from "../../support/environment.ts";
import { testClient } from "../../support/paypal-account.ts";
import { makePayees, planned, tester } from "../../support/planned-payouts.ts";
import { live, mortalSteps } from "./mortal-process.ts";
import { type PaypalWorld, startPaypalWorld } from "./paypal-world.ts";

const other = { clientId: "other-client", clientSecret: "other-secret" };
const clients = [{ clientId: testClient.clientId, clientSecret: testClient.clientSecret }, other];

let world: PaypalWorld;
let immortal: () => void;
beforeAll(async () => {
  world = await startPaypalWorld([{ ...other, funds: { USD: 10_000_000n } }]);
  setEnv({ SHOPIFY_APP_URL: world.webhookUrl, PAYPAL_URL: "" });
  await openQueue();
  immortal = mortalSteps();
});
afterAll(async () => {
  immortal();
  await world.close();
});

const sides = () => [world.paypal, world.paypal.account(other.clientId)];
const now = () => world.paypal.ctx.now();

function advance(milliseconds: number): void {
  for (const side of sides()) side.advance(milliseconds);
}

const steps = [
  "begin",
  "read",
  "lock",
  "update payout_requests",
  "commit after update payout_requests",
  "update payout_payments",
  "commit after update payout_payments",
  "insert ledger_entries",
  "fetch create",
  "fetch read",
];

function turnFaults(chance: Chance): void {
  for (const side of sides()) {
    const faults = Object.fromEntries(
      ["cut", "errorAfter", "truncate", "reset", "error", "insufficientFunds"]
        .filter(() => chance.is(0.3))
        .map((name) => [name, { times: 1, probability: 0 }]),
    );
    side.switch({ faults, drop: chance.is(0.5) });
  }
}

/** Somebody replaces the account, takes the first one again, or disconnects it. */
async function changeAccount(shopId: ShopId, chance: Chance): Promise<void> {
  const by = { actor: tester, now: now() };
  if (chance.is(0.2)) await disconnectPaypal({ shop: { shopId }, ...by });
  else await connectPaypal({ shop: { shopId }, ...by }, { environment: "sandbox", ...chance.pick(clients) });
}

async function work(chance: Chance): Promise<void> {
  const clock = world.clockOf(chance);
  await continueSections(clock);
  await tendPaypalAccounts(now());
  for (let pass = 0; pass < 10; pass += 1) if (!(await sendDue(clock))) return;
}

/** The end of each payment here, and the amount that each account paid by its own books. */
async function outcome(shopId: ShopId) {
  const accounts = await listPaypalAccounts(db(), shopId);
  const rows = await db()
    .select({ payment: payoutPayments, accountId: payoutRequests.accountId })
    .from(payoutPayments)
    .innerJoin(payoutRequests, eq(payoutRequests.requestId, payoutPayments.requestId))
    .where(eq(payoutPayments.shopId, shopId));
  return rows.map(({ payment, accountId }) => {
    const senderId = `${shopId}:${payment.paymentId}`;
    const paid = sides().map((side) => {
      const line = side.books().items.find((one) => one.senderItemId === senderId);
      return BigInt(line?.received ?? 0);
    });
    const sentBy = accounts.find((one) => one.accountId === accountId)?.clientId ?? null;
    return { status: payment.status, amountMinor: payment.amountMinor, sentBy, paid };
  });
}

type Outcome = Awaited<ReturnType<typeof outcome>>[number];

/** Paid by the account that the request names, once where it is settled and never where it came back. */
function isRight({ status, amountMinor, sentBy, paid }: Outcome): boolean {
  const isOnce = paid.every((minor, at) => minor === (clients[at]?.clientId === sentBy ? amountMinor : 0n));
  const isNever = paid.every((minor) => minor === 0n);
  if (status === "paid") return isOnce;
  // An open one waits for the old account's notice, or is certain not to be sent.
  return status === "failed" || status === "canceled" ? isNever : isOnce || isNever;
}

const seeds = [1, 4, 7, 8];

it.each(seeds)(
  "no payment is made twice or by another account, whatever dies while accounts change (seed %i)",
  async (seed) => {
    const chance = chanceOf(seed);
    const shop = await makePayees(5, (index) => ({
      kind: "paypal",
      email: `s${seed}-${index}-${process.pid}@pay.example`,
    }));
    for (const payee of shop.payees) {
      await planned(shop, [{ payee, amountMinor: chance.minor(100, 9000) }], { now: now() });
    }
    turnFaults(chance);
    for (let round = 0; round < 14; round += 1) {
      const how = { at: chance.pick(steps), nth: chance.int(1, 4), afterDoing: chance.is(0.5) };
      await live(chance.is(0.7) ? how : {}, () => work(chance));
      if (chance.is(0.5)) await live(chance.is(0.3) ? how : {}, () => changeAccount(shop.shopId, chance));
      advance(chance.int(1, 20) * 60_000);
    }
    for (const side of sides()) side.switch({ faults: {}, drop: false });
    const by = { actor: tester, now: now() };
    await connectPaypal({ shop, ...by }, { environment: "sandbox", ...other });
    for (let turn = 0; turn < 12; turn += 1) {
      await work(chance);
      for (const side of sides()) await side.settle();
      advance(3_600_000);
    }
    const all = await outcome(shop.shopId);
    expect(all).toHaveLength(5);
    expect(all.filter((one) => !isRight(one))).toEqual([]);
  },
  60_000,
);
