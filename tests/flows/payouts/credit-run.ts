import { retryChunk } from "#app/flows/payouts/chunk-actions.ts";
import { decideItems } from "#app/flows/payouts/decide-items.ts";
import { goOnWithBatches, type PayoutClock, sendDue } from "#app/flows/payouts/send-due.ts";
import { db } from "#app/platform/db.server.ts";
import { findBatch } from "#app/store/payout-batches.ts";
import { chunksOfBatch } from "#app/store/payout-chunks.ts";
import { findItems, itemIdsIn } from "#app/store/payout-items.ts";
import { type Chance, chanceOf } from "../../histories/random.ts";
import { planned, tester } from "../../support/planned-payouts.ts";
import { type CreditWorld, creditsOf } from "./credit-world.ts";
import { live } from "./mortal-process.ts";
import { type Counts, count, type RunEnd } from "./paypal-run.ts";

/** How often each has to have occurred for every hundred runs. */
export const creditCases = {
  error: 20,
  throttled: 20,
  errorAfter: 20,
  silence: 20,
  cut: 20,
  "died at fetch graphql": 10,
  "died at fetch graphql, done": 10,
  "died at commit": 2,
  "died at commit, done": 2,
  "the merchant gives credit too": 20,
};

const faults = ["error", "throttled", "errorAfter", "silence", "cut"] as const;
const minuteMs = 60_000;

/** One seeded run of store credit: each affiliate is credited by a chunk of their own, while processes die. */
export async function runCredit(
  seed: number,
  { world, counts }: { world: CreditWorld; counts: Counts },
): Promise<RunEnd> {
  const chance = chanceOf(seed);
  const { shop, platform, clock: time } = world;
  const clock: PayoutClock = { now: () => time.now, chance: () => chance.int(0, 999) / 1000 };
  const struck = chance.some(faults, 0.5);
  for (const one of struck) count(counts, one);
  platform.ctx.mutate((state) => {
    state.switches.storeCredit = Object.fromEntries(struck.map((one) => [one, chance.int(1, 4)]));
  });
  const payments = shop.payees.map((payee) => ({ payee, amountMinor: chance.minor(1, 30_000) }));
  const { batchId, items } = await planned(shop, payments, { now: time.now, method: "store_credit" });
  let deaths = chance.int(1, 8);
  for (let round = 0; round < 300; round += 1) {
    const batch = await findBatch(db(), shop.shopId, batchId);
    if (batch?.status === "done") return { items, batchIds: [batchId] };
    const isOfCall = chance.is(0.5);
    const diesAt = deaths > 0 ? chance.int(1, isOfCall ? 12 : 60) : undefined;
    const life = await live({ diesAt, isOfCall, afterDoing: chance.is(0.5) }, () => work(clock));
    if (life.diedAt !== "") {
      deaths -= 1;
      count(counts, `died at ${life.diedAt}${life.afterDoing ? ", done" : ""}`);
    }
    time.now = new Date(time.now.getTime() + chance.pick([minuteMs, 6 * minuteMs, 20 * minuteMs]));
    if (chance.is(0.2)) await merchantGives(world, { chance, counts });
    if (chance.is(0.3)) await act(world, { counts, batchId });
  }
  throw new Error(`Seed ${seed}: something is stuck: ${await stuck(world, batchId)}`);
}

async function work(clock: PayoutClock): Promise<void> {
  await goOnWithBatches(clock);
  for (let pass = 0; pass < 20; pass += 1) if (!(await sendDue(clock))) return;
}

type Turn = { readonly counts: Counts; readonly batchId: RunEnd["batchIds"][number] };

async function stuck({ shop }: CreditWorld, batchId: Turn["batchId"]): Promise<string> {
  const chunks = await chunksOfBatch(db(), shop.shopId, { batchId, after: 0, limit: 100 });
  const open = chunks.filter((one) => one.status !== "settled");
  return JSON.stringify(open.map((one) => ({ ...one, sealedContent: "", totalMinor: "" })));
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
      createdAt: new Date().toISOString(),
      expiresAt: null,
      notified: false,
      creditId: null,
      isExpired: false,
    });
  });
}

const merchantAmount = "999.99";
/** Above every payment, so that the judge can tell what the merchant gave. */
export const merchantMinor = 99_999n;

async function act(world: CreditWorld, { counts, batchId }: Turn): Promise<void> {
  const { shop, clock } = world;
  const by = { actor: tester, now: clock.now };
  for (const chunk of await chunksOfBatch(db(), shop.shopId, { batchId, after: 0, limit: 100 })) {
    if (chunk.status !== "refused" && chunk.status !== "unknown") continue;
    count(counts, "sent again by a person");
    await retryChunk(shop.shopId, chunk.chunkId, by);
  }
  const ids = await itemIdsIn(db(), shop.shopId, { batchId, statuses: ["person"], limit: 100 });
  for (const item of await findItems(db(), shop.shopId, ids)) {
    const payee = shop.payees.find((one) => one.affiliateId === item.affiliateId);
    const customer = payee?.account.kind === "store-credit" ? payee.account.customerId : "";
    const newest = creditsOf(world)
      .get(customer)
      ?.findLast((one) => one !== merchantMinor);
    const to = newest === item.amountMinor ? "settled" : "failed";
    const decision = { to, reference: "", note: "Looked", happenedAt: by.now } as const;
    await decideItems(shop.shopId, [item.itemId], decision, by);
    count(counts, "decided by a person");
  }
}
