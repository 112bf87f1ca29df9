import { createHmac, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { receiveDelivery } from "#app/flows/orders/receive-delivery.ts";
import { readNotices } from "#app/jobs/notices.ts";
import { db } from "#app/platform/db.server.ts";
import { countWaiting } from "#app/store/inbox.ts";
import { findShop } from "#app/store/shops.ts";
import { arrival, deliver, signedHeaders } from "../../support/inbox.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";

async function readAllNotices(): Promise<void> {
  while (await readNotices());
}

describe("a text that the platform signed for something else", () => {
  it("is no delivery: the address of a callback, whose signature its browser sees, uninstalls nobody", async () => {
    const victim = await makeSellingShop();
    const query = "code=abc&host=x&shop=mine.myshopify.com&state=1&timestamp=1795192975";
    const hmac = createHmac("sha256", "test-secret").update(query).digest("hex");
    const headers = signedHeaders(victim.domain, "app/uninstalled", Buffer.from("{}"));
    headers.set("X-Shopify-Hmac-Sha256", Buffer.from(hmac, "hex").toString("base64"));
    const rawBody = Buffer.from(query);
    expect(await receiveDelivery({ headers, rawBody, now: arrival })).toMatchObject({ status: 400 });
    expect(await countWaiting(db(), victim.shopId)).toBe(0);
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
    expect(await countWaiting(db(), victim.shopId)).toBe(0);
  });

  it.each(["[]", '"text"', "", "null", " \n["])("keeps nothing of the body %j", async (text) => {
    const shop = await makeSellingShop();
    const rawBody = Buffer.from(text);
    const headers = signedHeaders(shop.domain, "orders/create", rawBody);
    expect((await receiveDelivery({ headers, rawBody, now: arrival })).status).toBe(400);
    expect(await countWaiting(db(), shop.shopId)).toBe(0);
  });
});

describe("a body that names one shop, sent in the name of another", () => {
  it.each([
    ["app/uninstalled", "myshopify_domain"],
    ["shop/redact", "shop_domain"],
  ])("of %s changes nothing; the shop's own does", async (topic, field) => {
    const [shop, attacker] = await Promise.all([makeSellingShop(), makeSellingShop()]);
    await deliver(shop, topic, { [field]: attacker.domain }, randomUUID());
    await readAllNotices();
    expect(await findShop(db(), shop.shopId)).toMatchObject({ uninstalledAt: null, redactedAt: null });
    expect(await countWaiting(db(), shop.shopId)).toBe(0);
    await deliver(shop, "app/uninstalled", { myshopify_domain: shop.domain }, randomUUID());
    await readAllNotices();
    expect((await findShop(db(), shop.shopId))?.uninstalledAt).not.toBeNull();
  });
});

it("keeps a delivery whose header names a year that no database knows", async () => {
  const shop = await makeSellingShop();
  const rawBody = Buffer.from("{}");
  const headers = signedHeaders(shop.domain, "products/update", rawBody);
  headers.set("X-Shopify-Triggered-At", "-271821-04-20T00:00:00.000Z");
  expect((await receiveDelivery({ headers, rawBody, now: arrival })).status).toBe(200);
});
