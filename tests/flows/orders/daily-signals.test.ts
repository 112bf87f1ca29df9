import { describe, expect, it } from "vitest";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { listSignals } from "#app/store/figures.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate, longAgo, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const everyDay = { from: "2026-01-01", to: "2026-12-31" };

/** Signals by name: orders, credited, missed and moved, summed over days. */
async function signalsOf({ shopId }: SellingShop) {
  const sums: Record<string, number[]> = {};
  for (const { signal, orders: count, credited, missed, moved } of await listSignals(
    db(),
    shopId,
    everyDay,
  )) {
    const known = sums[signal] ?? [0, 0, 0, 0];
    sums[signal] = [count, credited, missed, moved].map((one, place) => one + (known[place] ?? 0));
  }
  return sums;
}

async function giveCode({ shopId }: SellingShop, affiliateId: SellingShop["affiliateId"], code: string) {
  await db()
    .insert(affiliateCodes)
    .values({ shopId, affiliateId, code, codeKey: code.toLowerCase(), assignedAt: longAgo });
}

/** An order that a code and a landing page of somebody else point to, one of a landing page alone, and one of nobody. */
async function sold() {
  const shop = await makeSellingShop();
  const other = await addAffiliate(shop);
  const code = `SAVE${other.code}`;
  await giveCode(shop, other.affiliateId, code);
  const both = orderBody({ ref: shop.code, codes: [code] });
  const landed = orderBody({ ref: shop.code, createdAt: "2026-03-03T10:00:00Z" });
  const nobody = orderBody();
  for (const body of [both, landed, nobody]) await deliver(shop, "orders/create", body);
  await emptyInbox();
  return { shop, both, landed, nobody };
}

const differencesOf = async ({ shopId }: SellingShop) => (await verifyShop(shopId)).differences;

describe("the signals of days", () => {
  it("count what orders carried, and what would have been missed or moved without each", async () => {
    const { shop } = await sold();
    expect(await signalsOf(shop)).toEqual({
      "": [3, 2, 0, 0],
      code: [1, 1, 0, 1],
      landing: [2, 2, 1, 0],
      none: [1, 0, 0, 0],
    });
    const days = (await listSignals(db(), shop.shopId, everyDay)).filter((one) => one.signal === "");
    expect(days.map((one) => [one.day, one.orders])).toEqual([
      ["2026-03-02", 2],
      ["2026-03-03", 1],
    ]);
    expect(await differencesOf(shop)).toEqual([]);
  });

  it("count an order once, however often and with whatever it comes again", async () => {
    const { shop, both, landed } = await sold();
    const before = await signalsOf(shop);
    const refund = refundBody(landed.id, { amount: "10.00" });
    const cancelled = { ...both, cancelled_at: "2026-03-05T10:00:00Z", updated_at: "2026-03-05T10:00:00Z" };
    await deliver(shop, "orders/create", both);
    await deliver(shop, "refunds/create", refund);
    await deliver(shop, "orders/cancelled", cancelled);
    await deliver(shop, "orders/updated", cancelled);
    await emptyInbox();
    expect(await signalsOf(shop)).toEqual(before);
    expect(await differencesOf(shop)).toEqual([]);
  });

  it("move with late signals", async () => {
    const shop = await makeSellingShop();
    const body = orderBody();
    await deliver(shop, "orders/create", body);
    await emptyInbox();
    expect(await signalsOf(shop)).toEqual({ "": [1, 0, 0, 0], none: [1, 0, 0, 0] });
    const later = { ...body, landing_site: `/?ref=${shop.code}`, updated_at: "2026-03-05T10:00:00Z" };
    await deliver(shop, "orders/updated", later);
    await emptyInbox();
    expect(await signalsOf(shop)).toEqual({ "": [1, 1, 0, 0], none: [0, 0, 0, 0], landing: [1, 1, 1, 0] });
    expect(await differencesOf(shop)).toEqual([]);
  });

  it("are told by the day of the shop's own calendar", async () => {
    const shop = await makeSellingShop({ timeZone: "Pacific/Auckland" });
    await deliver(shop, "orders/create", orderBody({ createdAt: "2026-03-02T20:00:00Z" }));
    await emptyInbox();
    expect((await listSignals(db(), shop.shopId, everyDay)).map((one) => one.day)).toEqual([
      "2026-03-03",
      "2026-03-03",
    ]);
  });
});
