import { and, eq } from "drizzle-orm";
import { retryChunk, cancelChunk, isCertainlyNotSent } from "#app/flows/payouts/chunk-actions.ts";
import { cancelUnclaimedItem } from "#app/flows/payouts/cancel-unclaimed.ts";
import { decideItems } from "#app/flows/payouts/decide-items.ts";
import { goOnWithBatches, type PayoutClock, sendDue } from "#app/flows/payouts/send-due.ts";
import type { PayoutBatchId, ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { findBatch } from "#app/store/payout-batches.ts";
import { chunksOfBatch } from "#app/store/payout-chunks.ts";
import { payoutItems } from "#app/store/schema/payouts.ts";
import type { ReceiverRule } from "../../../local-paypal/switch-types.ts";
import { type Chance, chanceOf } from "../../histories/random.ts";
import { type PayeeShop, type PlannedItem, planned, tester } from "../../support/planned-payouts.ts";
import { live } from "./mortal-process.ts";
import type { PaypalWorld } from "./paypal-world.ts";

export type Counts = Map<string, number>;
export const count = (counts: Counts, what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);

/** Prints how often each case occurred, and fails where one occurred too seldom for so many runs. */
export function checkedCounts(
  what: string,
  counts: Counts,
  { runs, least }: { readonly runs: number; readonly least: Readonly<Record<string, number>> },
): void {
  const lines = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  console.info(
    `${runs} runs of ${what}:\n${lines.map(([name, times]) => `  ${times} × ${name}`).join("\n")}`,
  );
  if (runs < 50) return;
  const seldom = Object.entries(least).filter(
    ([name, per]) => (counts.get(name) ?? 0) < Math.floor((per * runs) / 100),
  );
  if (seldom.length > 0) throw new Error(`Too seldom: ${seldom.map(([name]) => name).join(", ")}`);
}

/** How often each has to have occurred for every hundred runs. */
export const paypalCases = {
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
  "died at fetch create": 10,
  "died at fetch create, done": 10,
  "died at fetch read": 5,
  "died at begin": 3,
  "died at commit": 3,
  "died at commit, done": 3,
  "died at update": 3,
  "died at insert": 1,
  "ended as settled": 3000,
};

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** What stands at the end of a run. */
export type RunEnd = { readonly items: readonly PlannedItem[]; readonly batchIds: readonly PayoutBatchId[] };

/** One seeded run: fifty payments in one batch, switches of PayPal's, and processes that die until all is over. */
export async function runPaypal(
  seed: number,
  { world, shop, counts }: { world: PaypalWorld; shop: PayeeShop; counts: Counts },
): Promise<RunEnd> {
  const chance = chanceOf(seed);
  const clock = world.clockOf(chance);
  const { paypal } = world;
  turnSwitches(paypal, chance, { counts, seed });
  const payments = shop.payees.map((payee) => {
    const withheldMinor = chance.is(0.2) ? chance.minor(1, 30) : 0n;
    return { payee, amountMinor: chance.minor(1, 30_000), withheldMinor };
  });
  const { batchId, items } = await planned(shop, payments, { now: clock.now() });
  let deaths = chance.int(1, 6);
  for (let round = 0; round < 600; round += 1) {
    if (await isOver(shop.shopId, batchId)) {
      await settleLate(world, { chance, clock, counts, items });
      return { items, batchIds: [batchId] };
    }
    const isOfCall = chance.is(0.5);
    const diesAt = deaths > 0 ? chance.int(1, isOfCall ? 3 : 30) : undefined;
    const life = await live({ diesAt, isOfCall, afterDoing: chance.is(0.5) }, () => work(clock));
    if (life.diedAt !== "") {
      deaths -= 1;
      count(counts, `died at ${life.diedAt}${life.afterDoing ? ", done" : ""}`);
    }
    await turnWorld(world, { chance, counts, shopId: shop.shopId, batchId, round });
  }
  throw new Error(`Seed ${seed}: something is stuck: ${await stuck(shop.shopId, batchId)}`);
}

async function work(clock: PayoutClock): Promise<void> {
  await goOnWithBatches(clock);
  for (let pass = 0; pass < 20; pass += 1) if (!(await sendDue(clock))) return;
}

async function isOver(shopId: ShopId, batchId: PayoutBatchId): Promise<boolean> {
  return (await findBatch(db(), shopId, batchId))?.status === "done";
}

async function stuck(shopId: ShopId, batchId: PayoutBatchId): Promise<string> {
  const chunks = await chunksOfBatch(db(), shopId, { batchId, after: 0, limit: 10 });
  const items = await itemsOf(shopId, batchId);
  const open = items.filter((one) => one.closedAt === null).map((one) => `${one.status} ${one.reason}`);
  return JSON.stringify({
    chunks: chunks.map((one) => ({ ...one, sealedContent: "", totalMinor: "" })),
    open,
  });
}

function itemsOf(shopId: ShopId, batchId: PayoutBatchId) {
  return db()
    .select()
    .from(payoutItems)
    .where(and(eq(payoutItems.shopId, shopId), eq(payoutItems.batchId, batchId)));
}

const faults = [
  "reset",
  "error",
  "unavailable",
  "rateLimit",
  "tokenGone",
  "insufficientFunds",
  "errorAfter",
  "silence",
  "cut",
  "truncate",
  "webhookFirst",
  "denied",
  "badSignature",
] as const;
const anyCall = ["create", "read", "token", "cancel"] as const;

/** Some bad days of PayPal's, each with how often it strikes. */
function turnSwitches(
  paypal: PaypalWorld["paypal"],
  chance: Chance,
  { counts, seed }: { counts: Counts; seed: number },
): void {
  const struck = chance.some(faults, 0.25);
  const seldom = chance.is(0.85) ? struck.filter((one) => one !== "denied") : struck;
  for (const one of seldom) count(counts, one);
  const fault = (name: (typeof faults)[number]) => {
    const times = chance.int(1, name === "badSignature" ? 5 : 3);
    return { times, probability: 0, on: chance.is(0.6) ? ["create" as const] : [...anyCall] };
  };
  const receivers: Pick<ReceiverRule, "match" | "becomes" | "probability">[] = chance.is(0.6)
    ? [
        { match: "*", becomes: "FAILED", probability: 0.08 },
        { match: "*", becomes: "UNCLAIMED", probability: 0.06 },
        { match: "*", becomes: "RETURNED", probability: 0.05 },
        { match: "*", becomes: "REFUNDED", probability: 0.05 },
        { match: "*", becomes: "REVERSED", probability: 0.05 },
        { match: "*", becomes: "ONHOLD", probability: 0.05 },
      ]
    : [];
  const sometimes = (what: string, probability: number) => {
    const is = chance.is(probability);
    if (is) count(counts, what);
    return is;
  };
  const neither = Object.fromEntries(faults.map((one) => [one, 0]));
  paypal.switch({
    seed,
    faults: { ...neither, ...Object.fromEntries(seldom.map((one) => [one, fault(one)])) },
    receivers,
    processMs: chance.pick([0, 100, 60_000, 6 * 3_600_000]),
    stragglers: sometimes("stragglers", 0.3) ? { share: 0.3, delayMs: 3_600_000 } : { share: 0, delayMs: 0 },
    duplicateLink: !sometimes("no duplicate link", 0.15),
    duplicate: sometimes("duplicate webhooks", 0.3) ? chance.int(1, 3) : 0,
    shuffle: false,
    drop: sometimes("no webhooks", 0.25),
  });
  if (receivers.length > 0) count(counts, "unlike outcomes");
}

type Turn = {
  readonly chance: Chance;
  readonly counts: Counts;
  readonly shopId: ShopId;
  readonly batchId: PayoutBatchId;
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
    // Nobody looks for ever: money that is missing comes, and so do the notices.
    count(counts, "long runs");
    paypal.switch({ drop: false });
  }
}

