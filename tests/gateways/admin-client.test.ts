import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { adminGraphql } from "#app/gateways/shopify/admin-client.server.ts";
import { readShopInfo } from "#app/gateways/shopify/shop-info.ts";
import { db } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import { sessionStorage, tokenLease } from "#app/shopify.server.ts";
import { findPlatformSession, savePlatformSession } from "#app/store/sessions.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { install, makeBrowser } from "../support/browser.ts";
import { addPlatformShop } from "../support/local-platform.ts";
import { usePlatform } from "../support/use-platform.ts";

const platform = usePlatform();
afterEach(() => setMood("normal"));

function setMood(graphql: "normal" | "throttled" | "error" | "forbidden"): void {
  platform.ctx.mutate((state) => {
    state.switches.graphql = graphql;
    state.switches.withhold = false;
  });
}

async function installed() {
  const shop = addPlatformShop(platform);
  await install(makeBrowser(), shop.domain);
  return { shop, sessionId: `offline_${shop.domain}` };
}

/** Makes the kept token one that is about to end. */
async function age(sessionId: string, leftMs: number) {
  const session = await sessionStorage.loadSession(sessionId);
  if (!session) throw new Error("There is no session");
  session.expires = new Date(Date.now() + leftMs);
  await sessionStorage.storeSession(session);
  return session;
}

function offlineTokensOf(domain: string) {
  return platform.store.state.accessTokens.filter((one) => one.shop === domain && one.staffId === null);
}

describe("asking the Admin API", () => {
  it("reads the shop as the platform has it", async () => {
    const { shop } = await installed();
    expect(await readShopInfo(shop.domain)).toMatchObject({
      storeName: shop.settings.name,
      currency: shop.settings.currency,
      timeZone: shop.settings.ianaTimezone,
      storefrontUrl: `${platform.url}/shops/${shop.domain}`,
    });
  });

  it("warns once where Shopify answers another version than asked, as it does once a version is retired", async () => {
    const { shop } = await installed();
    const warn = vi.spyOn(log, "warn").mockReturnValue();
    const plain = globalThis.fetch;
    const fetching = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const answer = await plain(input, init);
      const headers = new Headers(answer.headers);
      headers.set("X-Shopify-API-Version", "2027-01");
      return new Response(answer.body, { status: answer.status, headers });
    });
    onTestFinished(() => {
      warn.mockRestore();
      fetching.mockRestore();
    });
    await readShopInfo(shop.domain);
    await readShopInfo(shop.domain);
    expect(warn.mock.calls).toEqual([
      ["Shopify answers another API version than asked", { asked: "2026-10", answered: "2027-01" }],
    ]);
  });

  it("says that a shop without a token is not installed", async () => {
    const { domain } = addPlatformShop(platform);
    await expect(readShopInfo(domain)).rejects.toMatchObject({ kind: "not-installed" });
  });

  it("waits while it is throttled, then gets its answer", async () => {
    const { shop } = await installed();
    setMood("throttled");
    setTimeout(() => setMood("normal"), 700);
    expect((await readShopInfo(shop.domain)).currency).toBe(shop.settings.currency);
  });

  it("names what the platform refuses in a document", async () => {
    const { shop } = await installed();
    const wrong = adminGraphql(shop.domain, "query { shop { noSuchField } }", {});
    await expect(wrong).rejects.toMatchObject({
      kind: "refused",
      message: expect.stringContaining("noSuchField"),
    });
  });

  it("takes an answer that leaves a customer's field out, and no answer that leaves out what was asked for", async () => {
    const { shop } = await installed();
    const customerId = shop.customers[0]?.id ?? 0;
    const [variant] = shop.products[0]?.variants ?? [];
    const lines = [{ variantId: variant?.id ?? 0, quantity: 1 }];
    const { id } = placeOrder(platform.ctx, shop.domain, { lines, customer: customerId });
    platform.ctx.mutate((state) => {
      state.switches.withhold = true;
    });
    const order = adminGraphql(shop.domain, "query Q($id: ID!) { order(id: $id) { name email } }", {
      id: `gid://shopify/Order/${id}`,
    });
    expect(await order).toEqual({ order: { name: "#1001", email: null } });
    const customer = adminGraphql(shop.domain, "query Q($id: ID!) { customer(id: $id) { id } }", {
      id: `gid://shopify/Customer/${customerId}`,
    });
    await expect(customer).rejects.toMatchObject({
      kind: "denied",
      message: expect.stringContaining("Request protected customer data"),
    });
    const nodes = adminGraphql(shop.domain, "query Q($ids: [ID!]!) { nodes(ids: $ids) { id } }", {
      ids: [`gid://shopify/Customer/${customerId}`],
    });
    await expect(nodes).rejects.toMatchObject({ kind: "denied" });
  });

  it("tells a token that is refused from an address that is, and what an operator does about each", async () => {
    const { shop } = await installed();
    setMood("forbidden");
    await expect(readShopInfo(shop.domain)).rejects.toMatchObject({
      kind: "forbidden",
      message: expect.stringContaining("IP allowlist"),
    });
    setMood("normal");
    expect((await readShopInfo(shop.domain)).currency).toBe(shop.settings.currency);
  });

  it("names the permission that a denied answer needs", async () => {
    const { shop } = await installed();
    platform.ctx.mutate((state) => {
      const installation = state.shops[shop.domain]?.installation;
      if (installation) installation.scopes = installation.scopes.filter((scope) => scope !== "read_orders");
    });
    const orders = adminGraphql(shop.domain, "query { orders(first: 1) { nodes { id } } }", {});
    await expect(orders).rejects.toMatchObject({
      kind: "denied",
      message: expect.stringMatching(/read_orders.*Open the app in your store's admin/),
    });
  });

  it("says that the platform refused a token which it revoked", async () => {
    const { shop } = await installed();
    platform.ctx.mutate((state) => {
      state.accessTokens = state.accessTokens.filter((one) => one.shop !== shop.domain);
    });
    await expect(readShopInfo(shop.domain)).rejects.toMatchObject({ kind: "unauthorized" });
  });
});

