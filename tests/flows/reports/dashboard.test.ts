import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import type { ProgramId, ShopId } from "#app/domain/ids.ts";
import { refuse } from "#app/domain/refusal.ts";
import { readToDo } from "#app/flows/reports/read-to-do.ts";
import { readDashboard, readDashboardStats } from "#app/flows/reports/read-dashboard.ts";
import { readVersion } from "#app/flows/reports/read-version.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { affiliateCounts } from "#app/store/schema/affiliates.ts";
import { dailyShopFigures } from "#app/store/schema/figures.ts";
import { programs } from "#app/store/schema/programs.ts";
import { accepted } from "../../support/accepted.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate, longAgo, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const now = new Date("2026-03-05T12:00:00Z");
const usd = (minor: bigint) => ({ minor, currency: "USD" });

async function statsOf(shop: SellingShop, currency = "USD") {
  return accepted(await readDashboardStats({ shopId: shop.shopId, currency }));
}

async function sell(shop: SellingShop, price: string) {
  const body = orderBody({ ref: shop.code, price });
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  return body;
}

async function addDay(
  shopId: ShopId,
  day: string,
  currency: string,
  part: Partial<typeof dailyShopFigures.$inferInsert>,
) {
  await db()
    .insert(dailyShopFigures)
    .values({ shopId, day, currency, updatedAt: now, ...part });
}

const unheard = { embedSeen: false, now };

describe("the dashboard's figures (M21)", () => {
  it("are all zero in a shop that has nothing", async () => {
    const shopId = newId<ShopId>("shp", now);
    expect(await readDashboard({ shopId, currency: "EUR" }, unheard)).toEqual({
      stats: {
        totalAffiliates: 0,
        activeAffiliates: 0,
        activePrograms: 0,
        totalRevenue: { minor: 0n, currency: "EUR" },
        totalCommission: { minor: 0n, currency: "EUR" },
        conversionRate: 0,
        clicks: 0,
        visitors: 0,
        orders: 0,
      },
      sales: [],
      setup: {
        steps: ["program", "invite", "tracking", "sale"].map((id) => ({ id, done: false })),
        draft: null,
        program: null,
        affiliate: null,
        firstSale: null,
        testOrderId: null,
      },
      problems: { differences: 0, dataRequests: 0 },
      shadow: null,
    });
  });

  it("a sale raises revenue and commission, a refund takes both back", async () => {
    const shop = await makeSellingShop();
    const body = await sell(shop, "100.00");
    expect(await statsOf(shop)).toMatchObject({
      totalRevenue: usd(10_000n),
      totalCommission: usd(1000n),
      orders: 1,
      activePrograms: 1,
    });
    await deliver(shop, "refunds/create", refundBody(body.id, { amount: "100.00" }));
    await emptyInbox();
    expect(await statsOf(shop)).toMatchObject({ totalRevenue: usd(0n), totalCommission: usd(0n) });
  });

  it("the conversion rate is orders with a click by daily visitors, over all days", async () => {
    const shop = await makeSellingShop();
    await addDay(shop.shopId, "2026-03-01", "USD", { clicks: 9, visitors: 6, orders: 4, clickOrders: 1 });
    await addDay(shop.shopId, "2026-03-02", "USD", { clicks: 3, visitors: 2, orders: 1, clickOrders: 1 });
    expect(await statsOf(shop)).toMatchObject({ conversionRate: 0.25, clicks: 12, visitors: 8, orders: 5 });
  });

  it("amounts of two currencies are never added (M18)", async () => {
    const shop = await makeSellingShop();
    await addDay(shop.shopId, "2026-03-01", "USD", { revenueMinor: 500n });
    await addDay(shop.shopId, "2026-03-01", "EUR", { revenueMinor: 700n });
    expect((await statsOf(shop)).totalRevenue).toEqual(usd(500n));
    expect((await statsOf(shop, "EUR")).totalRevenue).toEqual({ minor: 700n, currency: "EUR" });
  });

  it("counts every affiliate, and programs that are active and not deleted", async () => {
    const shop = await makeSellingShop();
    await addAffiliate(shop);
    await db().insert(affiliateCounts).values({ shopId: shop.shopId, status: "rejected", count: 3 });
    const program = (status: "active" | "paused", deletedAt: Date | null) => ({
      shopId: shop.shopId,
      programId: newId<ProgramId>("prg", longAgo),
      name: "P",
      status,
      version: 1,
      createdAt: longAgo,
      updatedAt: longAgo,
      deletedAt,
    });
    await db()
      .insert(programs)
      .values([program("paused", null), program("active", now)]);
    expect(await statsOf(shop)).toMatchObject({ totalAffiliates: 5, activeAffiliates: 2, activePrograms: 1 });
  });

  it("are a shop's own", async () => {
    const [mine, theirs] = [await makeSellingShop(), await makeSellingShop()];
    await sell(theirs, "70.00");
    const { stats, sales } = accepted(await readDashboard({ shopId: mine.shopId, currency: "USD" }, unheard));
    expect([stats.orders, stats.totalRevenue.minor, sales.length]).toEqual([0, 0n, 0]);
  });
});

