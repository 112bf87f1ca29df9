import { orderTopics, readOrderDelivery } from "#app/contracts/read-delivery.ts";
import type { OrderNews } from "#app/domain/order-news.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { processDeliveries } from "#app/flows/orders/process-deliveries.ts";
import { processNews } from "#app/flows/orders/process-news.ts";
import { lockForPosting, releaseLocked } from "#app/flows/orders/release-locked.ts";
import { verifyShop } from "#app/flows/orders/verify-books.ts";
import { customerHash } from "#app/platform/customer-hash.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { commissionsDueForRelease } from "#app/store/commissions.ts";
import { balancesOf as keptBalances } from "#app/store/ledger.ts";
import { count, type Counts } from "../../histories/cases.ts";
import { daysIn, evidenceIn, messageOf } from "../../histories/compare.ts";
import { historyOf, iso, type Told } from "../../histories/history.ts";
import { chanceOf } from "../../histories/random.ts";
import { hashOf } from "../../histories/tell-facts.ts";
import { balancesOf } from "../../model/books.ts";
import { releaseDue } from "../../model/clock.ts";
import { hear, newWorld } from "../../model/world.ts";
import type { World } from "../../model/world-state.ts";
import { deliver, read } from "../../support/inbox.ts";
import { breakingAt } from "./crashes.ts";
import { decideSomething } from "./hand.ts";
import { makeRoadShop } from "./road-shop.ts";
import type { Road } from "./road-state.ts";

/**
 * Walks a history through the whole road: deliveries and messages, the clock, people's decisions, with transactions
 * that break and are done again. After each step the balances of all affiliates are the model's. Answers what differed
 * first, or null.
 */
export async function walkRoad(seed: number, counts: Counts): Promise<string | null> {
  const history = historyOf(seed, { road: true });
  const place = await makeRoadShop(history);
  const model = newWorld(place.setting, daysIn(history.timeZone));
  const chance = chanceOf(seed ^ 0x5bd1e995);
  const road: Road = { history, chance, counts, place, model, now: new Date("2026-03-25T00:00:00Z") };
  for (const [index, step] of history.steps.entries()) {
    const what = step.kind === "told" ? await tell(road, step.told) : await passTime(road, step.now);
    const difference = (await differenceOf(road)) ?? (await afterDecisions(road));
    if (difference !== null) return `seed ${seed}, step ${index + 1} (${what}): ${difference}`;
  }
  if (seed % 3 !== 0) return null;
  const { differences } = await verifyShop(place.shop.shopId);
  return differences.length === 0 ? null : `seed ${seed}: the books say ${JSON.stringify(differences[0])}`;
}

async function afterDecisions(road: Road): Promise<string | null> {
  while (road.chance.is(0.5)) {
    const what = await decideSomething(road, (work) => withCrashes(road, work));
    const difference = await differenceOf(road);
    if (difference !== null) return `after ${what}: ${difference}`;
  }
  return null;
}

/** Does the work again until it goes through, breaking its transaction first where chance says so. */
export async function withCrashes<Answer>(road: Road, work: () => Promise<Answer>): Promise<Answer> {
  const { chance, counts } = road;
  const everywhere = chance.is(0.02);
  if (!everywhere && !chance.is(0.12)) return work();
  for (let before = everywhere ? 1 : chance.int(1, 14); ; before += 1) {
    const broken = await breakingAt(before, work);
    if (broken.kind === "ended" || broken.met) count(counts, "crash in a transaction");
    if (broken.kind === "done" && (!everywhere || !broken.met)) return broken.answer;
    if (broken.kind === "ended" && !everywhere) return work();
  }
}

async function tell(road: Road, told: Told): Promise<string> {
  const { place, history } = road;
  const evidence = (history.evidence.get(told.orderId) ?? []).slice(0, 1);
  const landing = `/?ref=${place.affiliates[evidence[0]?.affiliateIndex ?? -1]?.code ?? ""}`;
  const text = told.body?.text.replace(/"landing_site":"[^"]*"/, `"landing_site":"${landing}"`);
  await tellProduct(road, { told, body: text ?? null, landing });
  hear(road.model, told.orderId, { message: messageOf(told), evidence: evidenceOf(road, evidence) });
  return `${told.kind} ${told.orderId}`;
}

