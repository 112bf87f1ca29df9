import { beforeEach, expect, test } from "vitest";
import {
  clearBrowserSession,
  findBrowserSession,
  saveBrowserSession,
  storedToken,
} from "#app/ui/shared/browser-session.ts";

beforeEach(() => localStorage.clear());

test("the token is saved under the platform's key, with the shop", () => {
  saveBrowserSession({ token: "t1", shop: "demo.myshopify.com" });
  expect(localStorage.getItem("shopify_affiliate_token")).toBe("t1");
  expect(localStorage.getItem("shop_domain")).toBe("demo.myshopify.com");
  expect(localStorage.getItem("token")).toBeNull();
});

test("the plain key is a fallback only", () => {
  localStorage.setItem("token", "plain");
  expect(storedToken()).toBe("plain");
  localStorage.setItem("shopify_affiliate_token", "prefixed");
  expect(storedToken()).toBe("prefixed");
});

test("both a token and a shop are needed", () => {
  localStorage.setItem("token", "t");
  expect(findBrowserSession()).toBeNull();
  localStorage.clear();
  localStorage.setItem("shop_domain", "s");
  expect(findBrowserSession()).toBeNull();
  localStorage.setItem("token", "t");
  expect(findBrowserSession()).toEqual({ token: "t", shop: "s" });
});

test("clearing clears all of it, and nothing else", () => {
  localStorage.setItem("token", "plain");
  localStorage.setItem("theme", "dark");
  saveBrowserSession({ token: "t", shop: "s" });
  clearBrowserSession();
  expect(Object.keys(localStorage)).toEqual(["theme"]);
});