describe("figures that take too long", () => {
  it("are ended by the database, which says so and answers the next question", async () => {
    const shop = await makeSellingShop();
    const asked = { shopId: shop.shopId, currency: "USD" };
    const late = await inTransaction(async (tx) => {
      await tx.execute(sql`lock table affiliate_counts, applications in access exclusive mode`);
      return { of: [await readDashboardStats(asked, 100), await readToDo(shop.shopId, new Date(), 100)] };
    });
    expect(late.of).toEqual([
      refuse("unavailable", { code: "took_too_long", what: "dashboard", seconds: 0.1 }),
      refuse("unavailable", { code: "took_too_long", what: "to_do", seconds: 0.1 }),
    ]);
    expect(await statsOf(shop)).toMatchObject({ totalAffiliates: 1 });
    expect(await readToDo(shop.shopId, new Date())).toMatchObject({ payable: [] });
  });
});

describe("the newest sales and the steps", () => {
  it("names order, affiliate and net sales, newest first, five at most, credited only", async () => {
    const shop = await makeSellingShop();
    for (const day of [1, 2, 3, 4, 5, 6]) {
      const body = orderBody({ ref: shop.code, price: `${day}.00`, createdAt: `2026-03-0${day}T10:00:00Z` });
      await deliver(shop, "orders/create", body);
    }
    await deliver(shop, "orders/create", orderBody({ createdAt: "2026-03-07T10:00:00Z" }));
    await emptyInbox();
    const { sales, setup } = accepted(await readDashboard({ shopId: shop.shopId, currency: "USD" }, unheard));
    expect(sales.map(({ net }) => net.minor)).toEqual([600n, 500n, 400n, 300n, 200n]);
    expect(sales[0]).toMatchObject({
      affiliateName: `Affiliate ${shop.code}`,
      state: "pending",
    });
    const done = new Map(setup?.steps.map((step) => [step.id, step.done]));
    expect([done.get("program"), done.get("sale")]).toEqual([true, true]);
    expect(setup?.firstSale).toMatchObject({ affiliateName: `Affiliate ${shop.code}` });
  });
});

describe("the version", () => {
  it("stays the same while nothing happens, and changes with a sale, an uncredited order, a refund and an action", async () => {
    const shop = await makeSellingShop();
    const seen = [await readVersion(shop.shopId)];
    expect(await readVersion(shop.shopId)).toBe(seen[0]);

    const body = await sell(shop, "10.00");
    seen.push(await readVersion(shop.shopId));
    await deliver(shop, "orders/create", orderBody({ createdAt: "2026-03-04T10:00:00Z" }));
    await emptyInbox();
    seen.push(await readVersion(shop.shopId));
    await deliver(shop, "refunds/create", refundBody(body.id, { amount: "10.00" }));
    await emptyInbox();
    seen.push(await readVersion(shop.shopId));
    await recordAudit(db(), shop.shopId, {
      subjectKind: "affiliate",
      subjectId: shop.affiliateId,
      action: "suspended",
      actor: systemActor,
      now,
    });
    seen.push(await readVersion(shop.shopId));
    expect(new Set(seen).size).toBe(5);
  });

  it("does not move with another shop's sale", async () => {
    const [mine, theirs] = [await makeSellingShop(), await makeSellingShop()];
    const before = await readVersion(mine.shopId);
    await sell(theirs, "10.00");
    expect(await readVersion(mine.shopId)).toBe(before);
  });
});
