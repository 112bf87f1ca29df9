import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { reasonAsText } from "#app/domain/refusal.ts";
import { orderNamedIn } from "#app/contracts/delivery.ts";
import { readFailedDeliveries } from "#app/flows/intake/failed-deliveries.ts";
import { readNotices } from "#app/jobs/inbox.ts";
import { encryptDocument } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { deliveries } from "#app/store/schema/inbox.ts";
import { deliver } from "../../support/inbox.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";

it("marks a notice that does not open as failed, lists it, and reads the notices behind it", async () => {
  const [locked, other] = [await makeSellingShop(), await makeSellingShop()];
  const ofShop = ({ shopId }: typeof locked) => eq(deliveries.shopId, shopId);
  const tell = (shop: typeof locked, at: number) =>
    deliver(shop, "customers/redact", { shop_domain: shop.domain }, randomUUID(), new Date(at));
  await tell(locked, Date.now() - 60_000);
  await db()
    .update(deliveries)
    .set({ sealedBody: encryptDocument(Buffer.from("{}"), "another shop") })
    .where(and(ofShop(locked), eq(deliveries.topic, "customers/redact")));
  await tell(other, Date.now());
  while (await readNotices());
  expect(await db().select().from(deliveries).where(ofShop(other))).toMatchObject([{ status: "done" }]);
  const found = { page: 1, limit: 10, findOrder: orderNamedIn };
  expect(await readFailedDeliveries(locked.shopId, found)).toMatchObject({
    total: 1,
    deliveries: [
      {
        topic: "customers/redact",
        attempts: 1,
        order: null,
        failure: reasonAsText({ code: "delivery_sealed" }),
      },
    ],
  });
});