describe("tokens that are about to end", () => {
  it("are refreshed once, however many ask", async () => {
    const { shop, sessionId } = await installed();
    const before = await age(sessionId, 60_000);
    const count = offlineTokensOf(shop.domain).length;
    await Promise.all(Array.from({ length: 8 }, () => readShopInfo(shop.domain)));
    const after = await sessionStorage.loadSession(sessionId);
    expect(after?.accessToken).not.toBe(before.accessToken);
    expect(after?.refreshToken).not.toBe(before.refreshToken);
    expect(offlineTokensOf(shop.domain)).toHaveLength(count + 1);
    expect((await findPlatformSession(db(), sessionId))?.refreshingUntil).toBeNull();
  });

  it("are used as they are while another process refreshes them", async () => {
    const { shop, sessionId } = await installed();
    const before = await age(sessionId, 60_000);
    const until = new Date(Date.now() + 60_000);
    expect(await tokenLease.claim(sessionId, new Date(), until)).toBe(true);
    expect(await tokenLease.claim(sessionId, new Date(), until)).toBe(false);
    await readShopInfo(shop.domain);
    expect((await sessionStorage.loadSession(sessionId))?.accessToken).toBe(before.accessToken);
  });

  it("are waited for when they have ended and another process is at it", async () => {
    const { shop, sessionId } = await installed();
    const before = await age(sessionId, -1000);
    await tokenLease.claim(sessionId, new Date(), new Date(Date.now() + 60_000));
    const asking = readShopInfo(shop.domain);
    setTimeout(() => void tokenLease.release(sessionId), 300);
    await asking;
    expect((await sessionStorage.loadSession(sessionId))?.accessToken).not.toBe(before.accessToken);
  });

  it("end in a stated error when the platform refuses to renew them", async () => {
    const { shop, sessionId } = await installed();
    await age(sessionId, -1000);
    platform.ctx.mutate((state) => {
      state.refreshTokens = [];
    });
    await expect(readShopInfo(shop.domain)).rejects.toMatchObject({ kind: "unauthorized" });
  });
});

describe("kept sessions", () => {
  it("come back whole, and open under their own name only", async () => {
    const { sessionId } = await installed();
    const session = await sessionStorage.loadSession(sessionId);
    expect(session?.refreshToken).toBeTruthy();
    expect(session?.refreshTokenExpires).toBeInstanceOf(Date);
    const row = await findPlatformSession(db(), sessionId);
    if (!row) throw new Error("There is no row");
    await savePlatformSession(db(), { ...row, sessionId: `${sessionId}-moved` });
    await expect(sessionStorage.loadSession(`${sessionId}-moved`)).rejects.toThrow(/authenticate/);
  });
});
