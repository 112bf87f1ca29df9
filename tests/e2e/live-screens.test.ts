import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { withoutTable } from "./support/database.ts";
import { usePeople } from "./support/people.ts";
import { firstAffiliate, useServers } from "./support/servers.ts";

const people = usePeople();
const servers = useServers("live-screens");

/** The first sale alone may be shown by chance. */
const salesInARow = 4;

const screens = {
  dashboard: "/dashboard",
  orders: "/dashboard/orders",
  commissions: "/dashboard/affiliates/commissions",
  affiliate: `/dashboard/affiliates/${firstAffiliate}`,
};

/** Opens a screen and waits until it is listening. */
async function openScreen(page: Page, url: string): Promise<void> {
  const listening = page.waitForResponse((answer) => answer.url().endsWith("/api/v1/live"));
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect((await listening).status()).toBe(200);
}

/** Runs in the browser. */
function hasText(wanted: string): boolean {
  return document.querySelector("main")?.textContent?.includes(wanted) ?? false;
}

/** Waits until the page shows this text. By the clock, since a page behind another one may not be drawn. */
async function shows(page: Page, text: string): Promise<void> {
  await page.waitForFunction(hasText, text, { polling: 50 });
}

async function meetMerchant(origin: string) {
  const { context } = await people.meet({ baseURL: origin });
  const [name = "", value = ""] = servers.shop().cookie.split("=");
  await context.addCookies([{ name, value, url: origin }]);
  return context;
}

test("sales that one server takes show one by one on every screen that another has open", async () => {
  const { appUrl } = inject("place");
  const showing = await servers.start("off");
  const context = await meetMerchant(showing.origin);
  // Without this question a screen learns of a sale from its event stream or not at all.
  await context.route("**/api/v1/version", (route) => route.abort());
  const open: Page[] = [];
  for (const path of Object.values(screens)) {
    const page = await context.newPage();
    await openScreen(page, `${showing.origin}${path}`);
    open.push(page);
  }
  // How soon a sale shows is measured by the figure `live-lag` of the bench.
  for (let sale = 0; sale < salesInARow; sale += 1) {
    const name = await servers.sell(appUrl);
    await Promise.all(open.map((page) => shows(page, name)));
  }
  await context.close();
  expect(await showing.end()).toBe(0);
});

test("pages that cannot be loaded again for a while stay as they are, and catch up", async () => {
  const { appUrl } = inject("place");
  const context = await meetMerchant(appUrl);
  const [list, form] = [await context.newPage(), await context.newPage()];
  await openScreen(list, `${appUrl}${screens.orders}`);
  await openScreen(form, `${appUrl}/dashboard/programs/new`);
  const field = form.getByLabel("Program name", { exact: true });
  await field.fill("Half a program");

  // The streams stay, so that both are told; what they ask for then ends at a proxy.
  const refused = new Map([list, form].map((page) => [page, 0]));
  const loads = /\.data(\?|$)/;
  await context.route(loads, (route) => {
    const page = route.request().frame().page();
    refused.set(page, (refused.get(page) ?? 0) + 1);
    return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" });
  });
  const name = await servers.sell(appUrl);
  await expect.poll(() => Math.min(...refused.values())).toBeGreaterThan(1);
  const again = form.waitForResponse((answer) => loads.test(answer.url()) && answer.ok());
  await context.unroute(loads);
  await shows(list, name);
  await again;
  expect(await field.inputValue()).toBe("Half a program");
  await context.close();
});

test("a page that can't be refreshed in an outage says so and keeps what was typed in a dialog", async () => {
  const { appUrl } = inject("place");
  const context = await meetMerchant(appUrl);
  const page = await context.newPage();
  await openScreen(page, `${appUrl}/dashboard/affiliates`);
  await page.getByRole("button", { name: "Invite affiliate" }).first().click();
  const name = page.getByRole("dialog").getByLabel("Name");
  await name.fill("Half a name");
  const note = page.getByText("Can't refresh. Trying again.", { exact: true });
  // The list reads tags; a sale does not.
  await withoutTable("affiliate_tags", async () => {
    await servers.sell(appUrl);
    await note.waitFor();
    expect(await name.inputValue()).toBe("Half a name");
  });
  await note.waitFor({ state: "detached" });
  expect(await name.inputValue()).toBe("Half a name");
  await context.close();
});
