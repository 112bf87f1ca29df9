import { retryRequest } from "#app/flows/payouts/request-actions.ts";
import { decidePayments } from "#app/flows/payouts/decide-payments.ts";
import { continueBatches, type PayoutClock, sendDue } from "#app/flows/payouts/send-due.ts";
import { db } from "#app/platform/db.server.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { requestsOfSection, type PayoutSection } from "#app/store/payout-requests.ts";
import { findPayments, paymentIdsIn } from "#app/store/payout-payments.ts";
import { type Chance, chanceOf } from "../../histories/random.ts";
import { tester } from "../../support/planned-payouts.ts";
import { type CreditWorld, letArrive, refillPoints, stampCredits } from "./credit-world.ts";
import { type Cases, type Counts, count, oneLife, type Steps } from "./counts.ts";
import {
  sectionsOf,
  beginDay,
  checkRefused,
  type DayEnd,
  type Given,
  isOver,
  payAndPlan,
  paymentsOf,
  planCases,
  planSteps,
  stepsOf,
} from "./pay-day.ts";
import { creditStatements, isCredited } from "./credit-statements.ts";
import { decided, reconcileSome, reconcileSteps } from "./reconcile-some.ts";

/** Customer accounts are checked before. */
const payCreditSteps: Steps = {
  ...planSteps,
  "update payout_details": 2,
  "commit after update payout_details": 2,
};

/** The steps of those who look at an account, give and fold. */
const sendSteps: Steps = {
  begin: 5,
  read: 5,
  lock: 5,
  "insert payout_requests": 2,
  "update payout_requests": 5,
  "commit after update payout_requests": 5,
  "update payout_coverings": 5,
  "update payout_payments": 5,
  "commit after update payout_payments": 2,
  "insert ledger_entries": 5,
  "insert ledger_balances": 5,
  "update ledger_balances": 5,
  // The events of the emails, in the transaction that settles a payment.
  "insert outbox_events": 5,
  "insert event_emails": 5,
  "update payout_sections": 2,
  "commit after update payout_sections": 2,
  "commit after reading": 5,
  "fetch graphql": 5,
};

/** How often each has to have occurred for every hundred runs. */
const least = {
  error: 20,
  throttled: 20,
  errorAfter: 20,
  silence: 20,
  cut: 20,
  "the merchant gives credit too": 20,
  "of fifty customers": 10,
  "credits arrive late": 20,
  statements: 30,
  "statements compared again": 10,
  ...planCases,
};

export const creditCases: Cases = { steps: { ...reconcileSteps, ...payCreditSteps, ...sendSteps }, least };

const faults = ["error", "throttled", "errorAfter", "silence", "cut"] as const;
const minuteMs = 60_000;

/** How many of a world's fifty customers are paid in most runs; in every so manieth all of them are. */
const few = 6;
const fiftyEvery = 8;

/** One seeded run of store credit: each affiliate is credited by a request of their own, while processes die. */
export async function runCredit(
  seed: number,
  { world, counts, given }: { world: CreditWorld; counts: Counts; given: Given },
): Promise<DayEnd> {
  const chance = chanceOf(seed);
  const { shop, clock: time } = world;
  const clock: PayoutClock = { now: () => time.now, chance: () => chance.int(0, 999) / 1000 };
  beginTroubles(world, { chance, counts });
  const payees = seed % fiftyEvery === 0 ? shop.payees : shop.payees.slice(0, few);
  if (payees.length === shop.payees.length) count(counts, "of fifty customers");
  const day = await beginDay({ shop, payees, method: "store_credit", chance, counts, now: clock.now, given });
  const statements = creditStatements(world, { chance, counts, since: day.since });
  let deaths = chance.int(3, 10);
  for (let round = 0; round < 300; round += 1) {
    const sections = await sectionsOf(day);
    if (isOver(sections)) return { day, payments: await paymentsOf(day) };
    const life = await oneLife(
      stepsOf(sections, { plan: payCreditSteps, send: sendSteps }),
      { chance, counts, deaths },
      async () => {
        await payAndPlan(day, sections);
        await work(clock);
      },
    );
    if (life.isDead) deaths -= 1;
    stampCredits(world);
    if (chance.is(0.5) && sections.some((one) => one.status === "sending")) {
      const reconciles = () => reconcileSome(statements);
      if ((await oneLife(reconcileSteps, { chance, counts, deaths }, reconciles)).isDead) deaths -= 1;
    }
    await passTime(world, { chance, counts });
    if (chance.is(0.2)) await merchantGives(world, { chance, counts });
    if (chance.is(0.3)) await act(world, { counts, sections });
  }
  throw new Error(`Seed ${seed}: something is stuck: ${await stuck(world, await sectionsOf(day))}`);
}

