import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { chooseFraudRule } from "#app/flows/fraud/rules.ts";
import { watchCodes, watchFraud } from "#app/flows/fraud/watch-fraud.ts";
import { db } from "#app/platform/db.server.ts";
import { flagsAbout, listFlags } from "#app/store/flags.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { orders } from "#app/store/schema/orders.ts";
import { shops } from "#app/store/schema/shops.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { refuseRows } from "../../support/refused-rows.ts";
import { longAgo, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { commissionsOf, sell } from "../../support/sold-under.ts";

const now = new Date("2026-03-02T20:00:00Z");
const by = { actor: { kind: "staff", id: "stf_1", name: "Mia", email: null }, now } as const;
const settlingOf = ({ shopId }: SellingShop) => ({ shopId, currency: "USD", timeZone: "UTC" });

async function choose(shop: SellingShop, kind: "burst" | "leaked-code", limits = {}) {
  expect(await chooseFraudRule({ shop, ...by }, { kind, action: "hold", limits })).toBeNull();
}

/** Ten orders of strangers from a coupon site by one code, and one whose buyer had clicked; answers all eleven. */
async function leak(shop: SellingShop) {
  const { shopId, affiliateId } = shop;
  const code = { code: "ANNA10", codeKey: "anna10", assignedAt: longAgo };
  await db()
    .insert(affiliateCodes)
    .values({ shopId, affiliateId, ...code });
  const bodies = Array.from({ length: 11 }, (_, number) => ({
    ...orderBody({ codes: ["ANNA10"], ...(number === 10 && { ref: shop.code }) }),
    customer: { id: number + 1, email: null },
    referring_site: "https://www.retailmenot.com/view/mugs",
  }));
  for (const body of bodies) await deliver(shop, "orders/create", body);
  await emptyInbox();
  return bodies;
}

async function flagged(shop: SellingShop, bodies: readonly { id: number }[]) {
  const ids = bodies.map((body) => String(body.id));
  return (await flagsAbout(db(), shop.shopId, { kind: "order", ids })).length;
}

describe("a look at codes", () => {
  it("that was cut off between the code's flag and its orders is made good by the next, once", async () => {
    const shop = await makeSellingShop();
    await choose(shop, "leaked-code");
    const bodies = await leak(shop);
    const mend = await refuseRows("orders", `new.shop_id = '${shop.shopId}'`);
    await expect(watchCodes(settlingOf(shop), now)).rejects.toThrow("Failed query");
    await mend();
    const known = await listFlags(db(), shop.shopId, { filter: {}, limit: 50, offset: 0 });
    expect(known.map((flag) => flag.subjectKind)).toEqual(["code"]);
    const nextHour = new Date(now.getTime() + 3_600_000);
    expect(await watchCodes(settlingOf(shop), nextHour)).toBe(0);
    expect(await flagged(shop, bodies)).toBe(10);
    const decided = (await commissionsOf(shop, ...bodies)).map((one) => one.decision);
    expect(decided.filter((one) => one === "held")).toHaveLength(10);
    // An order that is flagged, or has a visit in its favor, is not settled again.
    const rows = () => db().select().from(orders).where(eq(orders.shopId, shop.shopId));
    const before = await rows();
    await watchCodes(settlingOf(shop), new Date(now.getTime() + 7_200_000));
    expect(await rows()).toEqual(before);
  });
});

describe("the hourly look", () => {
  it("goes on with a shop's other rules and with the other shops where one fails, and fails in the end", async () => {
    const [broken, other] = [await makeSellingShop(), await makeSellingShop()];
    for (const shop of [broken, other]) await choose(shop, "burst", { orders: 3, times: 2, visitors: 1 });
    const leaked = await leak(broken);
    await db().update(shops).set({ timeZone: "Nowhere/None" }).where(eq(shops.shopId, broken.shopId));
    const bodies = [];
    for (const hour of [10, 11, 12]) {
      bodies.push(await sell(other, { createdAt: `2026-03-02T${hour}:00:00Z` }));
    }
    await expect(watchFraud(now)).rejects.toThrow("Some looks");
    const decided = (await commissionsOf(other, ...bodies)).map((one) => one.decision);
    expect(decided).toEqual(["held", "held", "held"]);
    expect(await flagged(broken, leaked)).toBe(10);
  });
});
