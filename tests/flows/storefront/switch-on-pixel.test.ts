import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ShopId } from "#app/domain/ids.ts";
import { requestPixelChecks, switchOnPixel } from "#app/flows/storefront/switch-on-pixel.ts";
import { db } from "#app/platform/db.server.ts";
import { pixelAccount } from "#app/platform/crypto.server.ts";
import { findShopByDomain } from "#app/store/shops.ts";
import { findTrackingStatus, listShopsToCheck } from "#app/store/tracking-status.ts";
import { install, makeBrowser } from "../../support/browser.ts";
import { addPlatformShop } from "../../support/local-platform.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

const now = new Date("2026-11-20T12:00:00Z");

/** A store with the app, as its merchant installs it; its pixel waits for the job. */
async function installed() {
  const store = addPlatformShop(platform);
  await install(makeBrowser(), store.domain);
  const shop = await findShopByDomain(db(), store.domain);
  const installation = platform.store.state.shops[store.domain]?.installation;
  if (!shop || !installation) throw new Error("The app was not installed.");
  return { ...shop, installation };
}

const statusOf = (shop: { shopId: ShopId }) => findTrackingStatus(db(), shop.shopId);

test("a store's pixel is switched on once, told its account and where the app answers", async () => {
  const shop = await installed();
  await switchOnPixel(shop.shopId, now);
  const settings = { accountID: pixelAccount(shop.shopId), appUrl: "http://localhost:3000" };
  const pixel = shop.installation.webPixel;
  expect(JSON.parse(pixel?.settings ?? "null")).toEqual(settings);
  expect(await statusOf(shop)).toMatchObject({ pixelId: String(pixel?.id), pixelError: null });
  await switchOnPixel(shop.shopId, now);
  expect(shop.installation.webPixel).toEqual(pixel);
});

test("many at once end in one pixel", async () => {
  const shop = await installed();
  await Promise.all(Array.from({ length: 5 }, () => switchOnPixel(shop.shopId, now)));
  const { pixelId, pixelError } = (await statusOf(shop)) ?? {};
  expect([pixelId, pixelError]).toEqual([String(shop.installation.webPixel?.id), null]);
});

test("a pixel that was told a former address, or was taken away, is put right", async () => {
  const shop = await installed();
  const settings = JSON.stringify({ accountID: "old", appUrl: "https://old.example" });
  shop.installation.webPixel = { id: 77, settings };
  await switchOnPixel(shop.shopId, now);
  expect(shop.installation.webPixel.id).toBe(77);
  expect(shop.installation.webPixel.settings).toContain("http://localhost:3000");
  shop.installation.webPixel = null;
  await switchOnPixel(shop.shopId, now);
  expect((await statusOf(shop))?.pixelId).toBe(
    String(platform.store.state.shops[shop.domain]?.installation?.webPixel?.id),
  );
});

test("what the platform refuses is said in a sentence, and ends when it is mended", async () => {
  const shop = await installed();
  const held = platform.ctx.extensionsDir;
  Object.assign(platform.ctx, { extensionsDir: "docs" });
  await switchOnPixel(shop.shopId, now);
  Object.assign(platform.ctx, { extensionsDir: held });
  expect(await statusOf(shop)).toMatchObject({
    pixelId: null,
    pixelError: '{"code":"pixel_off","what":"not_deployed"}',
  });
  await switchOnPixel(shop.shopId, now);
  expect((await statusOf(shop))?.pixelError).toBeNull();
});

test("a platform that takes the token no more is no reason to forget what was known", async () => {
  const shop = await installed();
  await switchOnPixel(shop.shopId, now);
  const { pixelId } = (await statusOf(shop)) ?? {};
  platform.ctx.mutate((state) => {
    state.accessTokens = state.accessTokens.filter((one) => one.shop !== shop.domain);
  });
  await switchOnPixel(shop.shopId, now);
  const status = await statusOf(shop);
  expect(status?.pixelId).toBe(pixelId);
  expect(status?.pixelError).toMatch(/"code":"pixel_unasked"/);
});

test("a shop without the app is not asked about", async () => {
  const shop = await makeSellingShop();
  const before = await listShopsToCheck(db(), now);
  expect(before).toContain(shop.shopId);
  const away = await installed();
  await switchOnPixel(away.shopId, now);
  expect(await listShopsToCheck(db(), now)).not.toContain(away.shopId);
  expect(await listShopsToCheck(db(), new Date(now.getTime() + 1))).toContain(away.shopId);
});

test("looking at all pixels asks for each store that was not looked at", async () => {
  const shop = await installed();
  await requestPixelChecks(now);
  const { rows } = await db().execute<{ n: string }>(
    sql`select count(*) as n from pgboss.job where name = 'switch-on-pixel' and data->>'shopId' = ${shop.shopId}`,
  );
  // One when it was installed, and this one.
  expect(Number(rows[0]?.n)).toBe(2);
});
