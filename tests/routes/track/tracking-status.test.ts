import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type TrackingWire, trackingWire } from "#app/contracts/tracking.ts";
import { db } from "#app/platform/db.server.ts";
import { recordReceived, keepPixelAnswer } from "#app/store/tracking-status.ts";
import { orders } from "#app/store/schema/orders.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";

async function ask(token: string, method: string): Promise<number> {
  return (await requestRoute(apiRequest(token, "/api/v1/tracking/pixel", { method }))).status;
}

async function readBy(token: string) {
  const { status, text } = await requestRoute(apiRequest(token, "/api/v1/tracking"));
  expect(status).toBe(200);
  const tracking = JSON.parse(text) as TrackingWire;
  expect(trackingWire.safeParse(tracking).error).toBeUndefined();
  return tracking;
}

test("a new shop's parts are as yet unheard of, and its link leads to its own theme", async () => {
  const merchant = await makeMerchant("read");
  expect(await readBy(merchant.token)).toMatchObject({
    pixel: { status: "waiting", error: null, checkedAt: null, seenAt: null },
    embed: {
      seenAt: null,
      switchUrl: `https://${merchant.domain}/admin/themes/current/editor?context=apps&activateAppId=test-key%2Faffiliate-embed`,
    },
    proxy: { seenAt: null },
  });
});

test("what was heard and answered is told, each shop's its own", async () => {
  const [merchant, other] = [await makeMerchant(), await makeMerchant()];
  const [now, later] = [new Date("2026-11-20T10:00:00Z"), new Date("2026-11-20T11:00:00Z")];
  await keepPixelAnswer(db(), merchant.shopId, { pixelId: "77", error: null, now });
  await recordReceived(db(), merchant.shopId, { parts: ["pixel", "embed"], now: later });
  await recordReceived(db(), merchant.shopId, { parts: ["embed", "proxy"], now });
  expect(await readBy(merchant.token)).toMatchObject({
    pixel: { status: "on", checkedAt: now.toISOString(), seenAt: later.toISOString() },
    embed: { seenAt: later.toISOString() },
    proxy: { seenAt: now.toISOString() },
  });
  expect(await readBy(other.token)).toMatchObject({ pixel: { status: "waiting" }, embed: { seenAt: null } });
  await keepPixelAnswer(db(), merchant.shopId, { pixelId: null, error: "No.", now: later });
  expect(await readBy(merchant.token)).toMatchObject({ pixel: { status: "off", error: "No." } });
});

test("an order whose cart carried a click tells that the embed is on", async () => {
  const merchant = await makeMerchant();
  const order = orderBody({ createdAt: "2026-03-07T10:00:00Z" });
  await deliver(merchant, "orders/create", order);
  await emptyInbox();
  expect((await readBy(merchant.token)).embed.seenAt).toBeNull();
  const carried = orderBody({ createdAt: "2026-03-08T10:00:00Z" });
  const note_attributes = [{ name: "__aff_click", value: "clk_1.sig" }];
  await deliver(merchant, "orders/create", { ...carried, note_attributes });
  await emptyInbox();
  expect(await db().select().from(orders).where(eq(orders.shopId, merchant.shopId))).toHaveLength(2);
  expect((await readBy(merchant.token)).embed.seenAt).toBe("2026-03-08T10:00:00.000Z");
});

test("the pixel is looked at again for who may write, by POST", async () => {
  const [merchant, reader] = [await makeMerchant(), await makeMerchant("read")];
  expect(await ask(merchant.token, "POST")).toBe(202);
  expect(await ask(reader.token, "POST")).toBe(403);
  expect(await ask(merchant.token, "GET")).toBe(405);
  expect(await ask("nobody", "POST")).toBe(401);
});