/** By the door and the inbox, where there is a body and chance says so; else at once. */
async function tellProduct(road: Road, saying: Saying): Promise<void> {
  const { told, body } = saying;
  if (told.body === null || body === null || road.chance.is(0.5)) {
    await hearNews(road, newsOf(road, saying));
    return;
  }
  if (told.kind === "order" && told.facts.catalog) {
    // The goods are not in the body: the platform told of them before.
    await hearNews(road, { kind: "catalog", orderId: told.orderId, catalog: told.facts.catalog });
  }
  await byDelivery(road, told.body.topic, body);
}

function evidenceOf({ place }: Road, made: Parameters<typeof evidenceIn>[0]) {
  return evidenceIn(made).map((one, index) => ({
    ...one,
    affiliateId: place.affiliates[made[index]?.affiliateIndex ?? 0]?.affiliateId ?? "",
  }));
}

async function hearNews(road: Road, news: OrderNews): Promise<void> {
  const { shop } = road.place;
  await withCrashes(road, () =>
    inTransaction((tx) => processNews(tx, shop, [{ news, fresh: false }], road.now)),
  );
}

/** Through the door and the inbox, as a webhook comes. */
async function byDelivery(road: Road, topic: string, body: string): Promise<void> {
  await deliver(road.place.shop, topic, JSON.parse(body));
  const pass = { topics: orderTopics, read, limit: 50, now: road.now };
  for (let taken = 1; taken > 0;) taken = (await withCrashes(road, () => processDeliveries(pass))).taken;
}

type Saying = { readonly told: Told; readonly body: string | null; readonly landing: string };

function newsOf({ place }: Road, { told, body, landing }: Saying): OrderNews {
  const { orderId } = told;
  const { shopId } = place.shop;
  if (told.body !== null && body !== null) {
    const news = readOrderDelivery(told.body.topic, body, {
      hashEmail: (email) => customerHash(shopId, email),
    });
    if (news.kind !== "order" || told.kind !== "order") return news;
    return { ...news, facts: { ...news.facts, catalog: told.facts.catalog } };
  }
  if (told.kind === "refund") return { kind: "refund", orderId, currency: null, refund: told.refund };
  if (told.kind === "deleted") return { kind: "deleted", orderId };
  return {
    kind: "order",
    facts: { ...told.facts, landingSite: landing, customerHash: realHash(shopId, told.facts) },
  };
}

/** The histories' customers are known again by another key in each shop. */
function realHash(shopId: string, { customerHash: hash }: OrderFacts): string | null {
  const email = ["ada@shop.example", "bob@shop.example"].find((one) => hashOf(one) === hash);
  return email === undefined ? null : customerHash(shopId, email);
}

async function passTime(road: Road, now: string): Promise<string> {
  if (Date.parse(now) > road.now.getTime()) road.now = new Date(now);
  const { shopId } = road.place.shop;
  await withCrashes(road, () =>
    inTransaction(async (tx) => {
      const keys = await commissionsDueForRelease(tx, shopId, { now: road.now, after: "", limit: 100 });
      const locked = await lockForPosting(tx, shopId, keys);
      return releaseLocked(tx, shopId, { ...locked, now: road.now });
    }),
  );
  releaseDue(road.model, iso(road.now.getTime()));
  return "the clock";
}

async function differenceOf({ place, model, counts }: Road): Promise<string | null> {
  countBonuses(model, counts);
  const ids = place.affiliates.map((one) => one.affiliateId);
  const kept = await keptBalances(db(), place.shop.shopId, ids);
  const expected = balancesOf(model.books);
  for (const id of ids) {
    const found = kept.get(id)?.[0];
    const [pending, payable] = [found?.pendingMinor ?? 0n, found?.payableMinor ?? 0n];
    const want = expected.get(id) ?? { pending: 0n, payable: 0n };
    if (pending === want.pending && payable === want.payable) continue;
    return `${id}: ${pending} and ${payable}, expected ${want.pending} and ${want.payable}`;
  }
  return null;
}

const stood = new WeakMap<object, boolean>();

function countBonuses(model: World, counts: Counts): void {
  for (const one of model.books.commissions.values()) {
    if (one.kind !== "bonus") continue;
    const stands = one.pending + one.payable > 0n;
    if (stands && !stood.get(one)) count(counts, "bonus earned");
    if (!stands && stood.get(one)) count(counts, "bonus reversed");
    stood.set(one, stands);
  }
}
