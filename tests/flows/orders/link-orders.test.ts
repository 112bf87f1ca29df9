import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { createLink } from "#app/flows/links/create-link.ts";
import { updateLink } from "#app/flows/links/update-link.ts";
import { recordClick } from "#app/flows/tracking/follow-link.ts";
import { verifyDimensions } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { findLink } from "#app/store/links.ts";
import { findShop } from "#app/store/shops.ts";
import { deliver, emptyInbox, orderRow } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const now = new Date("2026-03-02T09:58:00Z");
const by = { actor: systemActor, now };

async function linked() {
  const shop = await makeSellingShop();
  const row = await findShop(db(), shop.shopId);
  if (!row) throw new Error("There is no shop.");
  const input = { name: "Mug", target: "/products/mug", slug: `${shop.code}-mug`, subId: "mail-7" };
  const linkId = await createLink({ shop: row, ...by }, shop.affiliateId, input);
  if (isRefusal(linkId)) throw new Error(linkId.reason.code);
  const figures = async () => {
    const link = await findLink(db(), shop.shopId, linkId);
    return [link?.clicks, link?.orders];
  };
  return { shop, row, linkId, slug: input.slug, figures };
}

async function follow(shop: SellingShop, code: string): Promise<string> {
  const location = await recordClick({
    code,
    query: `s=${shop.domain.replace(".myshopify.com", "")}`,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    address: "203.0.113.9",
    referrer: "",
    purpose: "visit",
    now: new Date("2026-03-02T09:59:00Z"),
  });
  return new URL(location ?? "").searchParams.get("aff_click") ?? "";
}

async function differences(shop: SellingShop): Promise<string[]> {
  const found: string[] = [];
  const books = { shopId: shop.shopId, timeZone: "UTC" };
  await verifyDimensions(db(), books, (one) => void found.push("what" in one ? one.what : one.kind));
  return found;
}

describe("a link that was paused or archived", () => {
  it.each(["paused", "archived"] as const)("%s: counts by its bare address until then", async (status) => {
    const { shop, row, linkId, slug } = await linked();
    const early = orderBody({ ref: slug, createdAt: "2026-03-02T10:00:00Z" });
    const late = orderBody({ ref: slug, createdAt: "2026-03-02T12:00:00Z" });
    const at = { ...by, now: new Date("2026-03-02T11:00:00Z") };
    await updateLink({ shop: row, ...at }, { linkId }, { status });
    await updateLink(
      { shop: row, ...at, now: new Date("2026-03-02T13:00:00Z") },
      { linkId },
      { status: "archived" },
    );
    for (const body of [late, early]) await deliver(shop, "orders/create", body);
    await emptyInbox();
    expect(await orderRow(shop, early.id)).toMatchObject({ reason: "won-by-landing" });
    expect(await orderRow(shop, late.id)).toMatchObject({ credited: false, reason: "no-evidence" });
  });
});

describe("orders of a link", () => {
  it("are those that came by a click on it, under its old address too, each once", async () => {
    const { shop, row, linkId, slug, figures } = await linked();
    await updateLink({ shop: row, ...by }, { linkId }, { slug: `${shop.code}-cup` });
    const body = orderBody({ click: await follow(shop, slug) });
    await deliver(shop, "orders/create", body);
    await emptyInbox();
    expect(await orderRow(shop, body.id)).toMatchObject({ reason: "won-by-click" });
    expect(await figures()).toEqual([1, 1]);
    await deliver(shop, "orders/updated", { ...body, updated_at: "2026-03-02T10:30:00Z" });
    await emptyInbox();
    expect(await figures()).toEqual([1, 1]);
    expect(await differences(shop)).toEqual([]);
  });

  it("stay when the clicks are forgotten", async () => {
    const { shop, slug, figures } = await linked();
    const body = orderBody({ click: await follow(shop, slug) });
    await deliver(shop, "orders/create", body);
    await emptyInbox();
    await db().execute(sql`delete from clicks where shop_id = ${shop.shopId}`);
    await deliver(shop, "orders/updated", { ...body, updated_at: "2026-03-02T10:30:00Z", note: "Gift" });
    await emptyInbox();
    expect(await figures()).toEqual([1, 1]);
  });

  it("are those whose landing page named it, and none that named the affiliate's own code", async () => {
    const { shop, slug, figures } = await linked();
    await deliver(shop, "orders/create", orderBody({ ref: slug.toUpperCase() }));
    await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
    await emptyInbox();
    expect(await figures()).toEqual([0, 1]);
    expect(await differences(shop)).toEqual([]);
    await db().execute(sql`update daily_dimension_figures set orders = 3
      where dimension = 'link' and value <> '' and shop_id = ${shop.shopId}`);
    expect(await differences(shop)).toEqual(["has orders 3 instead of 1"]);
  });
});
