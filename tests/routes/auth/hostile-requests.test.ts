import { describe, expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { createApiKey } from "#app/flows/shops/api-keys.ts";
import { addDocumentResponseHeaders } from "#app/shopify.server.ts";
import { loader as libraryPage } from "../../../app/routes/auth/embedded.ts";
import { action as logout } from "../../../app/routes/auth/logout.ts";
import { action as renew } from "../../../app/routes/auth/renew.ts";
import { appUrl } from "../../support/browser.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";

describe("a page in a frame", () => {
  it.each(["/install", "/portal", "/portal/accept", "/auth/success", "/dashboards"])(
    "is not %s, whatever shop its address names",
    (path) => {
      const headers = new Headers();
      addDocumentResponseHeaders(new Request(`${appUrl}${path}?shop=evil.myshopify.com`), headers);
      expect(headers.get("Content-Security-Policy")).toBe("frame-ancestors 'none';");
    },
  );
});

describe("another site's form", () => {
  // A browser sends it without the cookie, but would obey an answer that ends the cookie.
  const actions = { logout, renew };
  it.each(Object.entries(actions))("does not take the cookie away, at %s", async (path, action) => {
    const headers = { Origin: "https://evil.example", "Sec-Fetch-Mode": "navigate" };
    const answer = await action({
      request: new Request(`${appUrl}/auth/${path}`, { method: "POST", headers }),
    });
    expect(answer.status).toBeGreaterThanOrEqual(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe("the page that comes back with a session token", () => {
  const host = Buffer.from("admin.shopify.com/store/a").toString("base64url");
  const ask = (back: string) => {
    const query = new URLSearchParams({ shop: "a.myshopify.com", host, "shopify-reload": back });
    const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36" };
    return libraryPage({
      request: new Request(`${appUrl}/auth/session-token?${query.toString()}`, { headers }),
    });
  };

  it.each([
    "https://evil.example/",
    "//evil.example",
    `${appUrl}.evil.example/`,
    "javascript:alert(1)",
    "data:text/html,x",
    `${appUrl.replace("http://", "http://u:p@evil.example\\@")}/`,
  ])("does not come back to %s", async (back) => {
    await expect(ask(back)).rejects.toMatchObject({ status: 400 });
  });

  it("comes back to us", async () => {
    await expect(ask(`${appUrl}/dashboard?embedded=1`)).rejects.toMatchObject({ status: 200 });
  });
});

function logIn(shop: string, apiKey: string, from: string): Promise<Response> {
  const headers = { "Content-Type": "application/json", "X-Forwarded-For": from };
  const body = JSON.stringify({ shop, apiKey });
  return answerApiRequest(new Request(`${appUrl}/api/v1/auth/login`, { method: "POST", headers, body }));
}

describe("logging in with an API key", () => {
  it("is not used up by strangers who try keys, and is limited for each key", async () => {
    const { domain, shopId, actor } = await makeMerchant();
    const key = await createApiKey(
      { shop: { shopId }, actor, now: new Date() },
      { name: "Export", scope: "read" },
    );
    if (isRefusal(key)) throw new Error(key.reason.code);
    const tries = Array.from({ length: 30 }, (_, index) => logIn(domain, `ak_wrong${index}`, "203.0.113.66"));
    expect(new Set((await Promise.all(tries)).map((one) => one.status))).toEqual(new Set([401]));
    expect((await logIn(domain, key.text, "203.0.113.7")).status).toBe(200);
    const same = await Promise.all(Array.from({ length: 30 }, () => logIn(domain, "ak_same", "203.0.113.8")));
    expect(same.map((one) => one.status)).toContain(429);
  });
});

it("says that an answer in JSON is nothing else", async () => {
  const { token } = await makeMerchant();
  const answer = await answerApiRequest(apiRequest(token, "/api/v1/auth/me"));
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
});

it.each(["Bearer a.b.c", `Bearer ${"x".repeat(40)}.y.z`])(
  "answers 401 in JSON to an API client whose token is none of the platform's: %s",
  async (authorization) => {
    const headers = { Authorization: authorization, "User-Agent": "curl/8.5.0" };
    const answer = await answerApiRequest(new Request(`${appUrl}/api/v1/auth/me`, { headers }));
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ errors: [] });
  },
);
