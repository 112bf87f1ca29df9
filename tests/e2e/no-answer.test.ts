import type { FrameLocator, Page, Route } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { adminOf, signIn } from "./support/install.ts";
import { type Person, usePeople } from "./support/people.ts";
import { callAs } from "./support/shop-data.ts";

const people = usePeople();
const networkError = "Network error. Please check your connection.";

type Known = Awaited<ReturnType<Person["context"]["storageState"]>>;
type App = Page | FrameLocator;

let known: Known | undefined;

beforeAll(async () => {
  const person = await people.meet();
  await signIn(person, "offline-store");
  const invite = (name: string) =>
    callAs(person, "/affiliates/invite", { name, email: `${name.toLowerCase()}@affiliate.example` });
  await invite("Ada");
  await invite("Bea");
  known = await person.context.storageState();
  await person.context.close();
});

const places = [
  ["standalone", openStandalone],
  ["embedded", openEmbedded],
] as const;

async function openStandalone(person: Person, path: string): Promise<App> {
  await person.page.goto(path);
  return person.page;
}

async function openEmbedded({ page }: Person, path: string): Promise<App> {
  await page.goto(`${adminOf("offline-store")}/apps`);
  const address = await page.getByRole("link", { name: "Open" }).getAttribute("href");
  await page.goto(new URL(`${address}${path}`, adminOf("offline-store")).href);
  return page.frameLocator("#app-frame");
}

async function meetMerchant(): Promise<Person> {
  return await people.meet(known ? { storageState: known } : {});
}

const faults = [
  ["the connection is lost", goOffline],
  ["a proxy answers 502", answer502],
] as const;

/** Cuts the connection. Returns how to restore it. */
async function goOffline({ context }: Person): Promise<() => Promise<void>> {
  await context.setOffline(true);
  return () => context.setOffline(false);
}

async function answer502({ page }: Person): Promise<() => Promise<void>> {
  await page.route(isData, refuse);
  return () => page.unroute(isData, refuse);
}

const isData = (url: URL) => url.pathname.endsWith(".data");
const refuse = (route: Route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" });

const networkBanner = (app: App) => app.getByRole("alert").filter({ hasText: networkError });

describe.each(places)("%s", (_, open) => {
  describe.each(faults)("where %s", (__, fail) => {
    test("the settings keep what was typed, and Try Again saves it", async () => {
      const person = await meetMerchant();
      const app = await open(person, "/dashboard/settings");
      const name = `Shop ${crypto.randomUUID().slice(0, 8)}`;
      await app.getByLabel("Store name").fill(name);
      const restore = await fail(person);
      const saveBar = open === openEmbedded ? person.page.locator("#save-bar") : app;
      await saveBar.getByRole("button", { name: "Save", exact: true }).click();
      await networkBanner(app).waitFor();
      expect(await app.getByLabel("Store name").inputValue()).toBe(name);
      await restore();
      await networkBanner(app).getByRole("button", { name: "Try Again" }).click();
      await networkBanner(app).waitFor({ state: "detached" });
      const toasts = open === openEmbedded ? person.page.locator("#app-toast") : person.page;
      await toasts.getByText("Settings saved").waitFor();
      await person.page.reload();
      await expect.poll(() => app.getByLabel("Store name").inputValue()).toBe(name);
    });

    test("an invitation keeps what was typed, and its own button sends it later", async () => {
      const person = await meetMerchant();
      const app = await open(person, "/dashboard/affiliates/invite");
      const email = `${crypto.randomUUID().slice(0, 8)}@affiliate.example`;
      await app.getByLabel("Name", { exact: false }).first().fill("Cleo");
      await app.getByLabel("Email", { exact: false }).first().fill(email);
      const restore = await fail(person);
      await app.getByRole("button", { name: "Send invitation" }).click();
      await networkBanner(app).waitFor();
      expect(await app.getByLabel("Email", { exact: false }).first().inputValue()).toBe(email);
      await networkBanner(app).getByLabel("Dismiss notification").click();
      await networkBanner(app).waitFor({ state: "detached" });
      await restore();
      await app.getByRole("button", { name: "Send invitation" }).click();
      const toasts = open === openEmbedded ? person.page.locator("#app-toast") : person.page;
      await toasts.getByText("Invitation sent", { exact: true }).waitFor();
    });

    test("a list stays while it cannot be searched, and Try Again searches it", async () => {
      const person = await meetMerchant();
      const app = await open(person, "/dashboard/affiliates");
      const ada = app.getByText("Ada", { exact: true });
      const bea = app.getByText("Bea", { exact: true });
      await bea.waitFor();
      const restore = await fail(person);
      await app.getByRole("searchbox", { name: "Search affiliates" }).fill("Ada");
      await networkBanner(app).waitFor();
      expect([await ada.isVisible(), await bea.isVisible()]).toEqual([true, true]);
      await restore();
      // A connection that is back tries again by itself.
      if (fail === answer502) await networkBanner(app).getByRole("button", { name: "Try Again" }).click();
      await bea.waitFor({ state: "detached" });
      await ada.waitFor();
      expect(await networkBanner(app).count()).toBe(0);
    });

    test("a list is as it was when the search that failed is dismissed", async () => {
      const person = await meetMerchant();
      const app = await open(person, "/dashboard/affiliates");
      await app.getByText("Bea", { exact: true }).waitFor();
      const restore = await fail(person);
      await app.getByRole("searchbox", { name: "Search affiliates" }).fill("Ada");
      await networkBanner(app).getByLabel("Dismiss notification").click();
      await networkBanner(app).waitFor({ state: "detached" });
      // Long enough for another attempt to fail.
      await person.page.waitForTimeout(1500);
      expect(await networkBanner(app).count()).toBe(0);
      await app.getByText("Bea", { exact: true }).waitFor();
      await restore();
      await app.getByRole("searchbox", { name: "Search affiliates" }).fill("Bea");
      await app.getByText("Ada", { exact: true }).waitFor({ state: "detached" });
      expect(await networkBanner(app).count()).toBe(0);
    });
  });
});