/** What PayPal holds is decided there, and what nobody claims is claimed or goes back. */
async function turnItems(paypal: PaypalWorld["paypal"], { chance, counts, round }: Turn): Promise<void> {
  for (const item of Object.values(paypal.ctx.state.items)) {
    if (item.status === "ONHOLD" && chance.is(0.2)) {
      const to = chance.pick(["SUCCESS", "FAILED"] as const);
      if (paypal.turn(item.id, to)) count(counts, `held, then ${to}`);
    }
    if (item.status === "UNCLAIMED" && chance.is(round > 10 ? 0.3 : 0.05)) {
      if (paypal.turn(item.id, "SUCCESS")) count(counts, "claimed");
    }
  }
}

/** A person presses what the batch offers. */
async function act({ paypal }: PaypalWorld, { chance, counts, shopId, batchId }: Turn): Promise<void> {
  const by = { actor: tester, now: paypal.ctx.now() };
  for (const chunk of await chunksOfBatch(db(), shopId, { batchId, after: 0, limit: 10 })) {
    if (chunk.status === "refused" || chunk.status === "unknown") {
      count(counts, "sent again by a person");
      await retryChunk(shopId, chunk.chunkId, by);
    }
    if (chunk.status === "refused" && isCertainlyNotSent(chunk) && chance.is(0.1)) {
      if ((await cancelChunk(shopId, chunk.chunkId, by)) === null) count(counts, "cancelled by a person");
    }
  }
  await actOnItems(paypal, { chance, counts, shopId, batchId }, by);
}

