import type { FrameLocator, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { adminOf, consent } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import { domainOf } from "./support/stack.ts";

const people = usePeople();

function frameOf(page: Page): FrameLocator {
  return page.frameLocator("#app-frame");
}

async function openFromApps(page: Page): Promise<void> {
  await page.goto(`${adminOf("frame-store")}/apps`);
  await page.getByRole("link", { name: "Install", exact: true }).click();
  await consent(page);
  await frameOf(page).getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
}

test("installs from the store's admin and lives in its frame, where no cookie of another site is kept", async () => {
  const { page, context, problems } = await people.meet();
  await openFromApps(page);
  const app = frameOf(page);
  expect(await app.getByLabel("Shop Domain").count()).toBe(0);

  // The proof that this browser refuses the frame's cookies, so that what follows is worth something.
  const kept = await app.locator("body").evaluate(() => {
    document.cookie = "probe=1; SameSite=None; Secure; Path=/";
    return document.cookie;
  });
  expect(kept).not.toContain("probe");
  const { appUrl } = inject("place");
  expect((await context.cookies(appUrl)).map((cookie) => cookie.name)).not.toContain("session");

  // The admin's own menu.
  await page.locator("#app-nav").getByRole("link", { name: "Programs" }).click();
  await app.getByRole("heading", { name: "Affiliate Programs", level: 1 }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/dashboard\/programs$/);
  await page.reload();
  await app.getByRole("heading", { name: "Affiliate Programs", level: 1 }).waitFor();
  await page
    .getByRole("navigation", { name: "Store" })
    .getByRole("link", { name: "Affiliate Platform" })
    .click();
  await app.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();

  // Toasts are the admin's.
  await app.getByRole("button", { name: "Show" }).click();
  await app.getByRole("button", { name: "Add Test Toast" }).click();
  await page.locator("#app-toast").getByText("This is a test toast").waitFor();
  await page.getByRole("button", { name: "Dismiss", exact: true }).click();
  await expect.poll(() => page.locator("#app-toast").isHidden()).toBe(true);
  expect(problems).toEqual([]);
});

test("the theme chosen in the frame is the server's on the next load, where no third-party data is kept", async () => {
  const { page } = await people.meet();
  await page.goto(`${adminOf("frame-store")}/apps`);
  await page.getByRole("link", { name: "Open" }).click();
  const app = frameOf(page);
  await app.getByRole("button", { name: "Show" }).click();
  await app.getByRole("button", { name: "Toggle Theme" }).click();
  await expect.poll(() => app.locator("html").getAttribute("class")).toContain("p-theme-dark-experimental");
  const answered = page.waitForResponse(async (response) => {
    if (response.request().resourceType() !== "document" || response.status() !== 200) return false;
    return response.url().startsWith(`${inject("place").appUrl}/dashboard`);
  });
  await page.reload();
  expect(await (await answered).text()).toMatch(/<html[^>]*p-theme-dark-experimental/);
  await expect.poll(() => app.locator("html").getAttribute("class")).toContain("p-theme-dark-experimental");
});

test("may be framed by the platform's admin and by nobody else", async () => {
  const { page } = await people.meet();
  await page.goto(`${adminOf("frame-store")}/apps`);
  const answered = page.waitForResponse((response) => {
    return response.url().startsWith(`${inject("place").appUrl}/dashboard?`);
  });
  await page.getByRole("link", { name: "Open" }).click();
  const policy = (await (await answered).headerValue("content-security-policy")) ?? "";
  const allowed = /frame-ancestors ([^;]*)/.exec(policy)?.[1]?.split(" ");
  expect(allowed).toContain(inject("place").localUrl);
  expect(allowed).toContain(`https://${domainOf("frame-store")}`);
  expect(allowed).not.toContain("*");
});

test("saves a form inside the frame", async () => {
  const { page } = await people.meet();
  await page.goto(`${adminOf("frame-store")}/apps`);
  await page.getByRole("link", { name: "Open" }).click();
  const app = frameOf(page);
  await app.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  await page.goto(`${page.url().replace(/\/dashboard.*$/, "")}/dashboard/settings`);
  await expect
    .poll(async () => {
      await app.getByLabel("Store name").fill("Framed Store");
      return page.locator("#save-bar").isVisible();
    })
    .toBe(true);
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await page.locator("#app-toast").getByText("Settings saved").waitFor();
  await page.reload();
  await expect.poll(() => app.getByLabel("Store name").inputValue()).toBe("Framed Store");
});

/** Fills in a field as soon as the page is read. Runs in the browser. */
function fillInEarly({ name, value }: { readonly name: string; readonly value: string }): void {
  document.addEventListener("DOMContentLoaded", () => {
    const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`);
    if (!field) return;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test.for([
  { name: "name", value: "Early Store" },
  { name: "language", value: "de" },
])("$name, filled in before the scripts run, can be saved", async (early) => {
  const { page, context } = await people.meet();
  await page.goto(`${adminOf("frame-store")}/apps`);
  const address = await page.getByRole("link", { name: "Open" }).getAttribute("href");
  await context.addInitScript(fillInEarly, early);
  await page.goto(new URL(`${address}/dashboard/settings`, adminOf("frame-store")).href);
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await page.locator("#app-toast").getByText("Settings saved").waitFor();
  const other = await people.meet();
  await other.page.goto(page.url());
  const field = frameOf(other.page).locator(`[name=${early.name}]`);
  await expect.poll(() => field.inputValue()).toBe(early.value);
});

test("the admin's save bar goes with what was unsaved, also where saving leads to another page", async () => {
  const { page } = await people.meet();
  await page.goto(`${adminOf("frame-store")}/apps`);
  const address = await page.getByRole("link", { name: "Open" }).getAttribute("href");
  await page.goto(new URL(`${address}/dashboard/programs/new`, adminOf("frame-store")).href);
  const app = frameOf(page);
  const bar = page.locator("#save-bar");
  await expect.poll(() => app.getByLabel("Program name").isEditable()).toBe(true);
  await expect
    .poll(async () => {
      await app.getByLabel("Program name").fill("Framed friends");
      return bar.isVisible();
    })
    .toBe(true);
  await bar.getByRole("button", { name: "Save" }).click();
  await app.getByText(/^Program created\. /).waitFor();
  await expect.poll(() => bar.isHidden()).toBe(true);
});

test("a page change waits while the admin's save bar is open", async () => {
  const { page } = await people.meet();
  await page.goto(`${adminOf("frame-store")}/apps`);
  const address = await page.getByRole("link", { name: "Open" }).getAttribute("href");
  await page.goto(new URL(`${address}/dashboard/settings`, adminOf("frame-store")).href);
  const app = frameOf(page);
  const bar = page.locator("#save-bar");
  await app.getByLabel("Store name").fill("Not saved");
  await bar.waitFor();
  const placeAfterPush = await app.locator("body").evaluate(() => {
    history.pushState(history.state, "", "?pushed=1");
    return location.search;
  });
  expect(placeAfterPush).not.toContain("pushed");
  await bar.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => app.locator("body").evaluate(() => location.search)).toContain("pushed");
});

test("the admin draws the title bar, its actions and the questions, and the app no frame", async () => {
  const { page } = await people.meet();
  await page.goto(`${adminOf("frame-store")}/apps`);
  const address = await page.getByRole("link", { name: "Open" }).getAttribute("href");
  await page.goto(new URL(`${address}/dashboard/settings/api`, adminOf("frame-store")).href);
  const app = frameOf(page);
  await expect.poll(() => page.locator("#app-title").textContent()).toBe("API");
  expect(await app.locator(".Polaris-Frame, .Polaris-TopBar").count()).toBe(0);
  await page.locator("#app-nav a[aria-current]", { hasText: "Settings" }).waitFor();

  await app.getByLabel("Key name").fill("Books");
  await app.getByRole("button", { name: "Create API key" }).click();
  await app.getByRole("button", { name: "Revoke Books" }).click();
  const question = page.getByRole("dialog", { name: "Revoke Books?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => question.count()).toBe(0);
  await app.getByRole("button", { name: "Revoke Books" }).click();
  await question.getByRole("button", { name: "Revoke key" }).click();
  await page.locator("#app-toast").getByText("API key revoked").waitFor();

  await page.getByRole("button", { name: "Settings" }).click();
  await expect.poll(() => page.locator("#app-title").textContent()).toBe("Settings");
  await app.getByLabel("Store name").fill("Not saved");
  await page.locator("#save-bar").getByText("Unsaved changes").waitFor();
  await app.getByRole("link", { name: "Appearance" }).click();
  const leaving = page.getByRole("dialog", { name: "Leave page with unsaved changes?" });
  await leaving.getByRole("button", { name: "Stay" }).click();
  expect(await app.getByLabel("Store name").inputValue()).toBe("Not saved");
  await app.getByRole("link", { name: "Appearance" }).click();
  await leaving.getByRole("button", { name: "Leave page" }).click();
  await app.getByRole("radio", { name: "Dark" }).waitFor();
  await expect.poll(() => page.locator("#save-bar").isHidden()).toBe(true);
});

test("a path that nobody knows is told inside the frame, with the way back", async () => {
  const { page } = await people.meet();
  await page.goto(`${adminOf("frame-store")}/apps`);
  const address = await page.getByRole("link", { name: "Open" }).getAttribute("href");
  await page.goto(new URL(`${address}/dashboard/nowhere`, adminOf("frame-store")).href);
  const app = frameOf(page);
  await app.getByRole("heading", { name: "Oops! Page Not Found" }).waitFor();
  await app.getByRole("link", { name: "Go to Dashboard" }).click();
  await app.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  expect(await app.getByLabel("Shop Domain").count()).toBe(0);
});
