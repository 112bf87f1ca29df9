import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { redactCustomer } from "#app/flows/privacy/redact-customer.ts";
import { redactShop } from "#app/flows/privacy/redact-shop.ts";
import { recordClick } from "#app/flows/tracking/follow-link.ts";
import { db } from "#app/platform/db.server.ts";
import { deliveries } from "#app/store/schema/inbox.ts";
import { clicksOf } from "../../support/clicks-of.ts";
import { arrival, deliver, emptyInbox, orderRow, currentBalance } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const later = new Date(arrival.getTime() + 1000);

const everythingHeld = async (shop: SellingShop) => {
  const { rows } = await db().execute<{ held: string }>(
    sql`select coalesce(string_agg(o::text, ' '), '') as held from orders o where shop_id = ${shop.shopId}`,
  );
  return rows[0]?.held ?? "";
};

async function soldTo(email: string) {
  const shop = await makeSellingShop();
  const body = orderBody({ ref: shop.code, email });
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  return { shop, body };
}

describe("a customer who is erased", () => {
  it("was never kept by address; hash, number and bodies go, the commission stays", async () => {
    const { shop, body } = await soldTo("ada@customer.example");
    expect(await everythingHeld(shop)).not.toContain("customer.example");
    expect((await orderRow(shop, body.id)).customerHash).not.toBeNull();
    const request = { requestId: null, customerId: "77", email: "Ada@customer.example", orderIds: [] };
    expect(await redactCustomer(shop.shopId, request, later)).toBe(1);
    const row = await orderRow(shop, body.id);
    expect(row.customerHash).toBeNull();
    expect(row.facts).toMatchObject({ customerHash: null, customerId: null });
    const kept = await db()
      .select()
      .from(deliveries)
      .where(sql`shop_id = ${shop.shopId}`);
    expect(kept.map((one) => one.sealedBody)).toEqual([null]);
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });
});

describe("a shop that is to be forgotten", () => {
  it("loses clicks, hashes and bodies, and keeps its books; a reinstalled shop is not erased", async () => {
    const { shop, body } = await soldTo("ada@customer.example");
    await recordClick({
      code: shop.code,
      query: new URLSearchParams(),
      userAgent: "Mozilla/5.0 Firefox/140.0",
      address: "198.51.100.9",
      referrer: "",
      purpose: "visit",
      now: arrival,
    });
    expect(await redactShop(shop.shopId, { triggeredAt: arrival, now: later })).toBe(false);
    await db().execute(
      sql`update shops set uninstalled_at = ${arrival.toISOString()} where shop_id = ${shop.shopId}`,
    );
    expect(await redactShop(shop.shopId, { triggeredAt: arrival, now: later })).toBe(true);
    expect(await clicksOf(shop)).toEqual([]);
    expect((await orderRow(shop, body.id)).customerHash).toBeNull();
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });
});