async function actOnItems(
  paypal: PaypalWorld["paypal"],
  { chance, counts, shopId, batchId }: Omit<Turn, "round">,
  by: Parameters<typeof decideItems>[3],
): Promise<void> {
  for (const item of await itemsOf(shopId, batchId)) {
    if (item.status === "unclaimed" && chance.is(0.3)) {
      const refusal = await cancelUnclaimedItem(shopId, item.itemId, by);
      count(counts, refusal ? "taking back was refused" : "taken back by a person");
    }
    if (item.status !== "person") continue;
    await decideAsThere(paypal, { shopId, itemId: item.itemId }, by);
    count(counts, "decided by a person");
  }
}

type Whose = { readonly shopId: ShopId; readonly itemId: string };

/** Somebody looks the payment up at PayPal, and says what stands there. */
async function decideAsThere(
  paypal: PaypalWorld["paypal"],
  { shopId, itemId }: Whose,
  by: Parameters<typeof decideItems>[3],
): Promise<void> {
  const told = Object.values(paypal.ctx.state.items).find(
    (one) => one.senderItemId === `${shopId}:${itemId}` && one.status === "SUCCESS",
  );
  const to = told ? "settled" : "failed";
  const decision = { to, reference: told?.transactionId ?? "", note: "Looked", happenedAt: by.now } as const;
  await decideItems(shopId, [itemId], decision, by);
}

type Later = {
  readonly chance: Chance;
  readonly clock: PayoutClock;
  readonly counts: Counts;
  readonly items: readonly PlannedItem[];
};

/** Money that comes back later is told of later: notices that were late are taken, and what is due is looked at. */
async function settleLate({ paypal }: PaypalWorld, { chance, clock, counts, items }: Later): Promise<void> {
  paypal.switch({ drop: false, faults: Object.fromEntries(faults.map((one) => [one, 0])) });
  const paid = Object.values(paypal.ctx.state.items).filter((one) => one.status === "SUCCESS");
  const own = paid.filter((one) => items.some(({ itemId }) => one.senderItemId?.endsWith(itemId)));
  // Of a refund PayPal tells, of whichever batch it is; a reversal is found by whoever looks back.
  const back = chance.is(0.5) ? ([own, "REVERSED"] as const) : ([paid, "REFUNDED"] as const);
  if (chance.is(0.4) && back[0].length > 0) {
    if (paypal.turn(chance.pick(back[0]).id, back[1])) count(counts, `${back[1]} after its end`);
  }
  for (let look = 0; look < 2; look += 1) {
    paypal.advance(8 * dayMs);
    await paypal.settle();
    await work(clock);
  }
}
