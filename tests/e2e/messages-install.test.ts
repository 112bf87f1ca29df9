import type { Page, Route } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { installFromForm, signIn } from "./support/install.ts";
import { withoutTable } from "./support/database.ts";
import { usePeople, type Person } from "./support/people.ts";
import { domainOf } from "./support/stack.ts";

const people = usePeople();

function bannerOf(page: Page) {
  return page.getByRole("alert").filter({ has: page.getByText("Installation Error", { exact: true }) });
}

async function askToInstall(page: Page): Promise<void> {
  await page.goto("/install");
  await page.getByLabel("Shop Domain").fill("words-store");
  await page.getByRole("button", { name: "Install App" }).click();
}

/** Lets every install request meet this. */
async function meet(page: Page, what: (route: Route) => Promise<void>): Promise<void> {
  await page.route(/\/auth\?shop=/, what);
}

const answers: [cause: string, status: number, body: string, message: string][] = [
  ["401", 401, '{"message":"no"}', "Authentication failed. Please install the app again."],
  ["403", 403, '{"message":"no"}', "Access denied. Please check your permissions."],
  ["404", 404, "", "Resource not found."],
  ["another status with a message", 503, '{"message":"Closed for a minute."}', "Closed for a minute."],
  ["another status without one", 500, "oops", "An unexpected error occurred. Please try again."],
  ["an empty body", 200, "", "An unexpected error occurred. Please try again."],
  ["a broken body", 200, '{"installUrl":', "Couldn't read the server's answer."],
];

describe("the install request", () => {
  test.each(answers)("tells of %s", async (_cause, status, body, message) => {
    const { page } = await people.meet();
    await meet(page, (route) => route.fulfill({ status, body, contentType: "application/json" }));
    await askToInstall(page);
    await bannerOf(page).getByText(message, { exact: true }).waitFor();
    expect(await page.getByLabel("Shop Domain").inputValue()).toBe(domainOf("words-store"));
    expect(await page.getByRole("button", { name: "Install App" }).isEnabled()).toBe(true);
  });

  test("tells of a lost connection, and works once it is back", async () => {
    const person = await people.meet();
    const { page, context } = person;
    await page.goto("/install");
    await page.getByLabel("Shop Domain").fill("words-store");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Install App" }).click();
    const banner = bannerOf(page);
    await banner.getByText("Network error. Please check your connection.", { exact: true }).waitFor();
    await banner.getByRole("button", { name: "Try Again" }).click();
    await banner.waitFor({ state: "detached" });
    await context.setOffline(false);
    await installFromForm(person, "words-store");
    expect(await banner.count()).toBe(0);
  });

  test("tells of a stall of 30 s, and the message can be dismissed", async () => {
    const { page } = await people.meet();
    await hurry(page);
    await meet(page, () => new Promise(() => {}));
    await askToInstall(page);
    const banner = bannerOf(page);
    await banner.getByText("Request timeout. Please try again.", { exact: true }).waitFor();
    expect(await page.evaluate(() => window.name)).toBe("30000");
    await banner.getByRole("button", { name: "Dismiss notification" }).click();
    await banner.waitFor({ state: "detached" });
  });
});

/** Lets the page's time-outs pass a hundred times as fast; what was asked for is kept in the window's name. */
async function hurry(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => {
      window.name = String(ms);
      return real(ms / 100);
    };
  });
}

describe("the result page", () => {
  const shop = domainOf("words-store");
  const queries: [query: string, message: string][] = [
    ["error=access_denied&error_description=Not+today", "Not today"],
    ["error=access_denied", "access_denied"],
    ["error=", "Authorization was denied or failed"],
    [`code=abc&shop=${shop}`, "Unexpected OAuth flow - please try installing the app again"],
    [`shop=${shop}`, "Missing required authorization parameters"],
    ["", "Missing required authorization parameters"],
    [`token=forged&shop=${shop}`, "Authentication failed"],
  ];

  test.each(queries)("says for ?%s: %s", async (query, message) => {
    const { page } = await people.meet();
    await page.goto(`/auth/success?${query}`);
    await page.getByRole("heading", { name: "Installation Failed" }).waitFor();
    await page.getByText(message, { exact: true }).waitFor();
    await page.getByText("Don't worry! You can try installing the app again.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Try Again" }).click();
    await page.getByText(message, { exact: true }).waitFor();
    // The parameters stay, so that they can be read again.
    expect(page.url()).toBe(new URL(`/auth/success?${query}`, inject("place").appUrl).href);
  });

  test("redeems nothing twice: an address from the history is worth nothing in another browser", async () => {
    const person = await people.meet();
    const addresses: string[] = [];
    person.page.on("framenavigated", (frame) => void addresses.push(frame.url()));
    await signIn(person, "words-store");
    const used = addresses.find((address) => address.includes("/auth/success?token=")) ?? "";
    expect(used).not.toBe("");
    const stranger = await people.meet();
    await stranger.page.goto(used);
    await stranger.page.getByText("Authentication failed", { exact: true }).waitFor();
    expect(await stranger.page.evaluate(() => Object.keys(window.localStorage))).not.toContain("shop_domain");
  });

  test("waits while it processes, and tries again when asked to", async () => {
    const { page } = await people.meet();
    let asked = 0;
    const waiting = Promise.withResolvers<void>();
    await page.route("**/auth/redeem", async (route) => {
      asked += 1;
      await waiting.promise;
      await route.fulfill({ status: 403, body: "{}" });
    });
    await page.goto(`/auth/success?token=some&shop=${shop}`);
    await page.getByRole("heading", { name: "Processing Authorization" }).waitFor();
    await page.getByText("Please wait while we complete your app installation...", { exact: true }).waitFor();
    waiting.resolve();
    await page.getByText("Authentication failed", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect.poll(() => asked).toBe(2);
  });
});

test("a login that fails says so", async () => {
  const answer = await fetch(`${inject("place").appUrl}/api/v1/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ shop: domainOf("words-store"), apiKey: "wrong" }),
  });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ code: "login_failed", message: "Login failed", errors: [] });
});

describe("a session that the browser has stored", () => {
  test("Failed to fetch user: after two answers the token goes, and the shop stays", async () => {
    const person = await people.meet();
    const { page } = person;
    await signIn(person, "words-store");
    await withoutTable("merchant_sessions", async () => {
      await page.goto("/install");
      await page.getByRole("alert").getByText("Failed to fetch user", { exact: true }).waitFor();
    });
    const keys = () => page.evaluate(() => Object.keys(window.localStorage));
    await expect.poll(keys).not.toContain("shopify_affiliate_token");
    expect(await keys()).toContain("shop_domain");
    await page.reload();
    await page.getByRole("alert").getByText("No token found", { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/install");
  });

  test("No token found: a shop alone is nobody", async () => {
    const { page } = await people.meet();
    await page.goto("/install");
    await page.evaluate(() => window.localStorage.setItem("shop_domain", "words-store.myshopify.com"));
    await page.reload();
    await page.getByRole("alert").getByText("No token found", { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/install");
  });
});

test("nobody is signed in without both keys", async () => {
  const person: Person = await people.meet();
  await person.page.goto("/install");
  await person.page.evaluate(() => window.localStorage.setItem("shopify_affiliate_token", "forged"));
  await person.page.goto("/dashboard");
  await person.page.getByRole("heading", { name: "Install Affiliate Platform" }).waitFor();
  expect(new URL(person.page.url()).pathname).toBe("/install");
});
