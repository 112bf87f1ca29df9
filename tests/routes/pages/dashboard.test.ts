import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import { dashboardWire } from "#app/contracts/dashboard.ts";
import { systemActor } from "#app/domain/actor.ts";
import { readVersion } from "#app/flows/reports/read-version.ts";
import { formatToken } from "#app/flows/shops/session-token.ts";
import { hashToken } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { dailyShopFigures } from "#app/store/schema/figures.ts";
import { staff } from "#app/store/schema/shops.ts";
import { insertSession } from "#app/store/sessions.ts";
import type { StaffId } from "#app/domain/ids.ts";
import { loader as layout } from "../../../app/routes/admin/layout.tsx";
import { loader as overview } from "../../../app/routes/admin/overview.tsx";
import { loader as unknown } from "../../../app/routes/public/unknown.tsx";
import { loader as notFound } from "../../../app/routes/public/not-found.tsx";
import { wireOf } from "../../support/wire-of.ts";
import { callApi } from "../../support/call-api.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { addAffiliate, makeSellingShop } from "../../support/selling-shop.ts";

const base = "http://localhost:3000";

async function signedIn() {
  const shop = await makeSellingShop({ timeZone: "America/New_York" });
  const now = new Date();
  const staffId = "9" as StaffId;
  const member = { shopId: shop.shopId, staffId, name: "Ada", email: "ada@example.com", seenAt: now };
  await db().insert(staff).values(member);
  const token = formatToken(shop.shopId, randomBytes(24).toString("base64url"));
  await insertSession(db(), {
    shopId: shop.shopId,
    sessionId: newId("ses", now),
    tokenHash: hashToken(token),
    staffId,
    apiKeyId: null,
    scope: "write",
    createdAt: now,
    expiresAt: new Date(now.getTime() + 60_000),
  });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Request(`${base}${path}`, { headers: { Authorization: `Bearer ${token}`, ...headers } });
  return { shop, ask, cookie: `merchant_session=${token}` };
}

const args = (request: Request) => ({ request, params: {}, context: {} });

describe("GET /api/v1/dashboard/stats", () => {
  it("answers what its contract says, kept 120 s privately, with a validator that a sale changes", async () => {
    const { shop, ask } = await signedIn();
    const first = await answerApiRequest(ask("/api/v1/dashboard/stats"));
    expect(first.headers.get("Cache-Control")).toBe("private, max-age=120");
    expect(first.headers.get("Vary")).toBe("Authorization, Cookie");
    const body: unknown = await first.json();
    expect(wireOf(dashboardWire.strict(), body)).toEqual(body);
    expect(body).toMatchObject({ totalRevenue: { amount: "0.00", currencyCode: "USD" }, conversionRate: 0 });

    const etag = first.headers.get("ETag") ?? "";
    const again = () => answerApiRequest(ask("/api/v1/dashboard/stats", { "If-None-Match": etag }));
    expect((await again()).status).toBe(304);
    await deliver(shop, "orders/create", orderBody({ ref: shop.code, price: "12.34" }));
    await emptyInbox();
    const changed = await again();
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject({ totalRevenue: { amount: "12.34" }, orders: 1 });
  });

  it("is 401 without a token and 405 for a POST", async () => {
    const answer = await answerApiRequest(new Request(`${base}/api/v1/dashboard/stats`));
    expect(answer.status).toBe(401);
    expect((await callApi("", "POST /dashboard/stats")).status).toBe(405);
  });
});

describe("GET /api/v1/version", () => {
  it("answers a version, and never lets it be kept", async () => {
    const { ask } = await signedIn();
    const answer = await answerApiRequest(ask("/api/v1/version"));
    expect(await answer.json()).toEqual({ version: expect.stringMatching(/^[\w-]{16}$/) });
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });
});

describe("the admin's pages", () => {
  it("tell who is signed in and what the shop counts in", async () => {
    const { shop, cookie } = await signedIn();
    const data = await layout(args(new Request(`${base}/dashboard`, { headers: { Cookie: cookie } })));
    expect(data).toMatchObject({
      user: { name: "Ada", email: "ada@example.com", shop: shop.domain },
      shop: { domain: shop.domain, currency: "USD", timeZone: "America/New_York" },
    });
  });

  it("name the version that they show where nothing was written just before, and else have it loaded again", async () => {
    const { shop, ask } = await signedIn();
    const versionOf = async () => (await layout(args(ask("/dashboard")))).version;
    expect(await versionOf()).toBe(await readVersion(shop.shopId));
    const count = (at: number) => {
      const row = { shopId: shop.shopId, day: "2026-03-01", currency: "USD", clicks: 1 };
      return db()
        .insert(dailyShopFigures)
        .values({ ...row, updatedAt: new Date(at) });
    };
    await count(Date.now() - 60_000);
    expect(await versionOf()).toBe(await readVersion(shop.shopId));
    await recordAudit(db(), shop.shopId, {
      subjectKind: "shop",
      subjectId: shop.shopId,
      action: "looked-at",
      actor: systemActor,
      now: new Date(),
    });
    expect(await versionOf()).toBe("");
  });

  it("show a sale with its order, affiliate and amount", async () => {
    const { shop, ask } = await signedIn();
    const order = orderBody({ ref: shop.code, price: "12.34" });
    await deliver(shop, "orders/create", order);
    await emptyInbox();
    const { sales } = await overview(args(ask("/dashboard")));
    expect(sales).toEqual([
      {
        orderId: String(order.id),
        name: order.name,
        affiliateName: `Affiliate ${shop.code}`,
        placedAt: "2026-03-02T10:00:00.000Z",
        net: { amount: "12.34", currencyCode: "USD" },
        state: "pending",
      },
    ]);
  });

  it("show the usual days where an address names none, still of the affiliate that it names", async () => {
    const { shop, ask } = await signedIn();
    const other = await addAffiliate(shop);
    await deliver(shop, "orders/create", orderBody({ ref: shop.code, price: "12.34" }));
    await emptyInbox();
    const shown = async (query: string) => await overview(args(ask(`/dashboard?${query}`)));
    const { performance, fault, affiliate } = await shown(
      `from=2026-03-02&to=tomorrow&affiliate=${other.affiliateId}`,
    );
    expect(fault).toContain("Enter a day");
    expect([performance.affiliate, affiliate?.id]).toEqual([other.affiliateId, other.affiliateId]);
    expect(performance.periods).toHaveLength(30);
    const nobody = await shown(`affiliate=${"x".repeat(41)}`);
    expect([nobody.fault, nobody.performance.affiliate]).toEqual(["This ID isn't valid.", null]);
  });

  it.each([layout, overview])("lead a stranger to /install", async (loader) => {
    const thrown: unknown = await loader(args(new Request(`${base}/dashboard`))).catch(
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(Response);
    expect(thrown instanceof Response && [thrown.status, thrown.headers.get("Location")]).toEqual([
      302,
      "/install",
    ]);
  });
});

describe("paths that nobody knows (SPEC §2)", () => {
  it.each(["/dashboard/nothing", "/x", "/dashboard/affiliates/a/b/c"])("%s leads to /not-found", (path) => {
    const answer = unknown(args(new Request(`${base}${path}`)));
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/not-found"]);
  });

  it("an unknown call is a 404 that a program can read", async () => {
    const answer = unknown(args(new Request(`${base}/api/v1/nothing`)));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      code: "unknown_resource",
      message: "Resource not found.",
      errors: [],
    });
  });

  it("/not-found answers 404", () => {
    expect(notFound().init?.status).toBe(404);
  });
});