async function passTime(world: CreditWorld, { chance, counts }: { chance: Chance; counts: Counts }) {
  const { clock, late } = world;
  const next = new Date(clock.now.getTime() + chance.pick([minuteMs, 6 * minuteMs, 20 * minuteMs]));
  if (late.waiting.length > 0) count(counts, "credits arrive late");
  await letArrive(world, { before: next, chance });
  stampCredits(world);
  refillPoints(world);
  clock.now = next;
}

/** Strikes some of the calls of a day, and makes some credits late. */
function beginTroubles(
  { platform, late }: CreditWorld,
  { chance, counts }: { chance: Chance; counts: Counts },
) {
  const struck = chance.some(faults, 0.5);
  for (const one of struck) count(counts, one);
  platform.ctx.mutate((state) => {
    state.switches.storeCredit = Object.fromEntries(struck.map((one) => [one, chance.int(1, 4)]));
  });
  late.next = chance.is(0.4) ? chance.int(1, 3) : 0;
}

async function work(clock: PayoutClock): Promise<void> {
  await continueBatches(clock);
  for (let pass = 0; pass < 20; pass += 1) if (!(await sendDue(clock))) return;
}

type Turn = { readonly counts: Counts; readonly sections: readonly PayoutSection[] };

async function stuck({ shop }: CreditWorld, sections: Turn["sections"]): Promise<string> {
  const requests = await requestsOfDay(shop.shopId, sections);
  const open = requests.filter((one) => one.status !== "paid");
  return JSON.stringify(open.map((one) => ({ ...one, sealedContent: "", totalMinor: "" })));
}

async function requestsOfDay(shopId: ShopId, sections: Turn["sections"]) {
  const found = sections.map(({ sectionId }) =>
    requestsOfSection(db(), shopId, { sectionId, after: 0, limit: 100 }),
  );
  return (await Promise.all(found)).flat();
}

/** The merchant credits a customer too: an amount that no payment has. */
async function merchantGives(
  world: CreditWorld,
  { chance, counts }: { chance: Chance; counts: Counts },
): Promise<void> {
  const payee = chance.pick(world.shop.payees);
  if (payee.account.kind !== "store-credit") return;
  count(counts, "the merchant gives credit too");
  world.platform.ctx.mutate((state) => {
    const there = state.shops[world.shop.domain];
    const owner = payee.account.kind === "store-credit" ? Number(payee.account.customerId) : 0;
    const account = there?.storeCredit?.accounts.find((one) => one.customerId === owner);
    if (!there?.storeCredit || !account) return;
    there.storeCredit.transactions.push({
      id: world.platform.ctx.nextId(),
      accountId: account.id,
      kind: "credit",
      amount: merchantAmount,
      remaining: merchantAmount,
      balanceAfter: merchantAmount,
      createdAt: world.clock.now.toISOString(),
      expiresAt: null,
      notified: false,
      creditId: null,
      isExpired: false,
    });
  });
}

const merchantAmount = "999.99";

async function act(world: CreditWorld, { counts, sections }: Turn): Promise<void> {
  const { shop, clock } = world;
  const by = { actor: tester, now: clock.now };
  for (const request of await requestsOfDay(shop.shopId, sections)) {
    checkRefused(request);
    if (request.status !== "refused" && request.status !== "checking") continue;
    count(counts, "sent again by a person");
    await retryRequest({ shop, ...by }, request.requestId);
  }
  const ids = sections.map(({ sectionId }) =>
    paymentIdsIn(db(), shop.shopId, { sectionId, statuses: ["needs_attention"], limit: 100 }),
  );
  for (const payment of await findPayments(db(), shop.shopId, (await Promise.all(ids)).flat())) {
    const to = isCredited(world, payment) ? "paid" : "failed";
    const decision = { to, reference: "", note: "Looked", happenedAt: by.now } as const;
    await decidePayments({ shop, ...by }, [payment.paymentId], decision);
    decided.add(payment.paymentId);
    count(counts, "decided by a person");
  }
}
