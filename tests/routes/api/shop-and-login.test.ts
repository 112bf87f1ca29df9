import { describe, expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { endApiKey, createApiKey } from "#app/flows/shops/api-keys.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { loader as health } from "../../../app/routes/health.ts";
import { appUrl, makeBrowser, signIn } from "../../support/browser.ts";
import { addPlatformShop } from "../../support/local-platform.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

async function merchant() {
  const { domain } = addPlatformShop(platform);
  const token = await signIn(makeBrowser(), domain);
  const context = await requireShop(ask("/", token), { as: "api" });
  return { domain, token, context };
}

function ask(path: string, token: string, init: RequestInit = {}): Request {
  const headers = new Headers(init.headers);
  headers.set("Authorization", `Bearer ${token}`);
  if (init.body) headers.set("Content-Type", "application/json");
  return new Request(`${appUrl}${path}`, { ...init, headers });
}

function put(token: string, body: unknown): Promise<Response> {
  const request = ask("/api/v1/shop/info", token, { method: "PUT", body: JSON.stringify(body) });
  return answerApiRequest(request);
}

function logInWith(body: unknown): Promise<Response> {
  const init = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  };
  return answerApiRequest(new Request(`${appUrl}/api/v1/auth/login`, init));
}

async function keyOf(context: Awaited<ReturnType<typeof merchant>>["context"], scope: "read" | "write") {
  const by = { actor: context.actor, now: new Date() };
  const key = await createApiKey({ shop: context.shop, ...by }, { name: "Export", scope });
  if (isRefusal(key)) throw new Error(key.reason.code);
  return key;
}

describe("GET and PUT /api/v1/shop/info", () => {
  it("answers the shop, kept 300 s privately, and 304 while nothing changed", async () => {
    const { domain, token } = await merchant();
    const first = await answerApiRequest(ask("/api/v1/shop/info", token));
    expect(await first.clone().json()).toMatchObject({
      domain,
      defaultWindowDays: 30,
      defaultApprovalDays: 30,
    });
    expect(first.headers.get("Cache-Control")).toBe("private, max-age=300");
    const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
    const second = await answerApiRequest(ask("/api/v1/shop/info", token, { headers }));
    expect(second.status).toBe(304);
    await put(token, { name: "Another name" });
    const third = await answerApiRequest(ask("/api/v1/shop/info", token, { headers }));
    expect(third.status).toBe(200);
    expect(await third.json()).toMatchObject({ name: "Another name" });
  });

  it("changes what is given, leaves the rest, and writes down who did it", async () => {
    const { token, context } = await merchant();
    const answer = await put(token, { contactEmail: "help@shop.test", defaultApprovalDays: 14 });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      contactEmail: "help@shop.test",
      defaultApprovalDays: 14,
      defaultWindowDays: 30,
    });
    const [newest] = await listAudit(db(), context.shopId, { kind: "shop", id: context.shopId });
    expect(newest).toMatchObject({
      action: "settings-changed",
      actorName: context.actor.name,
      details: { defaultApprovalDays: { before: 30, after: 14 } },
    });
  });

  it.each([1, 3650])("takes an attribution window of %i days", async (defaultWindowDays) => {
    const { token } = await merchant();
    const answer = await put(token, { defaultWindowDays });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ defaultWindowDays });
  });

  it.each([
    [{ name: "" }, "name"],
    [{ name: "x".repeat(121) }, "name"],
    [{ name: 5 }, "name"],
    [{ logo: "javascript:alert(1)" }, "logo"],
    [{ logo: "http://plain.example/logo.png" }, "logo"],
    [{ contactEmail: "nobody" }, "contactEmail"],
    [{ defaultWindowDays: 0 }, "defaultWindowDays"],
    [{ defaultWindowDays: 3651 }, "defaultWindowDays"],
    [{ defaultWindowDays: 1.5 }, "defaultWindowDays"],
    [{ defaultApprovalDays: 366 }, "defaultApprovalDays"],
    [{ defaultApprovalDays: "7" }, "defaultApprovalDays"],
    [{ currencyCode: "EUR" }, "currencyCode"],
  ])("refuses %j at its field and changes nothing", async (body, field) => {
    const { token, context } = await merchant();
    const answer = await put(token, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ field }] });
    const actions = (await listAudit(db(), context.shopId, { kind: "shop", id: context.shopId })).map(
      (event) => event.action,
    );
    expect(actions).toEqual(["installed"]);
  });
});

