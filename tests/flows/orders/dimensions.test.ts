import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { mostValues, otherValue } from "#app/domain/report.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { redactCustomer } from "#app/flows/privacy/redact-customer.ts";
import { clickValues } from "#app/flows/tracking/keep-clicks.ts";
import { recordClick } from "#app/flows/tracking/follow-link.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { anonymizeClicks } from "#app/store/customer-traces.ts";
import { clicks } from "#app/store/schema/clicks.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { dailyDimensionFigures, dailyVisitors, dimensionValues } from "#app/store/schema/figures.ts";
import { orders } from "#app/store/schema/orders.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { longAgo, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const figuresOf = async ({ shopId }: SellingShop) =>
  db()
    .select()
    .from(dailyDimensionFigures)
    .where(eq(dailyDimensionFigures.shopId, shopId))
    .orderBy(dailyDimensionFigures.dimension, dailyDimensionFigures.day, dailyDimensionFigures.value);

/** "dimension value": orders, revenue and refunds, over all days; what is nothing by now is left away. */
async function sumsOf(shop: SellingShop) {
  const sums = new Map<string, (number | bigint)[]>();
  for (const one of await figuresOf(shop)) {
    const key = `${one.dimension} ${one.value}`.trim();
    const [count = 0, revenue = 0n, refunds = 0n] = sums.get(key) ?? [];
    sums.set(key, [
      Number(count) + one.orders,
      BigInt(revenue) + one.revenueMinor,
      BigInt(refunds) + one.refundsMinor,
    ]);
  }
  return Object.fromEntries([...sums].filter(([, all]) => all.some((one) => Number(one) !== 0)));
}

const differencesOf = async ({ shopId }: SellingShop) => (await verifyShop(shopId)).differences;

/** One order by a code, one by a landing page, of which a part came back a day later, and one of nobody. */
async function sold() {
  const shop = await makeSellingShop();
  const code = `Save${shop.code}`;
  await db().insert(affiliateCodes).values({
    shopId: shop.shopId,
    affiliateId: shop.affiliateId,
    code,
    codeKey: code.toLowerCase(),
    assignedAt: longAgo,
  });
  const coded = orderBody({ codes: [code] });
  const landed = { ...orderBody({ ref: shop.code }), source_name: "pos" };
  for (const body of [coded, landed, orderBody()]) await deliver(shop, "orders/create", body);
  await emptyInbox();
  await deliver(shop, "refunds/create", refundBody(landed.id, { amount: "10.00" }));
  await emptyInbox();
  return { shop, code: code.toLowerCase(), coded, landed };
}

/** Totals by dimension. Products have only money, since an order may have several. */
function totalsOf(sums: Awaited<ReturnType<typeof sumsOf>>): Record<string, (number | bigint)[]> {
  const totals: Record<string, (number | bigint)[]> = {};
  for (const [key, [count = 0, revenue = 0n, refunds = 0n]] of Object.entries(sums)) {
    const dimension = key.split(" ")[0] ?? "";
    const [some = 0, earned = 0n, back = 0n] = totals[dimension] ?? [];
    totals[dimension] = [
      Number(some) + Number(count),
      BigInt(earned) + BigInt(revenue),
      BigInt(back) + BigInt(refunds),
    ];
  }
  return totals;
}

const everyDimension = ["channel", "code", "country", "customer", "landing", "link", "product", "sub-id"];

