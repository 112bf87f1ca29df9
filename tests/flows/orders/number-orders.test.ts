import { expect, test } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { readReport } from "#app/flows/reports/read-report.ts";
import { cancelOrder } from "../../../local-shopify/commerce/change-order.ts";
import { orderRow, postedEntries } from "../../support/inbox.ts";
import type { openStore } from "../../support/live-store.ts";
import { openOldStore, sweep } from "../../support/sweeping.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

type Store = Awaited<ReturnType<typeof openStore>>;

const numberOf = async (store: Store, orderId: number) =>
  (await orderRow(store, orderId)).facts["customerOrderIndex"];

const customersOf = (store: Store) => countsOf(store, "customers");

/** Orders of each row of a report, all days together. */
async function countsOf({ shopId }: Store, name: "customers" | "channels"): Promise<Record<string, number>> {
  const days = { from: "2000-01-01", to: "2100-12-31" };
  const asked = { name, days, compare: null, filter: {}, sort: "value" } as const;
  const page = { descending: false, page: 1, limit: 250 };
  const report = await readReport({ shopId, timeZone: "UTC" }, { ...asked, ...page });
  if ("refused" in report) throw new Error(report.reason.code);
  return Object.fromEntries(report.rows.map(({ value, figures }) => [value, figures.orders]));
}

test("which of a customer's orders a credited one is comes with the look for missed orders, and moves no money", async () => {
  const store = await openOldStore(platform);
  const [variantId = 0] = store.sell("50.00");
  const lines = [{ variantId, quantity: 1 }];
  const first = store.order(lines);
  const second = store.order(lines);
  const nobodys = store.order(lines, { landingSite: "/" });
  const unnamed = store.order(lines, { customer: null });
  await store.post();
  expect([await numberOf(store, first.id), await numberOf(store, second.id)]).toEqual([null, null]);
  expect(await customersOf(store)).toEqual({ "": 3 });
  const posted = await postedEntries(store);
  expect(await sweep(store)).toMatchObject({ status: "done", looked: 4, missing: 0, stale: 0, found: [] });
  expect([await numberOf(store, first.id), await numberOf(store, second.id)]).toEqual([1, 2]);
  // Orders outside reports, and those without a customer, are not asked about.
  expect([await numberOf(store, nobodys.id), await numberOf(store, unnamed.id)]).toEqual([null, null]);
  expect(await customersOf(store)).toEqual({ new: 1, returning: 1, "": 1 });
  expect(await postedEntries(store)).toEqual(posted);
  expect((await verifyShop(store.shopId)).differences).toEqual([]);
});

/** The platform names an order's sales channel. */
function attribute(store: Store, orderId: number): void {
  platform.ctx.mutate((state) => {
    const shop = state.shops[store.domain];
    if (!shop) throw new Error("The platform has no such shop.");
    shop.attributions = { [orderId]: { handle: "an-assistant", displayName: "An Assistant" } };
  });
}

test("the sales channel that the platform names is in reports and the explanation, and moves no money", async () => {
  const store = await openOldStore(platform);
  const [variantId = 0] = store.sell("50.00");
  const lines = [{ variantId, quantity: 1 }];
  const byAssistant = store.order(lines, { customer: null });
  const byWeb = store.order(lines);
  attribute(store, byAssistant.id);
  await store.post();
  expect(await countsOf(store, "channels")).toEqual({ web: 2 });
  const posted = await postedEntries(store);
  await sweep(store);
  expect(await countsOf(store, "channels")).toEqual({ "An Assistant": 1, web: 1 });
  const channelOf = async ({ id }: { id: number }) => {
    const explained = await readExplanation(store.shopId, String(id));
    return isRefusal(explained) ? explained.reason.code : explained.channel;
  };
  expect([await channelOf(byAssistant), await channelOf(byWeb)]).toEqual(["An Assistant", null]);
  // A later message does not tell the channel, and takes it from nobody.
  cancelOrder(platform.ctx, store.domain, byAssistant.id);
  await store.post();
  expect(await channelOf(byAssistant)).toBe("An Assistant");
  expect(await postedEntries(store)).toEqual(expect.arrayContaining(posted));
  expect((await verifyShop(store.shopId)).differences).toEqual([]);
});

test("reading a whole order adds its sales channel", async () => {
  const store = await openOldStore(platform);
  const [variantId = 0] = store.sell("50.00");
  const order = store.order([{ variantId, quantity: 1 }]);
  attribute(store, order.id);
  store.takePost();
  await sweep(store);
  expect((await orderRow(store, order.id)).facts).toMatchObject({ channelName: "An Assistant" });
});
