import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { LinkId } from "#app/domain/ids.ts";
import { recordClick } from "#app/flows/tracking/follow-link.ts";
import { recordVisit } from "#app/flows/tracking/record-visit.ts";
import { db } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { linkDays } from "#app/store/links.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { dailyShopFigures } from "#app/store/schema/figures.ts";
import { importedLinks, links, referralCodes } from "#app/store/schema/links.ts";
import { shops } from "#app/store/schema/shops.ts";
import { clicksOf } from "../../support/clicks-of.ts";
import { longAgo, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const at = new Date("2026-03-02T09:59:00Z");
const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const handleOf = (shop: SellingShop) => shop.domain.replace(".myshopify.com", "");
const originOf = (shop: SellingShop) => `https://${handleOf(shop)}.example`;

async function follow(shop: SellingShop, code: string, query = ""): Promise<URL> {
  const location = await recordClick({
    code,
    query: `s=${handleOf(shop)}${query}`,
    userAgent: browser,
    address: randomUUID(),
    referrer: "",
    purpose: "visit",
    now: at,
  });
  return new URL(location ?? "nowhere:");
}

async function addLink(shop: SellingShop, given: Partial<typeof links.$inferInsert> = {}) {
  const linkId = newId<LinkId>("lnk", longAgo);
  const slug = `spring-${randomBytes(5).toString("hex")}`;
  await db()
    .insert(links)
    .values({
      shopId: shop.shopId,
      linkId,
      affiliateId: shop.affiliateId,
      name: "Spring",
      target: "/collections/spring?sort=new",
      createdAt: longAgo,
      createdBy: "test",
      updatedAt: longAgo,
      ...given,
    });
  const code = { shopId: shop.shopId, affiliateId: shop.affiliateId, linkId, createdAt: longAgo };
  await db()
    .insert(referralCodes)
    .values({ ...code, code: slug, codeKey: slug });
  return { linkId, slug };
}

describe("a link that an affiliate made", () => {
  it("leads to its page with its campaign, and its clicks are told apart and counted", async () => {
    const shop = await makeSellingShop();
    const utm = { source: "mail", medium: "letter" };
    const { linkId, slug } = await addLink(shop, { subId: "letter-7", utm });
    const location = await follow(shop, slug.toUpperCase(), "&utm_medium=post&gad_source=1");
    expect(location.pathname).toBe("/collections/spring");
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      sort: "new",
      utm_source: "mail",
      utm_medium: "post",
      ref: slug,
    });
    await follow(shop, slug, "&sub=own&to=%2Fproducts%2Fmug");
    const [second, first] = (await clicksOf(shop)).toSorted((a, b) => (a.subId > b.subId ? -1 : 1));
    expect(first).toMatchObject({
      linkId,
      subId: "letter-7",
      adClick: "gad_source",
      target: "/collections/spring",
    });
    expect(second).toMatchObject({ linkId, subId: "own", adClick: "", target: "/products/mug" });
    const days = await linkDays(db(), shop.shopId, linkId, "2026-03-01");
    expect(days).toEqual([{ day: "2026-03-02", clicks: 2, orders: 0 }]);
  });

  it("puts its discount code into the cart on the way, and the page gets the click too", async () => {
    const shop = await makeSellingShop();
    const { slug } = await addLink(shop, { discountCode: "SPRING 10/%" });
    const location = await follow(shop, slug);
    expect(location.origin).toBe(originOf(shop));
    expect(location.pathname).toBe("/discount/SPRING%2010%2F%25");
    const signed = location.searchParams.get("aff_click");
    expect(signed).toMatch(/^clk_\w{26}\.[\w-]{22}$/);
    const page = new URL(location.searchParams.get("redirect") ?? "", originOf(shop));
    expect(page.pathname).toBe("/collections/spring");
    expect(Object.fromEntries(page.searchParams)).toEqual({ sort: "new", ref: slug, aff_click: signed });
  });

  it.each([
    "//evil.example",
    "/..//evil.example",
    "https:evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/\\evil.example",
    "/\t/evil.example",
    "/%2e%2e//evil.example",
    "@evil.example",
  ])("redirects a discount link only to pages of the store: %j", async (to) => {
    const shop = await makeSellingShop();
    const { slug } = await addLink(shop, { discountCode: "SPRING10" });
    const location = await follow(shop, slug, `&to=${encodeURIComponent(to)}`);
    expect([location.origin, location.pathname]).toEqual([originOf(shop), "/discount/SPRING10"]);
    const redirect = location.searchParams.get("redirect") ?? "";
    // As a browser reads it, and as a store does that puts it behind its own address.
    expect(new URL(redirect, originOf(shop)).origin).toBe(originOf(shop));
    expect(redirect).toMatch(/^\/(?![/\\])/);
    expect(redirect).not.toMatch(/evil|alert/);
  });
});

const frontPage = (shop: SellingShop) => `${originOf(shop)}/?utm_source=x`;
const leadsTo = async (shop: SellingShop, code: string) => (await follow(shop, code, "&utm_source=x")).href;

