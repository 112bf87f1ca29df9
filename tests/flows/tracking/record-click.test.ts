import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { recordClick } from "#app/flows/tracking/follow-link.ts";
import { db } from "#app/platform/db.server.ts";
import { figuresOf } from "#app/store/figures.ts";
import { dailyShopFigures } from "#app/store/schema/figures.ts";
import { referralCodes } from "#app/store/schema/links.ts";
import { clicksOf } from "../../support/clicks-of.ts";
import { deliver, emptyInbox, orderRow, currentBalance } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { addAffiliate, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

/** A click, and a minute later the order of `orderBody`. */
const clickedAt = new Date("2026-03-02T09:59:00Z");
const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

function click(
  shop: SellingShop,
  given: Partial<Parameters<typeof recordClick>[0]> & { query?: URLSearchParams } = {},
) {
  return recordClick({
    code: shop.code,
    query: new URLSearchParams({ s: shop.domain.replace(".myshopify.com", "") }),
    userAgent: browser,
    address: randomUUID(),
    referrer: "https://blog.example/post?secret=1",
    purpose: "visit",
    now: clickedAt,
    ...given,
  });
}

const queryFor = (shop: SellingShop, more: Record<string, string>) =>
  new URLSearchParams({ s: shop.domain.replace(".myshopify.com", ""), ...more });

describe("a click on an affiliate's link", () => {
  it("is kept, and leads to the page of the store with the signed click", async () => {
    const shop = await makeSellingShop();
    const query = queryFor(shop, { to: "/products/mug?size=2", sub: "mail-7", utm_source: "blog" });
    const location = new URL((await click(shop, { query })) ?? "");
    expect(location.pathname).toBe("/products/mug");
    expect(location.host).toBe(`${shop.domain.replace(".myshopify.com", "")}.example`);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      size: "2",
      ref: shop.code,
      utm_source: "blog",
    });
    expect(location.searchParams.get("aff_click")).toMatch(/^clk_[0-9a-z]{26}\.[\w-]{22}$/);
    const [kept] = await clicksOf(shop);
    expect(kept).toMatchObject({
      target: "/products/mug",
      referrerHost: "blog.example",
      subId: "mail-7",
      bot: false,
    });
  });

  it.each([
    "//evil.example",
    "/.//evil.example",
    "https://evil.example/",
    "/\\evil.example",
    "\\/evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "@evil.example",
  ])("never leads to another host: %s", async (to) => {
    const shop = await makeSellingShop();
    const location = new URL((await click(shop, { query: queryFor(shop, { to }) })) ?? "");
    expect(location.origin).toBe(`https://${shop.domain.replace(".myshopify.com", "")}.example`);
  });

  it("credits the order that carries it, and counts for the conversion rate", async () => {
    const shop = await makeSellingShop();
    const location = new URL((await click(shop)) ?? "");
    const body = orderBody({ click: location.searchParams.get("aff_click") ?? "" });
    await deliver(shop, "orders/create", body);
    await emptyInbox();
    expect(await orderRow(shop, body.id)).toMatchObject({ reason: "won-by-click" });
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
    const figures = (await figuresOf(db(), shop.shopId, [shop.affiliateId], "USD")).get(shop.affiliateId);
    expect(figures).toEqual({
      clicks: 1,
      visitors: 1,
      orders: 1,
      clickOrders: 1,
      keptOrders: 1,
      revenueMinor: 10_000n,
      commissionMinor: 1000n,
      earnedMinor: 1000n,
      refundsMinor: 0n,
      newCustomers: 0,
      timedOrders: 1,
      clickSeconds: 60,
    });
  });

  it("does not believe a click of another shop, nor one that was made up", async () => {
    const shop = await makeSellingShop();
    const other = await makeSellingShop();
    const foreign = new URL((await click(other)) ?? "").searchParams.get("aff_click") ?? "";
    const bodies = [
      orderBody({ click: foreign }),
      orderBody({ click: `${foreign.slice(0, 30)}.${"A".repeat(22)}` }),
    ];
    for (const body of bodies) await deliver(shop, "orders/create", body);
    await emptyInbox();
    for (const body of bodies) expect(await orderRow(shop, body.id)).toMatchObject({ reason: "no-evidence" });
  });

  it("counts a visitor once a day and shop, and bots and previews never", async () => {
    const shop = await makeSellingShop();
    const second = { ...shop, ...(await addAffiliate(shop)) };
    for (let visit = 0; visit < 3; visit += 1) await click(shop, { address: "198.51.100.1" });
    await click(second, { address: "198.51.100.1" });
    await click(shop, { userAgent: "Googlebot/2.1 (+http://www.google.com/bot.html)" });
    await click(shop, { purpose: "preview" });
    const days = await db().select().from(dailyShopFigures).where(eq(dailyShopFigures.shopId, shop.shopId));
    expect(days).toMatchObject([{ day: "2026-03-02", clicks: 4, visitors: 1 }]);
    const figures = await figuresOf(db(), shop.shopId, [shop.affiliateId, second.affiliateId], "USD");
    expect(figures.get(shop.affiliateId)).toMatchObject({ clicks: 3, visitors: 1 });
    expect(figures.get(second.affiliateId)).toMatchObject({ clicks: 1, visitors: 1 });
  });

  it("redirects an unknown code to the named shop's home page, and nowhere without a shop", async () => {
    const shop = await makeSellingShop();
    expect(await click(shop, { code: "NOBODY" })).toBe(
      `https://${shop.domain.replace(".myshopify.com", "")}.example/`,
    );
    expect(await click(shop, { code: "NOBODY", query: new URLSearchParams() })).toBeNull();
    expect(await click(shop, { code: "x".repeat(65), query: new URLSearchParams() })).toBeNull();
    expect(await click(shop, { code: "a\u0000b", query: new URLSearchParams() })).toBeNull();
  });

  it("keeps redirecting a link without a shop to the first shop with its code", async () => {
    const first = await makeSellingShop();
    const second = await makeSellingShop();
    const later = await addAffiliate(second, { code: first.code });
    await db()
      .update(referralCodes)
      .set({ createdAt: new Date("2026-03-01T00:00:00Z") })
      .where(eq(referralCodes.affiliateId, later.affiliateId));
    const location = await click(first, { query: new URLSearchParams() });
    expect(location).toContain(first.domain.replace(".myshopify.com", ".example"));
  });
});
