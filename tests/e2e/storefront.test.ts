import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { query } from "./support/database.ts";
import { adminOf, signIn, storefrontOf, submit } from "./support/install.ts";
import { patienceMs, usePeople, type Person } from "./support/people.ts";
import { shiftOf, watchShifts } from "./support/shifts.ts";
import { acceptInvitation, buy, follow, invite, openProgram } from "./support/selling.ts";
import { domainOf, type JourneyShop } from "./support/stack.ts";

const people = usePeople();

type StandardActions = {
  Shopify: { actions: { updateCart: (payload: object) => Promise<unknown> } };
};

type Told = { name: string; credited: string; signals: string };

/** The app's record of an order, once there is one. */
async function orderOf(shop: JourneyShop, name: string): Promise<Told | undefined> {
  const [row] = await query(
    `select o.name, o.credited::text as credited, array_to_string(o.signals, ',') as signals
     from orders o join shops s using (shop_id) where s.domain = '${domainOf(shop)}' and o.name = '${name}'`,
  );
  return row as Told | undefined;
}

async function credits(shop: JourneyShop, name: string, signal: string): Promise<void> {
  await expect.poll(async () => (await orderOf(shop, name))?.credited, { timeout: patienceMs }).toBe("true");
  expect((await orderOf(shop, name))?.signals.split(",")).toContain(signal);
}

/** Names that the store's page keeps in this browser. */
async function kept({ page }: Person): Promise<string[]> {
  return await page.evaluate(() =>
    Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "").filter((name) =>
      name.startsWith("aff_"),
    ),
  );
}

/** Ends the browser's session at the store: the next page is its first again, and what was kept stays. */
async function endSession({ context }: Person): Promise<void> {
  for (const name of ["_landing_page", "_orig_referrer", "cart"]) await context.clearCookies({ name });
}

/** As another app would, by the platform's action; the page loads again, and the embed has then written the click. */
async function replaceAttributes(
  { page }: Person,
  attributes: readonly { key: string; value: string }[],
): Promise<void> {
  const answered: string[] = [];
  page.on("response", (response) => {
    const path = new URL(response.url()).pathname;
    if (path.includes("/cart/")) answered.push(path.slice(path.indexOf("/cart/")));
  });
  const loaded = page.waitForEvent("load");
  await page.evaluate((given) => {
    const { actions } = (window as unknown as StandardActions).Shopify;
    // The page is left before the promise settles.
    void actions.updateCart({ attributes: given });
  }, attributes);
  await loaded;
  // The write after the event may be cut off by the reload; the page that was loaded writes in any case.
  await expect.poll(() => answered.at(-1)).toBe("/cart/update.js");
  expect(answered[0]).toBe("/cart/actions/update");
}

/** Buys at once, outside the cart, whose attributes then belong to no order. */
async function buyNow({ page }: Person, product: string): Promise<string> {
  await page.getByRole("link", { name: product }).click();
  await page.getByRole("button", { name: "Buy it now" }).click();
  await page.getByLabel("Email", { exact: true }).fill("now@shopper.example");
  await page.getByLabel("Last name").fill("Vale");
  await page.getByLabel("Address", { exact: true }).fill("12 Quay Street");
  await page.getByLabel("Postal code").fill("12534");
  await page.getByLabel("City").fill("Hudson");
  await page.getByRole("button", { name: "Pay now" }).click();
  const name = page.locator("#order-name");
  await name.waitFor();
  return (await name.textContent()) ?? "";
}

function codeOf(link: string): string {
  return decodeURIComponent(new URL(link).pathname.split("/").at(-1) ?? "");
}

/** The store's admin knows whether the embed is on; the link under Health leads to the switch. */
async function switchInTheme({ page, context }: Person): Promise<void> {
  await setEmbed(page, false);
  await page.goto(`${adminOf("track-store")}/apps`);
  await page.getByRole("link", { name: "Open", exact: true }).click();
  const app = page.frameLocator("#app-frame");
  await app.getByText("Tracking: Off. Turn on the app embed.").waitFor();
  const opened = context.waitForEvent("page");
  await app.getByRole("link", { name: "Open theme editor" }).click();
  const editor = await opened;
  await editor.getByText("Switched on by the app's link. Save to keep it.").waitFor();
  // It stays open: of a page that is closed on its way to another one, Chromium may never say that it is gone.
  await submit(editor, "Save");
  await page.reload();
  await app.getByText(/^Tracking: On\. Last click /).waitFor();
}

async function setEmbed(page: Page, on: boolean): Promise<void> {
  await page.goto(`${adminOf("track-store")}/online-store`);
  await page.getByLabel(/on every page of the storefront/).setChecked(on);
  await submit(page, "Save");
}

