import type { Page, Response } from "playwright-core";
import { inject } from "vitest";
import type { Person } from "./people.ts";
import { domainOf, type JourneyShop } from "./stack.ts";

/** On the platform's consent page. */
export async function consent(page: Page, decision: "Install" | "Cancel" = "Install"): Promise<void> {
  await page.getByRole("heading", { name: "This app will be able to" }).waitFor();
  await page.getByRole("main").getByRole("button", { name: decision }).click();
}

/** From the form to the result page. */
export async function installFromForm({ page }: Person, shop: JourneyShop): Promise<void> {
  await page.goto("/install");
  await page.getByLabel("Shop Domain").fill(shop);
  await page.getByRole("button", { name: "Install App" }).click();
  await consent(page);
  await page.getByRole("heading", { name: "Installation Successful" }).waitFor();
}

/** Installs, or comes back to a shop that has the app, and stands on the dashboard. */
export async function signIn(person: Person, shop: JourneyShop): Promise<void> {
  const { page } = person;
  await page.goto(`/auth?shop=${domainOf(shop)}`);
  const success = page.getByRole("heading", { name: "Installation Successful" });
  const asked = page.getByRole("heading", { name: "This app will be able to" });
  await success.or(asked).waitFor();
  if (await asked.isVisible()) await consent(page);
  await goOn(page);
}

/** From the result page to the dashboard: it goes on by itself after five seconds, whether or not it was told to by then. */
export async function goOn(page: Page): Promise<void> {
  const onward = page.getByRole("button", { name: "Go to Dashboard Now" });
  const dashboard = page.getByRole("heading", { name: "Dashboard", level: 1 });
  await onward.or(dashboard).waitFor();
  await onward.click({ timeout: 5_000 }).catch(() => undefined);
  await dashboardIsThere(page);
}

/**
 * Presses a button of the platform's, whose forms are plain ones, and waits until what it asked for is done: a page
 * that is opened before could overtake it, and a window that is closed would take it along.
 */
export async function submit(page: Page, name: string | RegExp): Promise<void> {
  const answered = page.waitForResponse(answersForm);
  await page.getByRole("button", { name, exact: true }).click();
  await (await answered).finished();
  await page.waitForLoadState();
}

function answersForm(response: Response): boolean {
  const request = response.request();
  const isOfForm = [request, request.redirectedFrom()].some((one) => one?.method() === "POST");
  return isOfForm && request.isNavigationRequest() && ![302, 303].includes(response.status());
}

export async function dashboardIsThere(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
}

/** The store's admin on the platform: `adminOf("sale-store")` + "/orders". */
export function adminOf(shop: JourneyShop): string {
  return `${inject("place").localUrl}/store/${shop}`;
}

export function storefrontOf(shop: JourneyShop): string {
  return `${inject("place").localUrl}/shops/${domainOf(shop)}/`;
}

/** Takes the app off the store, in the store's admin. */
export async function uninstall(page: Page, shop: JourneyShop): Promise<void> {
  await page.goto(`${adminOf(shop)}/apps`);
  await page.getByLabel("Yes, take it off this store").check();
  await submit(page, "Uninstall");
  await page.getByRole("link", { name: "Install", exact: true }).waitFor();
}
