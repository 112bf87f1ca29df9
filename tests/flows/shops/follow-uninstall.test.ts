import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { readNotices } from "#app/jobs/inbox.ts";
import { db } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import { sessionStorage } from "#app/shopify.server.ts";
import { findPlatformSession } from "#app/store/sessions.ts";
import { deliveries } from "#app/store/schema/inbox.ts";
import { findShopByDomain } from "#app/store/shops.ts";
import { shopPayload, uninstallApp } from "../../../local-shopify/installation.ts";
import type { ShopState } from "../../../local-shopify/state.ts";
import { install, makeBrowser } from "../../support/browser.ts";
import { deliver } from "../../support/inbox.ts";
import { addPlatformShop } from "../../support/local-platform.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();
const realFetch = globalThis.fetch;
afterEach(() => vi.restoreAllMocks());

async function installed(): Promise<ShopState> {
  const shop = addPlatformShop(platform);
  await install(makeBrowser(), shop.domain);
  return shop;
}

/** Delivers a signed `app/uninstalled` of this shop, and lets the app read it. */
async function tellUninstalled(shop: ShopState): Promise<void> {
  const receipt = await deliver(
    shop,
    "app/uninstalled",
    shopPayload(platform.ctx, shop),
    randomUUID(),
    new Date(),
  );
  expect(receipt.status).toBe(200);
  while (await readNotices());
}

async function stateOf({ domain }: ShopState) {
  const shop = await findShopByDomain(db(), domain);
  if (!shop) throw new Error("The shop is not there");
  const [delivery] = await db().select().from(deliveries).where(eq(deliveries.shopId, shop.shopId));
  const session = await findPlatformSession(db(), `offline_${domain}`);
  return {
    uninstalled: shop.uninstalledAt !== null,
    hasToken: session !== null,
    delivery: { status: delivery?.status, attempts: delivery?.attempts, outcome: delivery?.outcome },
  };
}

/** Answers calls to the Admin API or the token endpoint with this status, and lets all others pass. */
function answerWith(status: number, path: "graphql.json" | "access_token", error = "refused") {
  return vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.includes(path)
      ? Promise.resolve(Response.json({ error }, { status }))
      : realFetch(input, init);
  });
}

async function expireToken(shop: ShopState): Promise<void> {
  const session = await sessionStorage.loadSession(`offline_${shop.domain}`);
  if (!session) throw new Error("There is no session");
  session.expires = new Date(Date.now() - 1000);
  await sessionStorage.storeSession(session);
}

it("ignores and logs the news of an uninstall while the platform accepts the shop's token", async () => {
  const shop = await installed();
  const warned = vi.spyOn(log, "warn");
  await tellUninstalled(shop);
  expect(await stateOf(shop)).toEqual({
    uninstalled: false,
    hasToken: true,
    delivery: {
      status: "done",
      attempts: 0,
      outcome: "token-accepted",
    },
  });
  expect(warned.mock.calls.filter(([message]) => message.includes("still accepts"))).toHaveLength(1);
});

it("uninstalls once the platform refuses the shop's token, after one call", async () => {
  const shop = await installed();
  const called = vi.spyOn(globalThis, "fetch");
  uninstallApp(platform.ctx, shop);
  await tellUninstalled(shop);
  expect(await stateOf(shop)).toMatchObject({ uninstalled: true, hasToken: false });
  expect(called).toHaveBeenCalledTimes(1);
});

it("uninstalls where the token ended meanwhile and the platform refuses to renew it", async () => {
  const shop = await installed();
  await expireToken(shop);
  uninstallApp(platform.ctx, shop);
  await tellUninstalled(shop);
  expect(await stateOf(shop)).toMatchObject({ uninstalled: true, hasToken: false });
});

it("renews a token that has ended before it asks, so that its age is not taken for an uninstall", async () => {
  const shop = await installed();
  await expireToken(shop);
  await tellUninstalled(shop);
  expect(await stateOf(shop)).toMatchObject({ uninstalled: false, hasToken: true });
});

it.each([403, 404, 429, 500, 503])(
  "tries again where the platform answers %i about the token",
  async (status) => {
    const shop = await installed();
    answerWith(status, "graphql.json");
    await tellUninstalled(shop);
    expect(await stateOf(shop)).toMatchObject({
      uninstalled: false,
      hasToken: true,
      delivery: { status: "waiting", attempts: 1 },
    });
  },
);

it.each([
  [401, "invalid_client"],
  [400, "application_cannot_be_found"],
  [429, "throttled"],
  [503, "unavailable"],
])(
  "tries again where renewing the token fails with %i %s, which says nothing about the shop",
  async (...answer) => {
    const [status, error] = answer;
    const shop = await installed();
    await expireToken(shop);
    answerWith(status, "access_token", error);
    await tellUninstalled(shop);
    expect(await stateOf(shop)).toMatchObject({
      uninstalled: false,
      hasToken: true,
      delivery: { status: "waiting", attempts: 1 },
    });
  },
);

it("tries again where no token is kept to ask with", async () => {
  const shop = await installed();
  await sessionStorage.deleteSession(`offline_${shop.domain}`);
  await tellUninstalled(shop);
  expect(await stateOf(shop)).toMatchObject({
    uninstalled: false,
    delivery: { status: "waiting", attempts: 1 },
  });
});