describe("figures of dimensions", () => {
  it("have each credited order once, with its refunds", async () => {
    const { shop, code } = await sold();
    const sums = await sumsOf(shop);
    expect(sums).toMatchObject({
      [`code ${code}`]: [1, 10_000n, 0n],
      code: [1, 0n, 10_000n],
      "channel web": [1, 10_000n, 0n],
      "channel pos": [1, 0n, 10_000n],
      "landing /products/mug": [1, 0n, 10_000n],
      "landing /": [1, 10_000n, 0n],
      "product 1": [2, 10_000n, 10_000n],
      country: [2, 10_000n, 10_000n],
    });
    expect(totalsOf(sums)).toEqual(
      Object.fromEntries(everyDimension.map((dimension) => [dimension, [2, 10_000n, 10_000n]])),
    );
    expect(await differencesOf(shop)).toEqual([]);
    await db().execute(sql`update daily_dimension_figures set orders = orders + 1
      where shop_id = ${shop.shopId} and dimension = 'channel' and value = 'pos' and orders > 0`);
    const { differences } = await verifyShop(shop.shopId, undefined, "rollups");
    expect(differences.map(differenceText)).toEqual([
      "daily_dimension_figures channel pos 2026-03-02 USD: has orders 2 instead of 1",
    ]);
  });

  it("count an order once, however often it comes, and follow it when signals come late", async () => {
    const { shop, coded } = await sold();
    const before = await sumsOf(shop);
    await deliver(shop, "orders/create", coded);
    await emptyInbox();
    expect(await sumsOf(shop)).toEqual(before);
    const late = orderBody();
    await deliver(shop, "orders/create", late);
    await emptyInbox();
    expect(await sumsOf(shop)).toEqual(before);
    const landing_site = `/a?ref=${shop.code}`;
    await deliver(shop, "orders/updated", { ...late, landing_site, updated_at: "2026-03-05T10:00:00Z" });
    await emptyInbox();
    expect((await sumsOf(shop))["landing /a"]).toEqual([1, 10_000n, 0n]);
    expect(await differencesOf(shop)).toEqual([]);
  });

  it("count values beyond a shop's limit under one, now and later", async () => {
    const { shop, landed } = await sold();
    await db().execute(sql`insert into dimension_values (shop_id, dimension, value)
      select ${shop.shopId}, 'landing', 'page ' || number from generate_series(1, ${mostValues}) as number`);
    const at = (page: string) => ({ ...orderBody(), landing_site: `/${page}?ref=${shop.code}` });
    const [first, second] = [at("first"), at("second")];
    for (const body of [first, second]) await deliver(shop, "orders/create", body);
    await emptyInbox();
    await deliver(shop, "refunds/create", refundBody(first.id, { amount: "10.00" }));
    await deliver(shop, "orders/updated", { ...landed, updated_at: "2026-03-07T10:00:00Z" });
    await emptyInbox();
    expect((await sumsOf(shop))[`landing ${otherValue}`]).toEqual([2, 10_000n, 10_000n]);
    expect((await sumsOf(shop))["landing /products/mug"]).toEqual([1, 0n, 10_000n]);
    const kept = await db().select().from(dimensionValues).where(eq(dimensionValues.shopId, shop.shopId));
    expect(kept.filter((one) => one.dimension === "landing")).toHaveLength(mostValues + 3);
    expect(await differencesOf(shop)).toEqual([]);
  });

  it("no longer have the values that identified a forgotten customer", async () => {
    const { shop, landed } = await sold();
    const orderIds = [String(landed.id)];
    const request = { requestId: null, customerId: null, email: null, orderIds };
    await redactCustomer(shop.shopId, request, new Date("2026-03-09T10:00:00Z"));
    const sums = await sumsOf(shop);
    expect(sums["landing /products/mug"]).toBeUndefined();
    expect(sums["landing"]).toEqual([1, 0n, 10_000n]);
    expect(
      JSON.stringify(
        await db()
          .select()
          .from(orders)
          .where(and(eq(orders.shopId, shop.shopId), eq(orders.orderId, orderIds[0] ?? ""))),
        text,
      ),
    ).not.toContain("/products/mug");
    expect(await differencesOf(shop)).toEqual([]);
  });
});