test("clicks travel by cart, by address and by the pixel, and the dashboard shows which parts are on", async () => {
  const [merchant, affiliate] = [await people.meet(), await people.meet()];
  await signIn(merchant, "track-store");
  await openProgram(merchant.page, "Carried clicks", "10");
  await invite(merchant.page, "Mira Sol", "mira@affiliate.example");
  const link = await acceptInvitation(affiliate, "mira@affiliate.example");
  const code = codeOf(link);
  await merchant.page.goto("/dashboard/settings/health");
  const pixel = merchant.page.getByRole("heading", { name: "Web pixel" }).locator("xpath=../..");
  await expect.poll(() => pixel.textContent(), { timeout: patienceMs }).toContain("On");

  // A link to the store itself, that never passes the app: the store tells of it.
  const direct = await people.meet();
  await watchShifts(direct.page);
  const taken = direct.page.waitForResponse((response) => response.url().endsWith("/cart/update.js"));
  await direct.page.goto(`${storefrontOf("track-store")}?ref=${code}`);
  await taken;
  // The embed has done all that it does on a landing, and nothing of the store's page has moved.
  expect(await shiftOf(direct.page)).toBe(0);
  // Proves that the counter works: a real shift is counted.
  await direct.page.evaluate(() => {
    document.body.style.marginTop = "200px";
  });
  await expect.poll(() => shiftOf(direct.page)).toBeGreaterThan(0);
  await credits("track-store", await buy(direct, "Stoneware mug"), "click");

  // On a later page, whose address has no click, another script replaces the cart's attributes.
  const replaced = await people.meet();
  await follow(replaced, link);
  const again = replaced.page.waitForResponse((response) => response.url().endsWith("/cart/update.js"));
  await replaced.page.goto(storefrontOf("track-store"));
  await again;
  await replaceAttributes(replaced, [{ key: "gift", value: "yes" }]);
  await credits("track-store", await buy(replaced, "Stoneware mug"), "click");

  // Bought days later and at once: neither the address nor a cart knows the click, the browser does.
  const later = await people.meet();
  await follow(later, link);
  await endSession(later);
  await later.page.goto(storefrontOf("track-store"));
  const joined: number[] = [];
  later.page.on("response", (response) => {
    if (response.url().endsWith("/track/pixel")) joined.push(response.status());
  });
  const bought = await buyNow(later, "Steel bottle");
  await expect.poll(() => joined).toEqual([204]);
  await credits("track-store", bought, "pixel");

  // A browser that keeps nothing for long: the address is what is left.
  const safari = await people.meet();
  const carried = safari.page.waitForResponse((response) => response.url().endsWith("/cart/update.js"));
  await safari.page.goto(`${storefrontOf("track-store")}?ref=${code}`);
  // The click is kept before it is written to the cart: what is cleared after that stays cleared.
  await carried;
  await safari.page.evaluate(() => localStorage.clear());
  await safari.context.clearCookies({ name: "cart" });
  await credits("track-store", await buyNow(safari, "Wool blanket"), "landing");

  await merchant.page.goto("/dashboard/settings/health");
  const embed = merchant.page.getByRole("heading", { name: "App embed" }).locator("xpath=../..");
  await embed.getByText("Detected", { exact: true }).waitFor();
  await switchInTheme(merchant);
  expect([
    ...direct.problems,
    ...replaced.problems,
    ...later.problems,
    ...safari.problems,
    ...merchant.problems,
  ]).toEqual([]);
});

test("nothing is kept or sent before the visitor agrees, and nothing stays when they change their mind", async () => {
  const [merchant, affiliate, shopper] = [await people.meet(), await people.meet(), await people.meet()];
  await signIn(merchant, "asked-store");
  await openProgram(merchant.page, "Asked first", "10");
  await invite(merchant.page, "Ole Berg", "ole@affiliate.example");
  const link = await acceptInvitation(affiliate, "ole@affiliate.example");
  await merchant.page.goto(`${adminOf("asked-store")}/online-store`);
  await merchant.page.getByLabel(/Ask for consent first/).check();
  await submit(merchant.page, "Save");

  const sent: string[] = [];
  shopper.page.on("request", (request) => {
    if (/cart\/update\.js|apps\/affiliates|track\/pixel|pixels\//.test(request.url())) {
      sent.push(request.url());
    }
  });
  await shopper.page.goto(link);
  await shopper.page.getByRole("button", { name: "Decline" }).click();
  await shopper.page.getByRole("link", { name: "Stoneware mug" }).waitFor();
  expect([await kept(shopper), sent]).toEqual([[], []]);
  expect(new URL(shopper.page.url()).searchParams.has("aff_click")).toBe(true);

  const written = shopper.page.waitForResponse((response) => response.url().endsWith("/cart/update.js"));
  await shopper.page.getByRole("button", { name: "Cookie preferences" }).click();
  await shopper.page.getByRole("button", { name: "Accept" }).click();
  expect((await written).request().postData()).toContain("clk_");
  expect((await kept(shopper)).length).toBeGreaterThan(0);

  const cleared = shopper.page.waitForResponse((response) => response.url().endsWith("/cart/update.js"));
  await shopper.page.getByRole("button", { name: "Cookie preferences" }).click();
  await shopper.page.getByRole("button", { name: "Decline" }).click();
  expect((await cleared).request().postData()).toContain('"__aff_click":""');
  await expect.poll(() => kept(shopper)).toEqual([]);
  expect(shopper.problems).toEqual([]);
});
