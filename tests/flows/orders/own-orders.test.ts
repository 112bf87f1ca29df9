import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { orderTopics } from "#app/contracts/read-delivery.ts";
import { proveOrders } from "#app/flows/intake/prove-orders.ts";
import { processDeliveries } from "#app/flows/intake/process-deliveries.ts";
import { db } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import { deliveries } from "#app/store/schema/inbox.ts";
import { orders } from "#app/store/schema/orders.ts";
import {
  arrival,
  deliver,
  deliveryOutcomes,
  read,
  currentBalance,
  postedEntries,
} from "../../support/inbox.ts";
import { openStore, work } from "../../support/live-store.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();
const realFetch = globalThis.fetch;

afterEach(() => {
  vi.restoreAllMocks();
  platform.ctx.mutate((state) => {
    state.switches.graphql = "normal";
  });
});

type Store = Awaited<ReturnType<typeof openStore>>;

/** Order ids of each question whether a shop has them. */
function watchQuestions(): string[][] {
  const questions: string[][] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const text = typeof init?.body === "string" ? init.body : "";
    if (text.includes("query ExistingOrders")) {
      const { variables } = JSON.parse(text) as { variables: { ids: string[] } };
      questions.push(variables.ids.map((id) => id.replace("gid://shopify/Order/", "")));
    }
    return realFetch(input, init);
  });
  return questions;
}

/** An order of a store whose status pages are on a domain of its own. */
function sellOne(store: Store) {
  const [variantId = 0] = store.sell("100.00");
  return store.order([{ variantId, quantity: 1 }]);
}

const pass = (now: Date) => processDeliveries({ topics: orderTopics, read, limit: 50, now });

const ignored = "no-such-order";

test("an order whose body names no shop waits, and is booked once the shop's API has answered for it", async () => {
  const store = await openStore(platform);
  const sold = [sellOne(store), sellOne(store), sellOne(store)];
  const questions = watchQuestions();
  for (const order of sold) await deliver(store, "orders/create", order);
  const first = await pass(arrival);
  expect(await postedEntries(store)).toEqual([]);
  expect(await db().$count(orders, eq(orders.shopId, store.shopId))).toBe(0);
  expect((await pass(arrival)).taken).toBe(0);
  await proveOrders(first.unproven, arrival);
  await work(arrival);
  expect(await currentBalance(store)).toMatchObject({ pending: 3000n });
  expect(questions.map((ids) => ids.toSorted())).toEqual([sold.map(({ id }) => `${id}`).toSorted()]);
  // The order is known now: nobody is asked again.
  const [order] = sold;
  await deliver(store, "orders/updated", { ...order, note: "later" });
  await work(arrival);
  expect(questions).toHaveLength(1);
  expect(await deliveryOutcomes(store)).not.toContain(ignored);
});

test("an order of another shop is ignored and logged, and asked about once, whatever of it comes later", async () => {
  const [shop, victim] = [await openStore(platform), await openStore(platform)];
  const leaked = { ...sellOne(shop), landing_site: `/?ref=${victim.code}` };
  const questions = watchQuestions();
  const warned = vi.spyOn(log, "warn");
  await deliver(victim, "orders/create", leaked);
  await work(arrival);
  await deliver(victim, "orders/paid", { ...leaked, note: "later" });
  await deliver(victim, "orders/updated", {
    ...leaked,
    order_status_url: `https://${shop.domain}/1/orders/x`,
  });
  await work(arrival);
  expect(await deliveryOutcomes(victim)).toEqual([ignored, ignored, ignored]);
  expect(questions).toEqual([[`${leaked.id}`]]);
  const ofVictim = warned.mock.calls.filter(([, fields]) => fields?.["shop"] === victim.shopId);
  expect(ofVictim).toHaveLength(3);
  expect(await postedEntries(victim)).toEqual([]);
  expect(await db().$count(orders, eq(orders.shopId, victim.shopId))).toBe(0);
});

test.each([
  ["another shop by its status page", "https://another.myshopify.com/1/orders/x"],
  ["no shop at all", null],
  ["something that is no address", "another"],
])("an order that names %s waits for the shop's API", async (_what, url) => {
  const victim = await openStore(platform);
  await deliver(victim, "orders/create", { ...orderBody({ ref: victim.code }), order_status_url: url });
  expect((await pass(arrival)).unproven).toHaveLength(1);
  expect(await postedEntries(victim)).toEqual([]);
});

test("an order that names its shop by its status page is booked without a question", async () => {
  const store = await openStore(platform);
  const questions = watchQuestions();
  await deliver(store, "orders/create", orderBody({ ref: store.code }));
  await work(arrival);
  expect(await currentBalance(store)).toMatchObject({ pending: 1000n });
  expect(questions).toEqual([]);
});

test("an order about which the platform cannot be asked is tried again, and nothing is booked until then", async () => {
  const store = await openStore(platform);
  await deliver(store, "orders/create", sellOne(store));
  vi.spyOn(globalThis, "fetch").mockImplementation(() =>
    Promise.resolve(Response.json({ errors: "Forbidden" }, { status: 403 })),
  );
  await work(arrival);
  const rows = await db().select().from(deliveries).where(eq(deliveries.shopId, store.shopId));
  expect(rows).toMatchObject([{ status: "waiting", attempts: 1 }]);
  expect(await postedEntries(store)).toEqual([]);
  vi.restoreAllMocks();
  await work(new Date(arrival.getTime() + 10_000));
  expect(await currentBalance(store)).toMatchObject({ pending: 1000n });
});
