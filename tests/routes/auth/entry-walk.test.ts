import { describe, expect, it } from "vitest";
import { requireShop } from "#app/http/require-shop.server.ts";
import { action as renew } from "../../../app/routes/auth/renew.ts";
import { loader as install } from "../../../app/routes/install.tsx";
import { type Browser, makeBrowser, signIn } from "../../support/browser.ts";
import { addPlatformShop } from "../../support/local-platform.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

type Kept = "none" | "known" | "refused" | "other shop's";
const kept: readonly Kept[] = ["none", "known", "refused", "other shop's"];
const shops = ["none", "own", "other"] as const;
type Page = "/install" | "/dashboard";
type Keys = { token: string | null; shop: string | null };

async function signedIn() {
  const { domain } = addPlatformShop(platform);
  const browser = makeBrowser();
  const token = await signIn(browser, domain);
  return { domain, token, cookies: new Map(browser.cookies) };
}

/** Where the server sends a browser that asks for the page; null where it shows the page. */
async function redirectOf(page: Page, request: Request): Promise<string | null> {
  try {
    await (page === "/install" ? install({ request }) : requireShop(request, { as: "page" }));
    return null;
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status === 302) return thrown.headers.get("Location");
    throw thrown;
  }
}

/** Does as the script of /install does (decision 30). True where it leads to the dashboard. */
async function useKeys(browser: Browser, keys: Keys): Promise<boolean> {
  if (keys.token === null || keys.shop === null) return false;
  const headers = { Authorization: `Bearer ${keys.token}` };
  const answer = await renew({
    request: browser.request("/auth/renew", { method: "POST", headers }),
  });
  for (const line of answer.headers.getSetCookie()) {
    const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
    if (value === "") browser.cookies.delete(name);
    else browser.cookies.set(name, value);
  }
  if (!answer.ok) keys.token = null;
  return answer.ok;
}

/** The pages that the browser was at, the last of which it stays on. */
async function walk(from: Page, browser: Browser, keys: Keys): Promise<string[]> {
  const pages: string[] = [from];
  for (let page: Page = from; pages.length < 6; pages.push(page)) {
    // Each step follows the one before.
    /* oxlint-disable no-await-in-loop */
    const next = await redirectOf(page, browser.request(page));
    const leadsOn = next === null && page === "/install" && (await useKeys(browser, keys));
    /* oxlint-enable no-await-in-loop */
    if (next === null && !leadsOn) return pages;
    page = next === "/install" ? "/install" : "/dashboard";
  }
  return pages;
}

describe("/install and /dashboard", () => {
  it.each(["/install", "/dashboard"] as const)(
    "lead away at most once each from %s, whatever token, shop and cookie the browser keeps",
    async (from) => {
      const [own, other] = [await signedIn(), await signedIn()];
      const tokens = { none: null, known: own.token, refused: `${own.token}x`, "other shop's": other.token };
      const domains = { none: null, own: own.domain, other: other.domain };
      const session = [...own.cookies].find(([, value]) => value.includes(own.token))?.[0] ?? "";
      const cookies = {
        none: [],
        known: [...own.cookies],
        refused: [[session, `${own.token}x`] as const],
        "other shop's": [...other.cookies],
      };
      const all = kept.flatMap((token) =>
        shops.flatMap((shop) => kept.map((cookie) => ({ token, shop, cookie }))),
      );
      for (const { token, shop, cookie } of all) {
        const browser = makeBrowser();
        for (const [name, value] of cookies[cookie]) browser.cookies.set(name, value);
        // oxlint-disable-next-line no-await-in-loop
        const pages = await walk(from, browser, { token: tokens[token], shop: domains[shop] });
        const hasCookie = cookie === "known" || cookie === "other shop's";
        const hasKeys = (token === "known" || token === "other shop's") && shop !== "none";
        const end = hasKeys || (from === "/dashboard" && hasCookie) ? "/dashboard" : "/install";
        const left = pages.slice(0, -1);
        const found = {
          token,
          shop,
          cookie,
          end: pages.at(-1),
          leftOnce: new Set(left).size === left.length,
        };
        expect(found).toEqual({ token, shop, cookie, end, leftOnce: true });
      }
    },
  );
});
