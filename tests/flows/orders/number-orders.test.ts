import { expect, test } from "vitest";
import { verifyShop } from "#app/flows/orders/verify-books.ts";
import { readReport } from "#app/flows/reports/read-report.ts";
import { orderRow, transfers } from "../../support/inbox.ts";
import type { openStore } from "../../support/live-store.ts";
import { openOldStore, sweep } from "../../support/sweeping.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

type Store = Awaited<ReturnType<typeof openStore>>;

const numberOf = async (store: Store, orderId: number) =>
  (await orderRow(store, orderId)).facts["customerOrderIndex"];

/** Orders of each kind of customer that the report tells of, all days together. */
async function customersOf({ shopId }: Store): Promise<Record<string, number>> {
  const days = { from: "2000-01-01", to: "2100-12-31" };
  const asked = { name: "customers", days, compare: null, filter: {}, sort: "value" } as const;
  const page = { descending: false, page: 1, limit: 250 };
  const report = await readReport({ shopId, timeZone: "UTC" }, { ...asked, ...page });
  if ("refused" in report) throw new Error(report.message);
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
  const posted = await transfers(store);
  expect(await sweep(store)).toMatchObject({ status: "done", looked: 4, missing: 0, stale: 0, found: [] });
  expect([await numberOf(store, first.id), await numberOf(store, second.id)]).toEqual([1, 2]);
  // Nobody asks about an order that is in no report, or that has no customer.
  expect([await numberOf(store, nobodys.id), await numberOf(store, unnamed.id)]).toEqual([null, null]);
  expect(await customersOf(store)).toEqual({ new: 1, returning: 1, "": 1 });
  expect(await transfers(store)).toEqual(posted);
  expect((await verifyShop(store.shopId)).differences).toEqual([]);
});
