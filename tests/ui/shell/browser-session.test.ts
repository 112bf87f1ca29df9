import { beforeEach, expect, test, vi } from "vitest";
import {
  clearBrowserSession,
  findBrowserSession,
  saveBrowserSession,
  storedToken,
  watchStoredShop,
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

function storeElsewhere(key: string, newValue: string | null) {
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
}

test("another tab's other shop, or none, is noticed; the same shop again and other keys are not", () => {
  const seen = vi.fn<() => void>();
  const stop = watchStoredShop("one.myshopify.com", seen);
  storeElsewhere("shop_domain", "one.myshopify.com");
  storeElsewhere("theme", "dark");
  expect(seen).not.toHaveBeenCalled();
  storeElsewhere("shop_domain", "two.myshopify.com");
  storeElsewhere("shop_domain", null);
  expect(seen).toHaveBeenCalledTimes(2);
  stop();
  storeElsewhere("shop_domain", "two.myshopify.com");
  expect(seen).toHaveBeenCalledTimes(2);
});
