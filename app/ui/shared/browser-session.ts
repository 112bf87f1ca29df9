import { useEffect } from "react";
import { usePageHost } from "../state/ui-provider.tsx";

/**
 * Session in the browser's storage (SPEC §3). It is authenticated only if both a token and a shop are stored. The plain
 * key `token` is read as a fallback, and cleared with it.
 */
const tokenKey = "shopify_affiliate_token";
const plainTokenKey = "token";
const shopKey = "shop_domain";

export type BrowserSession = { readonly token: string; readonly shop: string };

/** A frame of another site may have no storage. Then nothing is kept, and nothing breaks. */
function storage(): Storage | null {
  try {
    return typeof window === "undefined" ? null : window.localStorage;
  } catch {
    return null;
  }
}

export function storedToken(): string | null {
  const store = storage();
  return store?.getItem(tokenKey) || store?.getItem(plainTokenKey) || null;
}

export function storedShop(): string | null {
  return storage()?.getItem(shopKey) || null;
}

/** Null unless both the token and the shop are stored. */
export function findBrowserSession(): BrowserSession | null {
  const token = storedToken();
  const shop = storedShop();
  return token && shop ? { token, shop } : null;
}

export function saveBrowserSession(session: BrowserSession): void {
  const store = storage();
  store?.setItem(tokenKey, session.token);
  store?.setItem(shopKey, session.shop);
}

/** Calls back when another tab stores another shop than `shop`, or none. Returns a function that stops watching. */
export function watchStoredShop(shop: string, onOther: () => void): () => void {
  function onStorage(event: StorageEvent) {
    if (event.key === shopKey && event.newValue !== shop) onOther();
  }
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** Clears the token under both of its keys. The shop stays (SPEC §4: the user could not be fetched). */
export function clearStoredToken(): void {
  const store = storage();
  for (const key of [tokenKey, plainTokenKey]) store?.removeItem(key);
}

/** Clears token, fallback token and shop together. */
export function clearBrowserSession(): void {
  const store = storage();
  for (const key of [tokenKey, plainTokenKey, shopKey]) store?.removeItem(key);
}

/**
 * Outside Shopify's admin a browser has one session. If another tab signs in to another shop, or signs out, this page
 * reloads, because its data and forms belong to the former shop. Inside the admin, Shopify decides the shop.
 */
export function useOneShop(domain: string): void {
  const { embedded } = usePageHost();
  useEffect(() => {
    if (embedded) return undefined;
    return watchStoredShop(domain, () => window.location.reload());
  }, [domain, embedded]);
}

/**
 * In a frame of another site, a browser that blocks third-party data throws on any access to its storage, and the
 * framework's scroll restoration would fail. This script, which runs first, replaces it by storage that lasts as long
 * as the page.
 */
export const storageStandInScript = `(() => {
  for (const name of ["sessionStorage", "localStorage"]) {
    try {
      window[name];
    } catch {
      const kept = new Map();
      const value = {
        getItem: (key) => kept.get(String(key)) ?? null,
        setItem: (key, text) => void kept.set(String(key), String(text)),
        removeItem: (key) => void kept.delete(String(key)),
        clear: () => kept.clear(),
        key: (index) => [...kept.keys()][index] ?? null,
        get length() { return kept.size; },
      };
      Object.defineProperty(window, name, { value, configurable: true });
    }
  }
})();`;
