import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { rowOfDifference } from "#app/domain/ledger/difference.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { orders } from "#app/store/schema/orders.ts";
import { replay } from "../../support/decided.ts";
import { orderRow } from "../../support/inbox.ts";
import { commissionsOf, dollars, sell, shopUnder, thisMonth } from "../../support/sold-under.ts";

it("an order that earned nothing under a cap is judged again too, by what it had read from the others (M5)", async () => {
  // 100.00 at 10 % are the whole 10.00 of the month; the second order finds no room.
  const shop = await shopUnder({
    caps: { perOrder: null, perAffiliate: { amount: dollars(10), period: thisMonth } },
  });
  const first = await sell(shop);
  const second = await sell(shop);
  expect(await commissionsOf(shop, first, second)).toHaveLength(1);
  expect((await replay(shop)).differences).toEqual([]);
  // Somebody writes that there was room for 4.00.
  const { attribution } = await orderRow(shop, second.id);
  const { inputs } = attribution as { inputs: Record<string, object> };
  const falsified = { ...inputs[shop.affiliateId], capLeftMinor: "400" };
  await db()
    .update(orders)
    .set({ attribution: { ...attribution, inputs: { [shop.affiliateId]: falsified } } })
    .where(and(eq(orders.shopId, shop.shopId), eq(orders.orderId, String(second.id))));
  const row = { table: "orders", key: String(second.id) };
  expect((await replay(shop)).differences.map(rowOfDifference)).toContainEqual(row);
  expect((await verifyShop(shop.shopId)).differences.map(rowOfDifference)).toContainEqual(row);
});