const text = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Clicks on the affiliate's own link, one for each sub-id. */
async function clicked(subIds: readonly string[], visitor?: string) {
  const shop = await makeSellingShop({ timeZone: "Pacific/Auckland" });
  for (const sub of subIds) {
    await recordClick({
      code: shop.code,
      query: new URLSearchParams({ s: shop.domain.replace(".myshopify.com", ""), ...(sub && { sub }) }),
      userAgent: browser,
      address: visitor ?? randomUUID(),
      referrer: "",
      purpose: "visit",
      now: new Date("2026-03-02T20:00:00Z"),
    });
  }
  return shop;
}

const clicksOf = async (shop: SellingShop) =>
  (await figuresOf(shop))
    .filter((one) => one.clicks !== 0)
    .map((one) => [one.dimension, one.value, one.day, one.clicks, one.visitors]);

/** With clicks and visitors. */
const byClick = [
  ["landing", "/", "2026-03-03", 3, 3],
  ["link", "", "2026-03-03", 3, 3],
  ["sub-id", "", "2026-03-03", 1, 1],
  ["sub-id", "spring", "2026-03-03", 2, 2],
];

describe("clicks", () => {
  it("count under their page, sub-id and link on the shop's own day", async () => {
    const shop = await clicked(["", "spring", "spring"]);
    expect(await clicksOf(shop)).toEqual(byClick);
    expect(await differencesOf(shop)).toEqual([]);
  });

  it("count under one sub-id where the shop has no room for more", async () => {
    const shop = await clicked([]);
    await db().execute(sql`insert into dimension_values (shop_id, dimension, value)
      select ${shop.shopId}, 'sub-id', 'sub ' || number from generate_series(1, ${mostValues}) as number`);
    const values = await clickValues(
      ["a", "b", "sub 7", ""].map((subId) => ({ shopId: shop.shopId, subId, target: "/" })),
    );
    const folded = (subId: string) => values({ shopId: shop.shopId, subId, target: "/" }).countedSubId;
    expect(["a", "b", "sub 7", ""].map(folded)).toEqual([otherValue, otherValue, "sub 7", ""]);
  });

  it("stay countable after a customer's values are erased", async () => {
    const shop = await clicked(["", "spring", "spring"]);
    const [first] = await db()
      .select()
      .from(clicks)
      .where(and(eq(clicks.shopId, shop.shopId), eq(clicks.subId, "spring")));
    await inTransaction((tx) => anonymizeClicks(tx, shop.shopId, first ? [first.clickId] : []));
    expect(await clicksOf(shop)).toEqual([
      ["landing", "", "2026-03-03", 1, 1],
      ["landing", "/", "2026-03-03", 2, 2],
      ["link", "", "2026-03-03", 3, 3],
      ["sub-id", "", "2026-03-03", 2, 2],
      ["sub-id", "spring", "2026-03-03", 1, 1],
    ]);
    expect(await differencesOf(shop)).toEqual([]);
  });

  it.each([
    ["while visitors are known", false],
    ["days later", true],
  ])("take their visitor along when none of them is left there, %s", async (_when, isLater) => {
    const shop = await clicked(["spring", "spring", "mail"], "203.0.113.9");
    if (isLater) await db().delete(dailyVisitors).where(eq(dailyVisitors.shopId, shop.shopId));
    const ofSpring = and(eq(clicks.shopId, shop.shopId), eq(clicks.subId, "spring"));
    const [first, second] = await db().select().from(clicks).where(ofSpring);
    for (const [one, spring] of [
      [first, [["sub-id", "spring", "2026-03-03", 1, 1]]],
      [second, []],
    ] as const) {
      await inTransaction((tx) => anonymizeClicks(tx, shop.shopId, one ? [one.clickId] : []));
      expect((await clicksOf(shop)).filter(([, value]) => value === "spring")).toEqual(spring);
      expect(await differencesOf(shop)).toEqual([]);
    }
    expect(await clicksOf(shop)).toContainEqual(["landing", "/", "2026-03-03", 1, 1]);
    expect(await clicksOf(shop)).toContainEqual(["sub-id", "mail", "2026-03-03", 1, 1]);
  });
});
