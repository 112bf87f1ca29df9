import { orderTopics, readOrderDelivery } from "#app/contracts/read-delivery.ts";
import type { OrderFacts, OrderNews } from "#app/domain/order.ts";
import { processDeliveries } from "#app/flows/intake/process-deliveries.ts";
import { applyNews } from "#app/flows/settlement/apply-news.ts";
import { customerHash } from "#app/platform/crypto.server.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { evidenceIn, messageOf } from "../../histories/compare.ts";
import type { Told } from "../../histories/history.ts";
import { hashOf } from "../../histories/tell-facts.ts";
import { hear } from "../../model/world.ts";
import { deliver, read } from "../../support/inbox.ts";
import type { Road } from "./road-state.ts";
import { withCrashes } from "./with-crashes.ts";

/** The product and the model hear one thing. */
export async function tell(road: Road, told: Told): Promise<string> {
  const { place, history } = road;
  const evidence = (history.evidence.get(told.orderId) ?? []).slice(0, 1);
  const landing = `/?ref=${place.affiliates[evidence[0]?.affiliateIndex ?? -1]?.code ?? ""}`;
  const text = told.body?.text.replace(/"landing_site":"[^"]*"/, `"landing_site":"${landing}"`);
  await tellProduct(road, { told, body: text ?? null, landing });
  if (told.kind !== "deleted") keepNewest(road, told.facts);
  hear(road.model, told.orderId, { message: messageOf(told), evidence: evidenceOf(road, evidence) });
  return `${told.kind} ${told.orderId}`;
}

function keepNewest({ newest }: Road, facts: OrderFacts): void {
  const known = newest.get(facts.id);
  if (!known || Date.parse(facts.updatedAt) >= Date.parse(known.updatedAt)) newest.set(facts.id, facts);
}

/**
 * By webhook and inbox where there is a body and chance says so; else directly. Refunds and deletions count by
 * the platform's answer, and a deletion that comes before its order counts with it.
 */
async function tellProduct(road: Road, saying: Saying): Promise<void> {
  const { told, body } = saying;
  const { orderId } = told;
  const isDelivered = told.body !== null && body !== null && !road.chance.is(0.5);
  if (isDelivered) await byDelivery(road, told.body.topic, body);
  if (told.kind === "deleted") {
    road.deletedEarly.add(orderId);
  } else if (told.kind === "refund" || !isDelivered) {
    await hearNews(road, newsOf(road, { ...saying, told }));
  } else if (told.facts.catalog) {
    // The goods are not in the body: the platform tells of them.
    await hearNews(road, { kind: "catalog", orderId, catalog: told.facts.catalog });
  }
  const isKnown = told.kind !== "deleted" || road.newest.has(orderId);
  if (!isKnown || !road.deletedEarly.delete(orderId)) return;
  await hearNews(road, { kind: "deleted", orderId });
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
    inTransaction((tx) => applyNews(tx, shop, [{ news, fresh: false }], road.now)),
  );
}

/** Delivers a webhook and empties the inbox. */
async function byDelivery(road: Road, topic: string, body: string): Promise<void> {
  await deliver(road.place.shop, topic, JSON.parse(body));
  const pass = { topics: orderTopics, read, limit: 50, now: road.now };
  for (let taken = 1; taken > 0;) taken = (await withCrashes(road, () => processDeliveries(pass))).taken;
}

type Saying<T extends Told = Told> = {
  readonly told: T;
  readonly body: string | null;
  readonly landing: string;
};

type WithFacts = Exclude<Told, { readonly kind: "deleted" }>;

function newsOf({ place }: Road, { told, body, landing }: Saying<WithFacts>): OrderNews {
  const { shopId } = place.shop;
  if (told.kind === "order" && told.body !== null && body !== null) {
    const news = readOrderDelivery(told.body.topic, body, {
      hashEmail: (email) => customerHash(shopId, email),
    });
    return news.kind === "order" ? { ...news, facts: { ...news.facts, catalog: told.facts.catalog } } : news;
  }
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
