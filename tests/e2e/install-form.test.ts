import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import {
  adminOf,
  consent,
  dashboardIsThere,
  goOn,
  installFromForm,
  signIn,
  uninstall,
} from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import { domainOf } from "./support/stack.ts";

const people = usePeople();

function stored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(window.localStorage)));
}

/** Lets the result page count its five seconds more slowly: a busy machine needs some of them to look at it. */
async function countSlowly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = window.setTimeout.bind(window);
    window.setTimeout = ((work: () => void, ms = 0, ...given: unknown[]) =>
      real(work, ms === 1000 ? 3000 : ms, ...given)) as typeof window.setTimeout;
  });
}

describe("installing from the form", () => {
  test("says what is wrong with a domain, and only once something was typed", async () => {
    const { page, problems } = await people.meet();
    await page.goto("/install");
    expect(await page.title()).toBe("Install Affiliate Platform");
    const field = page.getByLabel("Shop Domain");
    const button = page.getByRole("button", { name: "Install App" });
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await field.getAttribute("placeholder")).toBe("your-shop.myshopify.com");
    expect(await field.getAttribute("autocomplete")).toBe("off");
    await page.getByText("Enter your Shopify store domain").waitFor();
    await expect.poll(() => button.isDisabled()).toBe(true);
    expect(await page.getByText("Please enter").count()).toBe(0);

    await field.fill("-nonsense-");
    await page
      .getByText("Please enter a valid Shopify store domain (e.g., your-shop.myshopify.com)", { exact: true })
      .waitFor();
    expect(await button.isDisabled()).toBe(true);
    await field.fill("   ");
    await page.getByText("Please enter your shop domain", { exact: true }).waitFor();
    expect(await button.isDisabled()).toBe(true);
    await field.fill("  Install-Store ");
    await expect.poll(() => button.isEnabled()).toBe(true);
    expect(await page.getByText("Please enter").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("leads from the form over consent to the dashboard, and out again", async () => {
    const person = await people.meet();
    const { page, problems } = person;
    await countSlowly(page);
    await installFromForm(person, "install-store");
    const domain = domainOf("install-store");
    await page.getByText(`${domain} has been successfully connected.`).waitFor();
    expect(await page.title()).toBe("App Installation");
    expect(page.url()).toBe(`${inject("place").appUrl}/auth/success`);
    const session = await stored(page);
    expect(session["shop_domain"]).toBe(domain);
    expect(session["shopify_affiliate_token"]).toMatch(/^shp_/);

    await page.getByText(/Redirecting to your dashboard in [1-4] seconds?\.\.\./).waitFor();
    await dashboardIsThere(page);
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await page.goto("/install");
    await dashboardIsThere(page);

    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByText("ada@demo-store.example").first().waitFor();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("heading", { name: "Install Affiliate Platform" }).waitFor();
    expect(Object.keys(await stored(page))).not.toContain("shopify_affiliate_token");
    expect(Object.keys(await stored(page))).not.toContain("shop_domain");
    const { status } = await askWho(session["shopify_affiliate_token"] ?? "");
    expect(status).toBe(401);
    await page.goto("/dashboard");
    await page.getByRole("heading", { name: "Install Affiliate Platform" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("tells a merchant who said no, and lets them try again", async () => {
    const { page } = await people.meet();
    await page.goto("/install");
    await page.getByLabel("Shop Domain").fill("refused-store");
    await page.getByRole("button", { name: "Install App" }).click();
    await consent(page, "Cancel");
    await page.getByRole("heading", { name: "Installation Failed" }).waitFor();
    await page.getByText("The merchant did not grant access.", { exact: true }).waitFor();
    await page.getByText("Don't worry! You can try installing the app again.", { exact: true }).waitFor();
    const address = page.url();
    await page.getByRole("button", { name: "Try Again" }).click();
    await page.getByText("The merchant did not grant access.", { exact: true }).waitFor();
    expect(page.url()).toBe(address);
    await page.getByRole("link", { name: "Back to Installation" }).click();
    await page.getByLabel("Shop Domain").waitFor();
  });

  test("works without a script", async () => {
    const { page } = await people.meet({ javaScriptEnabled: false });
    await page.goto("/install");
    await page.getByLabel("Shop Domain").fill("not a shop");
    await page.getByRole("button", { name: "Install App" }).click();
    await page
      .getByRole("alert")
      .getByText("Please enter a valid Shopify store domain (e.g., your-shop.myshopify.com)", { exact: true })
      .waitFor();
    await page.getByLabel("Shop Domain").fill("plain-store");
    await page.getByRole("button", { name: "Install App" }).click();
    await consent(page);
    await page.getByRole("button", { name: "Go to Dashboard Now" }).click();
    await dashboardIsThere(page);
    expect(new URL(page.url()).pathname).toBe("/dashboard");
  });
});

describe("being uninstalled", () => {
  test("ends every session at once, and coming back finds what was there", async () => {
    const [staff, owner] = [await people.meet(), await people.meet()];
    await signIn(staff, "return-store");
    await signIn(owner, "return-store");
    await staff.page.goto("/dashboard/settings");
    await staff.page.getByLabel("Store name").fill("The Returning Store");
    await staff.page.getByRole("button", { name: "Save", exact: true }).click();
    await staff.page.getByText("Settings saved", { exact: true }).waitFor();
    const token = (await stored(staff.page))["shopify_affiliate_token"] ?? "";
    expect((await askWho(token)).status).toBe(200);

    const admin = await owner.context.newPage();
    await uninstall(admin, "return-store");
    await expect.poll(async () => (await askWho(token)).status).toBe(401);
    // The open pages notice by themselves.
    await owner.page.getByRole("heading", { name: "Install Affiliate Platform" }).waitFor();
    await staff.page.getByRole("heading", { name: "Install Affiliate Platform" }).waitFor();
    // The page asks once more before it clears the token.
    await expect
      .poll(async () => Object.keys(await stored(staff.page)))
      .not.toContain("shopify_affiliate_token");

    await installFromForm(staff, "return-store");
    await goOn(staff.page);
    await staff.page.goto("/dashboard/settings");
    await expect.poll(() => staff.page.getByLabel("Store name").inputValue()).toBe("The Returning Store");
    await admin.goto(`${adminOf("return-store")}/apps`);
    await admin.getByRole("button", { name: "Uninstall" }).waitFor();
  });
});

function askWho(token: string): Promise<Response> {
  return fetch(`${inject("place").appUrl}/api/v1/auth/me`, { headers: { Authorization: `Bearer ${token}` } });
}