describe("a process's memory of a link", () => {
  /** The promise is two seconds after the change, as `known-links.test.ts` shows; a busy machine asks more slowly. */
  const soon = { timeout: 30_000, interval: 100 };

  it("ends when the link is paused, and its clicks count no longer", async () => {
    const shop = await makeSellingShop();
    const { linkId, slug } = await addLink(shop);
    expect(await leadsTo(shop, slug)).toContain("aff_click");
    await db().update(links).set({ status: "paused" }).where(eq(links.linkId, linkId));
    await expect.poll(() => leadsTo(shop, slug), soon).toBe(frontPage(shop));
    const before = (await clicksOf(shop)).length;
    await leadsTo(shop, slug);
    expect(await clicksOf(shop)).toHaveLength(before);
  });

  it("ends when the affiliate is suspended, and when the shop lets the app go", async () => {
    const [first, second] = [await makeSellingShop(), await makeSellingShop()];
    for (const shop of [first, second]) expect(await leadsTo(shop, shop.code)).toContain("aff_click");
    await db().update(affiliates).set({ status: "suspended" }).where(eq(affiliates.shopId, first.shopId));
    await db().update(shops).set({ uninstalledAt: at }).where(eq(shops.shopId, second.shopId));
    for (const shop of [first, second]) {
      await expect.poll(() => leadsTo(shop, shop.code), soon).toBe(frontPage(shop));
    }
  });

  it("follows a code that moves to another affiliate, and a new code", async () => {
    const shop = await makeSellingShop();
    const { slug } = await addLink(shop);
    const fresh = `new-${randomBytes(5).toString("hex")}`;
    expect(await leadsTo(shop, fresh)).toBe(frontPage(shop));
    await leadsTo(shop, slug);
    const named = and(eq(referralCodes.shopId, shop.shopId), eq(referralCodes.codeKey, slug));
    await db().update(referralCodes).set({ linkId: null }).where(named);
    await db().insert(referralCodes).values({
      shopId: shop.shopId,
      affiliateId: shop.affiliateId,
      code: fresh,
      codeKey: fresh,
      createdAt: at,
    });
    await expect.poll(async () => new URL(await leadsTo(shop, slug)).pathname, soon).toBe("/");
    await expect.poll(() => leadsTo(shop, fresh), soon).toContain("aff_click");
  });
});

const tell = (shop: SellingShop, landing: string, given: Partial<Parameters<typeof recordVisit>[0]> = {}) =>
  recordVisit({
    shopDomain: shop.domain,
    landing,
    referrer: "https://blog.example/post",
    userAgent: browser,
    address: randomUUID(),
    purpose: "visit",
    now: at,
    ...given,
  });

describe("a landing reported by the storefront", () => {
  it("is a click like any other: by a code, and by another system's parameter", async () => {
    const shop = await makeSellingShop();
    await db().insert(importedLinks).values({
      shopId: shop.shopId,
      affiliateId: shop.affiliateId,
      parameter: "sca_ref",
      valueKey: "77.ab",
      value: "77.Ab",
      createdAt: longAgo,
    });
    const byCode = await tell(shop, `/products/mug?ref=${shop.code}&fbclid=1`);
    const byOther = await tell(shop, `/pages/about?SCA_REF=77.AB&sub=x`);
    expect(byCode).toMatch(/^clk_\w{26}\.[\w-]{22}$/);
    expect(byOther).not.toBe(byCode);
    const kept = (await clicksOf(shop)).toSorted((a, b) => (a.target < b.target ? -1 : 1));
    expect(kept).toMatchObject([
      { target: "/pages/about", source: "landing", subId: "x", adClick: "", referrerHost: "blog.example" },
      { target: "/products/mug", source: "landing", adClick: "fbclid", bot: false },
    ]);
    const days = await db().select().from(dailyShopFigures).where(eq(dailyShopFigures.shopId, shop.shopId));
    expect(days).toMatchObject([{ clicks: 2, visitors: 2 }]);
  });

  it("is recorded once: a page whose address has the signed id gets that id back", async () => {
    const shop = await makeSellingShop();
    const other = await makeSellingShop();
    const signed = await tell(shop, `/?ref=${shop.code}`);
    expect(await tell(shop, `/?ref=${shop.code}&aff_click=${signed}`)).toBe(signed);
    expect(await clicksOf(shop)).toHaveLength(1);
    // A click of another shop is none here.
    expect(await tell(other, `/?ref=${other.code}&aff_click=${signed}`)).not.toBe(signed);
  });

  it.each([
    "/?ref=nobody-has-this",
    "/",
    "not a path\u0000",
    `/?ref=${"x".repeat(3000)}`,
    "/?ref=%00",
    "//evil.example/?ref",
  ])("leaves nothing behind where it points to nobody: %j", async (landing) => {
    const shop = await makeSellingShop();
    expect(await tell(shop, landing)).toBeNull();
    const { rows } = await db().execute(sql`select 1 from clicks where shop_id = ${shop.shopId}`);
    expect(rows).toEqual([]);
  });
});