describe("POST /api/v1/auth/login", () => {
  it("trades a key for a token of the key's scope, whose bearer is the key", async () => {
    const { domain, context } = await merchant();
    const key = await keyOf(context, "read");
    const answer = await logInWith({ shop: domain.replace(".myshopify.com", ""), apiKey: key.text });
    const { token, user } = (await answer.json()) as { token: string; user: unknown };
    expect(user).toMatchObject({ kind: "api-key", name: "Export", scope: "read", shop: domain });
    const who = await answerApiRequest(ask("/api/v1/test", token));
    expect(await who.json()).toMatchObject({ authenticated: true, via: "bearer", user });
    const change = await put(token, { name: "By a reader" });
    expect(change.status).toBe(403);
    expect(await change.json()).toMatchObject({ message: "Access denied. Please check your permissions." });
  });

  it("answers 'Login failed' to a wrong key, another shop's key and an unknown shop alike", async () => {
    const [one, two] = [await merchant(), await merchant()];
    const key = await keyOf(one.context, "write");
    const wrong = [
      { shop: one.domain, apiKey: `${key.text}x` },
      { shop: two.domain, apiKey: key.text },
      { shop: "nobody-here.myshopify.com", apiKey: key.text },
    ];
    for (const body of wrong) {
      const answer = await logInWith(body);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ code: "login_failed", message: "Login failed", errors: [] });
    }
    expect((await logInWith({ shop: one.domain })).status).toBe(400);
  });

  it("is over at once when the key is revoked", async () => {
    const { domain, context } = await merchant();
    const key = await keyOf(context, "write");
    const answer = await logInWith({ shop: domain, apiKey: key.text });
    const { token } = (await answer.json()) as { token: string };
    expect((await put(token, { name: "By a key" })).status).toBe(200);
    const by = { actor: context.actor, now: new Date() };
    expect(await endApiKey({ shop: context.shop, ...by }, key.apiKeyId)).toBeNull();
    expect((await put(token, { name: "Too late" })).status).toBe(401);
    expect((await logInWith({ shop: domain, apiKey: key.text })).status).toBe(401);
    const again = await endApiKey({ shop: context.shop, ...by }, key.apiKeyId);
    expect(again?.refused).toBe("not-found");
  });

  it("does not let a key make keys, nor one shop end another's", async () => {
    const [one, two] = [await merchant(), await merchant()];
    const key = await keyOf(one.context, "write");
    const actor = { kind: "api-key", id: key.apiKeyId, name: "Export", email: null } as const;
    const made = await createApiKey(
      { shop: one.context, actor, now: new Date() },
      { name: "More", scope: "write" },
    );
    expect(isRefusal(made) && made.refused).toBe("forbidden");
    const by = { actor: two.context.actor, now: new Date() };
    expect((await endApiKey({ shop: two.context, ...by }, key.apiKeyId))?.refused).toBe("not-found");
  });
});

describe("GET /health", () => {
  it("says that all is well, kept for 60 s", async () => {
    const answer = await health({ request: new Request(`${appUrl}/health`) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("private, max-age=60");
    expect(await answer.json()).toEqual({
      status: "ok",
      database: "ok",
      version: expect.stringMatching(/^\d/),
      clicks: { waiting: expect.any(Number), setAside: 0, lost: 0 },
    });
  });
});
