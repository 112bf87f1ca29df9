import { createHmac, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { receiveDelivery } from "#app/flows/intake/receive-delivery.ts";
import { readNotices } from "#app/jobs/inbox.ts";
import { db } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { acceptedBodies } from "#app/store/schema/inbox.ts";
import { discounts } from "#app/store/schema/links.ts";
import { listFailedDeliveries } from "#app/store/failed-deliveries.ts";
import { findShop } from "#app/store/shops.ts";
import { dropOldOf } from "../../support/drop-old-of.ts";
import {
  arrival,
  countWaiting,
  deliver,
  deliveryOutcomes,
  emptyInbox,
  signedHeaders,
  currentBalance,
} from "../../support/inbox.ts";
import { nextId, orderBody } from "../../support/order-bodies.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

function daysAfter(days: number): Date {
  return new Date(arrival.getTime() + days * 86_400_000);
}

async function acceptedOf({ shopId }: SellingShop) {
  return db().select().from(acceptedBodies).where(eq(acceptedBodies.shopId, shopId));
}

afterEach(() => vi.restoreAllMocks());

async function readAllNotices(): Promise<void> {
  while (await readNotices());
}

describe("a text that the platform signed for something else", () => {
  it("is no delivery: a callback's address, whose signature its browser sees, uninstalls no app", async () => {
    const victim = await makeSellingShop();
    const query = "code=abc&host=x&shop=mine.myshopify.com&state=1&timestamp=1795192975";
    const hmac = createHmac("sha256", "test-secret").update(query).digest("hex");
    const headers = signedHeaders(victim.domain, "app/uninstalled", Buffer.from("{}"));
    headers.set("X-Shopify-Hmac-Sha256", Buffer.from(hmac, "hex").toString("base64"));
    const rawBody = Buffer.from(query);
    expect(await receiveDelivery({ headers, rawBody, now: arrival })).toMatchObject({ status: 400 });
    expect(await countWaiting(victim)).toBe(0);
  });

  it("is none where a query was made up to be read as an object", async () => {
    const victim = await makeSellingShop();
    const query = [
      ["shop", "mine.myshopify.com"],
      ["timestamp", "1795192975"],
      [' {"id":1,"name":"', ""],
      ["z", '"}'],
    ];
    const text = query
      .map((one) => one.join("="))
      .toSorted()
      .join("");
    expect(JSON.parse(text)).toMatchObject({ id: 1 });
    const rawBody = Buffer.from(text);
    const headers = signedHeaders(victim.domain, "orders/delete", rawBody);
    expect(await receiveDelivery({ headers, rawBody, now: arrival })).toMatchObject({ status: 400 });
    expect(await countWaiting(victim)).toBe(0);
  });

  it.each(["[]", '"text"', "", "null", " \n["])("keeps nothing of the body %j", async (text) => {
    const shop = await makeSellingShop();
    const rawBody = Buffer.from(text);
    const headers = signedHeaders(shop.domain, "orders/create", rawBody);
    expect((await receiveDelivery({ headers, rawBody, now: arrival })).status).toBe(400);
    expect(await countWaiting(shop)).toBe(0);
  });
});

describe("a body that has to name its shop", () => {
  it.each([
    ["app/uninstalled", "myshopify_domain"],
    ["shop/update", "myshopify_domain"],
    ["customers/data_request", "shop_domain"],
    ["customers/redact", "shop_domain"],
    ["shop/redact", "shop_domain"],
  ])(
    "of %s is answered 200, ignored and logged where it names another shop or none",
    async (topic, field) => {
      const [shop, other] = await Promise.all([makeSellingShop(), makeSellingShop()]);
      const warned = vi.spyOn(log, "warn");
      const customer = { id: nextId(), email: "ada@customer.example" };
      const otherField = field === "shop_domain" ? "myshopify_domain" : "shop_domain";
      for (const named of [{ [field]: other.domain }, { id: nextId() }, { [otherField]: shop.domain }]) {
        const receipt = await deliver(shop, topic, { ...named, customer }, randomUUID());
        expect(receipt.status).toBe(200);
      }
      await readAllNotices();
      expect(await deliveryOutcomes(shop)).toEqual(Array(3).fill("other-shop"));
      // Other files of this worker may have left notices that are read here too.
      const ofShop = warned.mock.calls.filter(([, fields]) => fields?.["shop"] === shop.shopId);
      const ignored = [expect.stringContaining("ignored"), { topic, shop: shop.shopId }];
      expect(ofShop).toEqual([ignored, ignored, ignored]);
      expect(await findShop(db(), shop.shopId)).toMatchObject({ uninstalledAt: null, redactedAt: null });
      expect(await listAudit(db(), shop.shopId, { kind: "privacy" })).toEqual([]);
    },
  );

  it("counts where it names the shop of its header", async () => {
    const shop = await makeSellingShop();
    const customer = { id: nextId(), email: "ada@customer.example" };
    const domain = shop.domain.toUpperCase();
    await deliver(shop, "customers/data_request", { shop_domain: domain, customer }, randomUUID());
    await readAllNotices();
    expect(await deliveryOutcomes(shop)).toEqual(["gathered"]);
  });
});

/** An order of this shop, in the one body that is sent under several headers. */
function orderOf({ domain, code }: SellingShop) {
  return { ...orderBody({ ref: code }), order_status_url: `https://${domain}/548380009/orders/b1946ac9` };
}

describe("one leaked delivery, sent again under other headers", () => {
  it("is answered 200, ignored and logged for any other shop, whatever topic its header names", async () => {
    const [shop, victim] = await Promise.all([makeSellingShop(), makeSellingShop()]);
    const body = orderOf(shop);
    expect((await deliver(shop, "orders/create", body)).message).toBe("kept");
    const warned = vi.spyOn(log, "warn");
    for (const topic of ["orders/create", "orders/updated", "app/uninstalled", "refunds/create"]) {
      expect(await deliver(victim, topic, body)).toEqual({ status: 200, message: "ignored" });
      expect(warned).toHaveBeenLastCalledWith(expect.any(String), { topic, shop: victim.shopId });
    }
    expect(await deliveryOutcomes(victim)).toEqual([]);
  });

  it("is accepted under every topic of its own shop, because order topics share bodies", async () => {
    const shop = await makeSellingShop();
    const body = orderOf(shop);
    for (const topic of ["orders/create", "orders/paid", "orders/updated", "orders/create"]) {
      expect(await deliver(shop, topic, body)).toEqual({ status: 200, message: "kept" });
    }
    expect(await deliveryOutcomes(shop)).toHaveLength(4);
  });

  it("deletes nothing when an order's own body is sent again as orders/delete", async () => {
    const shop = await makeSellingShop();
    const body = orderOf(shop);
    await deliver(shop, "orders/create", body);
    await deliver(shop, "orders/delete", body);
    await emptyInbox();
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
    expect(await listFailedDeliveries(db(), shop.shopId, 10)).toMatchObject([{ topic: "orders/delete" }]);
  });

  it("is accepted for one shop where it arrives for several at once", async () => {
    const shops = await Promise.all(Array.from({ length: 5 }, () => makeSellingShop()));
    const [first] = shops;
    if (!first) throw new Error("There is no shop");
    const body = orderOf(first);
    const receipts = await Promise.all(
      [...shops, ...shops].map((shop) => deliver(shop, "orders/create", body)),
    );
    const kept = shops.filter((_, index) => receipts[index]?.message === "kept");
    expect(kept).toHaveLength(1);
    expect(receipts.filter(({ message }) => message === "kept")).toHaveLength(2);
    expect((await Promise.all(shops.map(deliveryOutcomes))).flat()).toHaveLength(2);
  });

  it("is not accepted for another shop as long as its body may be kept, counted from its last arrival", async () => {
    const [shop, victim] = await Promise.all([makeSellingShop(), makeSellingShop()]);
    const body = orderOf(shop);
    await deliver(shop, "orders/create", body);
    await deliver(shop, "orders/updated", body, randomUUID(), daysAfter(29));
    await dropOldOf([shop], daysAfter(88));
    expect((await deliver(victim, "orders/create", body)).message).toBe("ignored");
    await dropOldOf([shop], daysAfter(90));
    expect(await acceptedOf(shop)).toEqual([]);
  });
});

it("changes nothing by news of discounts and codes that the shop does not know", async () => {
  const shop = await makeSellingShop();
  const gid = `gid://shopify/DiscountCodeNode/${nextId()}`;
  await deliver(shop, "discounts/create", { admin_graphql_api_id: gid, updated_at: "1" });
  await deliver(shop, "discounts/update", { admin_graphql_api_id: gid, updated_at: "2" });
  await deliver(shop, "discounts/delete", { admin_graphql_api_id: gid, deleted_at: "3" });
  const code = { id: 1, code: "UNKNOWN" };
  await deliver(shop, "discounts/redeemcode_added", { admin_graphql_api_id: gid, redeem_code: code });
  await readAllNotices();
  const unknown = "other-discount";
  const told = await deliveryOutcomes(shop);
  expect(told.filter((one) => one === unknown)).toHaveLength(3);
  expect(told.filter((one) => one === "other-code")).toHaveLength(1);
  expect(await db().$count(discounts, eq(discounts.shopId, shop.shopId))).toBe(0);
});

it("keeps a delivery whose header has a year unknown to the database", async () => {
  const shop = await makeSellingShop();
  const rawBody = Buffer.from(JSON.stringify({ id: nextId() }));
  const headers = signedHeaders(shop.domain, "products/update", rawBody);
  headers.set("X-Shopify-Triggered-At", "-271821-04-20T00:00:00.000Z");
  expect((await receiveDelivery({ headers, rawBody, now: arrival })).status).toBe(200);
});
