import type { FrameLocator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { adminOf, consent, dashboardIsThere, signIn, storefrontOf } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import { callAs } from "./support/shop-data.ts";
import { domainOf, type JourneyShop } from "./support/stack.ts";

const people = usePeople();

/** The shop of a frame, as the app's server knows it by the frame's token. */
async function shopOf(app: FrameLocator): Promise<string> {
  return await app.locator("body").evaluate(async () => {
    const answer = await fetch("/api/v1/shop/info");
    return ((await answer.json()) as { domain: string }).domain;
  });
}

async function openEmbedded(page: Page, shop: JourneyShop): Promise<FrameLocator> {
  await page.goto(`${adminOf(shop)}/apps`);
  const install = page.getByRole("link", { name: "Install", exact: true });
  const open = page.getByRole("link", { name: "Open" });
  await install.or(open).waitFor();
  if (await install.isVisible()) {
    await install.click();
    await consent(page);
  } else {
    await open.click();
  }
  const app = page.frameLocator("#app-frame");
  await app.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  return app;
}

async function renameStore(page: Page, name: string): Promise<void> {
  await page.goto(`${page.url().replace(/\/dashboard.*$/, "")}/dashboard/settings`);
  await page.frameLocator("#app-frame").getByLabel("Store name").fill(name);
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
}

test("two members of staff are told apart in what they did", async () => {
  const { page } = await people.meet();
  const app = await openEmbedded(page, "demo-store");
  await renameStore(page, "Demo & Co");
  await app.getByRole("listitem").filter({ hasText: "Ada Moreno" }).first().waitFor();
  await page.getByLabel("Signed in as").selectOption({ label: "Ben Okafor" });
  await page.getByRole("button", { name: "Switch" }).click();
  await renameStore(page, "Demo & Sons");
  const change = app.getByRole("listitem").filter({ hasText: "Ben Okafor" });
  await change.first().waitFor();
  expect(await change.first().textContent()).not.toContain("Ada");
});

test("two shops in one browser stay two shops, in frames and in tabs", async () => {
  const person = await people.meet();
  const second = await person.context.newPage();
  const [mine, other] = [
    await openEmbedded(person.page, "demo-store"),
    await openEmbedded(second, "second-store"),
  ];
  await other.getByText("€0.00", { exact: true }).first().waitFor();
  await mine.getByText("$0.00", { exact: true }).first().waitFor();
  // Going on in the first frame after the second was opened must not change shops.
  await person.page.locator("#app-nav").getByRole("link", { name: "Programs" }).click();
  await mine.getByRole("heading", { name: "Affiliate Programs", level: 1 }).waitFor();
  await expect.poll(() => shopOf(mine)).toBe(domainOf("demo-store"));
  await person.page.reload();
  await expect.poll(() => shopOf(mine)).toBe(domainOf("demo-store"));

  // Outside the frame one browser is one shop: who signs in last.
  const tab = await person.context.newPage();
  await signIn({ ...person, page: tab }, "demo-store");
  const terms = { commission: { type: "percentage", percent: "10" } };
  await callAs({ ...person, page: tab }, "/programs", { name: "Only of the demo", terms });
  const older = await person.context.newPage();
  await older.goto("/dashboard");
  await older.getByText("$0.00", { exact: true }).first().waitFor();
  await signIn({ ...person, page: tab }, "second-store");
  await tab.goto("/dashboard/programs");
  await tab.getByText("No programs created yet").waitFor();
  await tab.goBack();
  await dashboardIsThere(tab);
  await tab.getByText("€0.00", { exact: true }).first().waitFor();
  // The tab that was left open at the other shop notices.
  await older.getByText("€0.00", { exact: true }).first().waitFor();
  const info = await callAs<{ domain: string }>({ ...person, page: tab }, "/shop/info");
  expect(info.domain).toBe(domainOf("second-store"));
  // The frames are still where they were.
  await second.reload();
  await expect.poll(() => shopOf(other)).toBe(domainOf("second-store"));
  await person.page.reload();
  await mine.getByText("Only of the demo").waitFor();
});

test("a shop that asks for consent keeps no click before it is given", async () => {
  const { page } = await people.meet();
  const sent: string[] = [];
  page.on("request", (request) => void sent.push(request.url()));
  await page.goto(`${storefrontOf("second-store")}?ref=NOBODY&aff_click=clk_x.y`);
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("link", { name: "Canvas tote" }).click();
  await page.getByRole("button", { name: "Add to cart" }).waitFor();
  expect(sent.filter((url) => url.endsWith("/cart/update.js"))).toEqual([]);
  expect(await page.evaluate(() => window.localStorage.getItem("aff_clicks"))).toBeNull();
});
