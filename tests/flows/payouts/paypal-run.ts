import type { Acting } from "#app/domain/context.ts";
import { and, eq, inArray } from "drizzle-orm";
import { isCertainlyNotSent } from "#app/domain/payouts/request.ts";
import { retryRequest, cancelRequest } from "#app/flows/payouts/request-actions.ts";
import { cancelUnclaimedPayment } from "#app/flows/payouts/cancel-unclaimed.ts";
import { decidePayments } from "#app/flows/payouts/decide-payments.ts";
import { continueBatches, type PayoutClock, sendDue } from "#app/flows/payouts/send-due.ts";
import type { PayoutSectionId, ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { requestsOfSection } from "#app/store/payout-requests.ts";
import { payoutPayments } from "#app/store/schema/payouts.ts";
import { type Chance, chanceOf } from "../../histories/random.ts";
import { type PayeeShop, tester } from "../../support/planned-payouts.ts";
import { type Cases, type Counts, count, oneLife, type Steps } from "./counts.ts";
import {
  sectionsOf,
  beginDay,
  checkRefused,
  type DayEnd,
  type BegunDay,
  type Given,
  isOver,
  payAndPlan,
  paymentsOf,
  planCases,
  planSteps,
  stepsOf,
} from "./pay-day.ts";
import { faults, turnSwitches } from "./paypal-bad-days.ts";
import { paypalStatements } from "./paypal-statements.ts";
import type { PaypalWorld } from "./paypal-world.ts";
import { decided, type Reconciling, reconcileSome, reconcileSteps } from "./reconcile-some.ts";

/** The steps of those who hand over, watch and fold. */
const sendSteps: Steps = {
  begin: 5,
  read: 5,
  lock: 5,
  "insert payout_requests": 2,
  "update payout_requests": 5,
  "commit after update payout_requests": 5,
  "update payout_coverings": 5,
  "update payout_payments": 5,
  "commit after update payout_payments": 5,
  "insert ledger_entries": 5,
  "insert ledger_balances": 5,
  "update ledger_balances": 5,
  // The events of the emails, in the transaction that settles a payment.
  "insert outbox_events": 5,
  "insert event_emails": 5,
  "update payout_sections": 2,
  "commit after update payout_sections": 2,
  "commit after reading": 5,
  "fetch create": 5,
  "fetch read": 5,
  "fetch token": 1,
};

/** The steps of those who import a file or a report. */
const importSteps: Steps = {
  ...reconcileSteps,
  // Part of the transaction that inserts one.
  "delete statement_drafts": 0,
  "insert statement_drafts": 1,
  "commit after insert statement_drafts": 1,
  "update statement_drafts": 1,
};

/** How often each has to have occurred for every hundred runs. */
const least = {
  reset: 10,
  error: 10,
  unavailable: 10,
  rateLimit: 10,
  tokenGone: 10,
  insufficientFunds: 10,
  errorAfter: 10,
  silence: 10,
  cut: 10,
  truncate: 10,
  webhookFirst: 10,
  denied: 1,
  badSignature: 10,
  "duplicate webhooks": 15,
  "no webhooks": 10,
  "no duplicate link": 5,
  stragglers: 10,
  "unlike outcomes": 30,
  claimed: 20,
  "taken back by a person": 10,
  "REVERSED after its end": 5,
  "REFUNDED after its end": 5,
  "ended as settled": 3000,
  statements: 80,
  "files of a part": 30,
  "old files": 5,
  "statements compared again": 60,
  "settled, checking: settle done": 30,
  "missing, paid: return refused (conflict)": 20,
  ...planCases,
};

export const paypalCases: Cases = { steps: { ...importSteps, ...planSteps, ...sendSteps }, least };

/** Seeds of PayPal's pace, apart from those of everything else. */
const paceSeeds = 1_000_000;

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** One seeded run: a day on which fifty are paid, switches of PayPal's, and processes that die until all is over. */
export async function runPaypal(
  seed: number,
  { world, shop, counts, given }: { world: PaypalWorld; shop: PayeeShop; counts: Counts; given: Given },
): Promise<DayEnd> {
  const chance = chanceOf(seed);
  const pace = chanceOf(paceSeeds + seed);
  const clock = world.clockOf(chance);
  const { paypal } = world;
  turnSwitches(paypal, chance, { counts, seed });
  const { payees } = shop;
  const day = await beginDay({ shop, payees, method: "paypal", chance, counts, now: clock.now, given });
  const statements = paypalStatements(world, { shopId: shop.shopId, chance, counts, since: day.since });
  let deaths = chance.int(3, 10);
  for (let round = 0; round < 600; round += 1) {
    const sections = await sectionsOf(day);
    if (isOver(sections)) {
      const payments = await paymentsOf(day);
      await settleLate(world, { chance, clock, counts, payments, statements });
      return { day, payments };
    }
    const life = await oneLife(
      stepsOf(sections, { plan: planSteps, send: sendSteps }),
      { chance, counts, deaths },
      async () => {
        await payAndPlan(day, sections);
        await work(clock);
      },
    );
    if (life.isDead) deaths -= 1;
    if (chance.is(0.5) && sections.some((one) => one.status === "sending")) {
      // At the machine's own pace PayPal would seldom be done with what is in doubt here.
      if (pace.is(0.5)) await paypal.settle();
      const reconciles = () => reconcileSome(statements);
      if ((await oneLife(importSteps, { chance, counts, deaths }, reconciles)).isDead) deaths -= 1;
    }
    const sectionIds = sections.map((one) => one.sectionId);
    await turnWorld(world, { chance, counts, shopId: shop.shopId, sectionIds, round });
  }
  throw new Error(`Seed ${seed}: something is stuck: ${await stuck(day)}`);
}

async function work(clock: PayoutClock): Promise<void> {
  await continueBatches(clock);
  for (let pass = 0; pass < 20; pass += 1) if (!(await sendDue(clock))) return;
}

async function stuck(day: BegunDay): Promise<string> {
  const sections = await sectionsOf(day);
  const requests = await requestsOfDay(
    day.shop.shopId,
    sections.map((one) => one.sectionId),
  );
  const payments = await paymentsOf(day);
  const open = payments.filter((one) => one.closedAt === null).map((one) => `${one.status} ${one.reason}`);
  return JSON.stringify({
    sections: sections.map(({ sectionId, status, paymentCount, error }) => ({
      sectionId,
      status,
      paymentCount,
      error,
    })),
    requests: requests.map((one) => ({ ...one, sealedContent: "", totalMinor: "" })),
    open,
  });
}

async function requestsOfDay(shopId: ShopId, sectionIds: readonly PayoutSectionId[]) {
  const found = sectionIds.map((sectionId) =>
    requestsOfSection(db(), shopId, { sectionId, after: 0, limit: 10 }),
  );
  return (await Promise.all(found)).flat();
}

function paymentsInSections(shopId: ShopId, sectionIds: readonly PayoutSectionId[]) {
  return db()
    .select()
    .from(payoutPayments)
    .where(and(eq(payoutPayments.shopId, shopId), inArray(payoutPayments.sectionId, [...sectionIds])));
}

type Turn = {
  readonly chance: Chance;
  readonly counts: Counts;
  readonly shopId: ShopId;
  readonly sectionIds: readonly PayoutSectionId[];
  readonly round: number;
};

/** Between two lives time goes by, PayPal goes on, and people do what they may. */
async function turnWorld({ paypal, door }: PaypalWorld, turn: Turn): Promise<void> {
  const { chance, counts, round } = turn;
  if (chance.is(0.1)) door.failsNext = 1;
  paypal.advance(round > 12 ? dayMs : chance.pick([minuteMs, 6 * minuteMs, 90 * minuteMs]));
  if (chance.is(0.7)) await paypal.ctx.sent();
  await turnItems(paypal, turn);
  if (chance.is(0.25)) await act({ paypal, door } as PaypalWorld, turn);
  if (round === 45) {
    // Ends the search: missing money arrives, and so do the notices.
    count(counts, "long runs");
    paypal.switch({ drop: false });
  }
}

/** PayPal decides payments on hold, and unclaimed ones are claimed. */
async function turnItems(paypal: PaypalWorld["paypal"], { chance, counts, round }: Turn): Promise<void> {
  for (const payment of Object.values(paypal.ctx.state.items)) {
    if (payment.status === "ONHOLD" && chance.is(0.2)) {
      const to = chance.pick(["SUCCESS", "FAILED"] as const);
      if (paypal.turn(payment.id, to)) count(counts, `held, then ${to}`);
    }
    if (payment.status === "UNCLAIMED" && chance.is(round > 10 ? 0.3 : 0.05)) {
      if (paypal.turn(payment.id, "SUCCESS")) count(counts, "claimed");
    }
  }
}

/** A person presses what the section offers. */
async function act({ paypal }: PaypalWorld, turn: Turn): Promise<void> {
  const { chance, counts, shopId, sectionIds } = turn;
  const by = { actor: tester, now: paypal.ctx.now() };
  for (const request of await requestsOfDay(shopId, sectionIds)) {
    checkRefused(request);
    if (request.status === "refused" || request.status === "checking") {
      count(counts, "sent again by a person");
      await retryRequest({ shop: { shopId }, ...by }, request.requestId);
    }
    if (request.status === "refused" && isCertainlyNotSent(request) && chance.is(0.1)) {
      const refusal = await cancelRequest({ shop: { shopId }, ...by }, request.requestId);
      if (refusal === null) count(counts, "cancelled by a person");
    }
  }
  await actOnItems(paypal, turn, by);
}

async function actOnItems(
  paypal: PaypalWorld["paypal"],
  { chance, counts, shopId, sectionIds }: Turn,
  by: Acting,
): Promise<void> {
  for (const payment of await paymentsInSections(shopId, sectionIds)) {
    if (payment.status === "unclaimed" && chance.is(0.3)) {
      const refusal = await cancelUnclaimedPayment({ shop: { shopId }, ...by }, payment.paymentId);
      count(counts, refusal ? "taking back was refused" : "taken back by a person");
    }
    if (payment.status !== "needs_attention") continue;
    await decideAsThere(paypal, { shopId, paymentId: payment.paymentId }, by);
    decided.add(payment.paymentId);
    count(counts, "decided by a person");
  }
}

type Whose = { readonly shopId: ShopId; readonly paymentId: string };

/** Somebody looks the payment up at PayPal, and says what stands there. */
async function decideAsThere(
  paypal: PaypalWorld["paypal"],
  { shopId, paymentId }: Whose,
  by: Acting,
): Promise<void> {
  const told = Object.values(paypal.ctx.state.items).find(
    (one) => one.senderItemId === `${shopId}:${paymentId}` && one.status === "SUCCESS",
  );
  const to = told ? "paid" : "failed";
  const decision = { to, reference: told?.transactionId ?? "", note: "Looked", happenedAt: by.now } as const;
  await decidePayments({ shop: { shopId }, ...by }, [paymentId], decision);
}

type Later = {
  readonly chance: Chance;
  readonly clock: PayoutClock;
  readonly counts: Counts;
  readonly payments: DayEnd["payments"];
  readonly statements: Reconciling;
};

/** Money that comes back later is told of later: notices that were late are taken, and what is due is looked at. */
async function settleLate({ paypal }: PaypalWorld, later: Later): Promise<void> {
  const { chance, clock, counts, payments, statements } = later;
  paypal.switch({ drop: false, faults: Object.fromEntries(faults.map((one) => [one, 0])) });
  const paid = Object.values(paypal.ctx.state.items).filter((one) => one.status === "SUCCESS");
  // If PayPal never gave a number and a person decided, later reversals cannot be found.
  const sectionIds = [...new Set(payments.map((one) => one.sectionId))];
  const requests = (await requestsOfDay(statements.shopId, sectionIds)).filter(
    (one) => one.providerId !== "",
  );
  const watched = payments.filter((one) => requests.some(({ requestId }) => requestId === one.requestId));
  const own = paid.filter((one) => watched.some(({ paymentId }) => one.senderItemId?.endsWith(paymentId)));
  // PayPal sends a notice of a refund of any payment. A reversal is found only by looking.
  const back = chance.is(0.5) ? ([own, "REVERSED"] as const) : ([paid, "REFUNDED"] as const);
  if (chance.is(0.4) && back[0].length > 0) {
    if (paypal.turn(chance.pick(back[0]).id, back[1])) count(counts, `${back[1]} after its end`);
  }
  for (let look = 0; look < 2; look += 1) {
    paypal.advance(8 * dayMs);
    await paypal.settle();
    if (chance.is(0.5)) await reconcileSome(statements);
    await work(clock);
  }
}
