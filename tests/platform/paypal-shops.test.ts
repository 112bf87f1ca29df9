import { describe, expect, it } from "vitest";
import { isShopDomain } from "#app/domain/shop-domain.ts";
import { envWarnings, parseEnv } from "#app/platform/env.server.ts";

const needed = {
  DATABASE_URL: "postgresql://localhost/app",
  APP_SECRET: "a-secret-of-at-least-32-characters-long",
  SHOPIFY_API_KEY: "key",
  SHOPIFY_API_SECRET: "secret",
};
const PAYPAL_URL = "https://id:secret@api-m.paypal.com/?webhook=W1";

function parsed(values: Record<string, string>) {
  const result = parseEnv({ ...needed, ...values });
  return "env" in result ? result.env : result.problems;
}

const warned = (values: Record<string, string>) => {
  const env = parsed(values);
  return Array.isArray(env) ? env : envWarnings(env);
};

describe("PAYPAL_SHOPS", () => {
  it("names shops with commas between them, in any case", () => {
    expect(parsed({ PAYPAL_SHOPS: "One.myshopify.com, two.myshopify.com,," })).toMatchObject({
      PAYPAL_SHOPS: ["one.myshopify.com", "two.myshopify.com"],
    });
    expect(parsed({})).toMatchObject({ PAYPAL_SHOPS: [] });
  });

  it.each(["*", "one", "https://one.myshopify.com", "one.example.com"])("is refused as %s", (text) => {
    expect(parsed({ PAYPAL_SHOPS: text })).toEqual([
      expect.stringContaining("must be domains like a-shop.myshopify.com"),
    ]);
  });

  it.each(["a", "a-b", "9", "a-", "-a", "a--b", "a_b", "a.b", "ä", ""])(
    "accepts %s.myshopify.com if a shop can have that domain",
    (handle) => {
      const domain = `${handle}.myshopify.com`;
      expect(!Array.isArray(parsed({ PAYPAL_SHOPS: domain }))).toBe(isShopDomain(domain));
    },
  );

  it("is missed at start where PAYPAL_URL is set without it", () => {
    expect(warned({ PAYPAL_URL })).toEqual([expect.stringContaining("PAYPAL_SHOPS")]);
    expect(warned({ PAYPAL_URL }).join()).not.toContain("secret");
    expect(warned({ PAYPAL_URL, PAYPAL_SHOPS: "one.myshopify.com" })).toEqual([]);
    expect(warned({})).toEqual([]);
  });
});

it("PayPal's stand-in is refused in production, save in the demo", () => {
  const local = { NODE_ENV: "production", PAYPAL_LOCAL_URL: "http://127.0.0.1:4001" };
  expect(parsed(local)).toEqual([expect.stringContaining("PAYPAL_LOCAL_URL is set in production")]);
  expect(parsed({ ...local, ALLOW_LOCAL_SHOPIFY: "demo" })).toMatchObject({
    PAYPAL_LOCAL_URL: "http://127.0.0.1:4001",
  });
});
