import type { FrameLocator, Page, Response } from "playwright-core";
import { expect, inject } from "vitest";
import { adminOf, storefrontOf } from "./install.ts";
import type { Person } from "./people.ts";
import type { JourneyShop } from "./stack.ts";

/** A figure of the dashboard's cards as it is shown now. */
export async function figure(page: Page, label: string): Promise<string> {
  return (await page.locator(`[data-figure="${label}"]`).textContent()) ?? "";
}

/**
 * Waits until an open dashboard shows the figure by itself. How soon it asks is a matter of the poll's own tests: a
 * machine that is busy with all of the product and a browser takes longer than any promise to a person.
 */
export async function figureTurns(page: Page, label: string, value: string): Promise<void> {
  await expect.poll(() => figure(page, label)).toBe(value);
}

/** Creates an active program through its form. */
export async function openProgram(page: Page, name: string, percent: string): Promise<void> {
  await page.goto("/dashboard/programs");
  await page.getByRole("link", { name: "Create New Program" }).first().click();
  await page.getByRole("heading", { name: "Create program", level: 1 }).waitFor();
  await page.getByLabel("Program name").fill(name);
  await page.getByRole("textbox", { name: "Rate" }).fill(percent);
  await saveForm(page);
  await page.getByText(`Program created. Affiliates earn ${percent}% of each sale.`).waitFor();
}

/** Presses Save in the bar above the page. */
export async function saveForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).first().click();
}

/** Presses an action of the page's menu. */
export async function pressMore(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).first().click();
  await page.getByRole("button", { name, exact: true }).click();
}

/** Opens a closed section of a program's editor. */
export async function openSection(
  page: Pick<Page | FrameLocator, "getByRole">,
  title: string,
): Promise<void> {
  const button = page.getByRole("button", { name: new RegExp(`^${title}\\b`) });
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
}

export async function invite(page: Page, name: string, email: string): Promise<void> {
  await page.goto("/dashboard/affiliates");
  await page.getByRole("button", { name: "Invite Affiliate" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: false }).first().fill(name);
  await dialog.getByLabel("Email", { exact: false }).first().fill(email);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Invitation sent", { exact: true }).waitFor();
}

/** Opens the newest mail to this address; the mailbox is looked at until it is there. */
export async function openMail(page: Page, email: string): Promise<void> {
  await page.goto(`${inject("place").localUrl}/mailbox`);
  const mail = page.getByRole("row").filter({ hasText: email }).getByRole("link").first();
  await expect
    .poll(async () => {
      await page.reload();
      return mail.count();
    })
    .toBeGreaterThan(0);
  await mail.click();
}

/** The affiliate accepts the mailed invitation, in English or German; answers the link that their page gives them. */
export async function acceptInvitation({ page }: Person, email: string): Promise<string> {
  await openMail(page, email);
  // The link of the email's text: a click into the sandboxed frame next to it may come before the frame takes clicks.
  await page.getByRole("link", { name: /\/portal\/accept#token=/ }).click();
  await page.getByRole("button", { name: /^(Accept invitation|Einladung annehmen)$/ }).click();
  const field = page.getByLabel(/^Affiliate[ -]link$/i);
  await field.waitFor();
  return await field.inputValue();
}

/** Follows an affiliate's link to the store, until the store's page has taken the click into the cart. */
export async function follow({ page }: Person, link: string): Promise<void> {
  const written: string[] = [];
  const listen = (response: Response) => {
    if (response.url().endsWith("/cart/update.js")) written.push(response.request().postData() ?? "");
  };
  page.on("response", listen);
  await page.goto(link);
  // By its id: the page that was left may be writing an earlier click into a cart of its own. On a busy machine the link
  // leads on without an id, and the store's page asks the app for one.
  const click = new URL(page.url()).searchParams.get("aff_click") ?? "clk_";
  await expect.poll(() => written.some((body) => body.includes(click))).toBe(true);
  page.off("response", listen);
}

/** Buys one piece from the storefront page that is open; answers the order's name. */
export async function buy({ page }: Person, product: string, code?: string): Promise<string> {
  await page.getByRole("link", { name: product }).click();
  await page.getByRole("button", { name: "Add to cart" }).click();
  if (code) await page.getByLabel("Discount code").fill(code);
  await page.getByRole("button", { name: "Check out" }).click();
  await page.getByLabel("Email", { exact: true }).fill("shopper@shopper.example");
  await page.getByLabel("First name").fill("Robin");
  await page.getByLabel("Last name").fill("Vale");
  await page.getByLabel("Address", { exact: true }).fill("12 Quay Street");
  await page.getByLabel("Postal code").fill("12534");
  await page.getByLabel("City").fill("Hudson");
  await page.getByRole("button", { name: "Pay now" }).click();
  const name = page.locator("#order-name");
  await name.waitFor();
  return (await name.textContent()) ?? "";
}

export async function visitStore({ page }: Person, shop: JourneyShop): Promise<void> {
  await page.goto(storefrontOf(shop));
}

/** The order's page in the store's admin. */
export async function openInStore(page: Page, shop: JourneyShop, order: string): Promise<void> {
  await page.goto(`${adminOf(shop)}/orders`);
  await page.getByRole("link", { name: order, exact: true }).click();
}
