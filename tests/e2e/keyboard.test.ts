import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signIn } from "./support/install.ts";
import { detailsHold, enterBank } from "./support/paid.ts";
import { type Person, usePeople } from "./support/people.ts";
import { acceptInvitation } from "./support/selling.ts";
import { callAs } from "./support/shop-data.ts";
import { domainOf } from "./support/stack.ts";

const people = usePeople();

/** The focused element, as a screen reader would call it. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent?.trim() ?? "";
  });
}

function themeOf(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.className);
}

/** Presses Tab until something of that name has the focus; answers what was passed on the way. */
async function tabTo(page: Page, name: string): Promise<string[]> {
  const passed: string[] = [];
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (now.includes(name)) return passed;
    passed.push(now);
  }
  throw new Error(`Tab never reached ${name}; it passed ${passed.join(" | ")}`);
}

test("a merchant without a mouse invites an affiliate", async () => {
  const person = await people.meet();
  const { page } = person;
  await signIn(person, "keys-store");
  const terms = { commission: { type: "percentage", percent: "10" } };
  await callAs(person, "/programs", { name: "By keyboard", status: "active", terms });
  await page.goto("/dashboard");
  // The first stop skips the navigation.
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Skip to content");
  await tabTo(page, "Affiliates");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Affiliates", level: 1 }).waitFor();
  await tabTo(page, "Invite Affiliate");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").locator("#invite-name").focus();
  await page.keyboard.type("Kim Sato");
  await page.keyboard.press("Tab");
  await page.keyboard.type("kim@affiliate.example");
  await page.keyboard.press("Enter");
  await page.getByText("Invitation sent", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Kim Sato" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Kim Sato", level: 1 }).waitFor();

  // A confirmation takes the focus, keeps it, and gives it back.
  const button = page.getByRole("button", { name: "Decline" });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe("Decline");
});

const lea = { name: "Lea Brandt", email: "lea@affiliate.example" };

/** An affiliate with a bank account and a balance of $20.00. */
async function earnByBank(merchant: Person): Promise<void> {
  const methods = ["bank", "manual"];
  const settings = { schedule: "manual", sendsByItself: false, methods, feeBearer: "shop", limits: [] };
  await callAs(merchant, "/payout-settings", settings, "PUT");
  const terms = { commission: { type: "percentage", percent: "10" } };
  type Named = { readonly id: string };
  const program = await callAs<Named>(merchant, "/programs", { name: "By bank", status: "active", terms });
  const invited = { ...lea, programIds: [program.id] };
  const { id } = await callAs<Named>(merchant, "/affiliates/invite", invited);
  const portal = await people.meet();
  await acceptInvitation(portal, lea.email);
  await enterBank(portal, lea);
  await detailsHold(domainOf("keys-store"));
  await callAs(merchant, `/affiliates/${id}/adjustments`, { amount: "20.00", note: "Photographs" });
}

test("a merchant without a mouse pays an affiliate by bank transfer", async () => {
  const merchant = await people.meet();
  const { page, problems } = merchant;
  await signIn(merchant, "keys-store");
  await earnByBank(merchant);
  await page.goto("/dashboard/affiliates/payouts");
  await page.getByRole("heading", { name: "Payouts", level: 1 }).waitFor();
  await tabTo(page, "Pay affiliates");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "1 ready, $20.00" }).waitFor();
  await tabTo(page, "Review payout");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("Pay 1 affiliate $20.00?").waitFor();
  await tabTo(page, "Pay $20.00");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Bank transfer payout/, level: 1 }).waitFor();

  await page.getByRole("button", { name: "Download file" }).waitFor();
  await tabTo(page, "Download file");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Wise CSV", exact: true }).waitFor();
  await tabTo(page, "Wise CSV");
  const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);

  await page.getByRole("button", { name: "Mark as paid" }).waitFor();
  await tabTo(page, "Mark as paid");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("Mark 1 affiliate as paid?").waitFor();
  await tabTo(page, "Mark as paid");
  await page.keyboard.press("Enter");
  await page.getByRole("row").filter({ hasText: lea.name }).getByText("Paid", { exact: true }).waitFor();
  expect(problems).toEqual([]);
});

test("theme, sidebar and toasts obey, and the theme is remembered", async () => {
  const person = await people.meet();
  const { page, problems } = person;
  await signIn(person, "keys-store");
  await expect.poll(() => themeOf(page)).toContain("p-theme-light");
  await page.getByRole("button", { name: "user menu" }).click();
  await page.getByRole("menuitem", { name: "Dark theme" }).click();
  await expect.poll(() => themeOf(page)).toContain("p-theme-dark-experimental");
  expect(await page.evaluate(() => window.localStorage.getItem("theme"))).toBe("dark");
  await page.clock.install();
  await page.reload();
  // From the server already: no flash of light.
  expect(
    await (await page.context().request.get("/dashboard", { headers: await agent(page) })).text(),
  ).toMatch(/<html[^>]*p-theme-dark-experimental/);
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByRole("button", { name: "Toggle Theme" }).click();
  await expect.poll(() => themeOf(page)).toContain("p-theme-light");
  await page.getByRole("button", { name: "Toggle Sidebar" }).click();
  await page.getByRole("button", { name: "Expand sidebar" }).waitFor();

  await page.getByRole("button", { name: "Add Test Toast" }).click();
  const toast = page.getByRole("listitem").filter({ hasText: "This is a test toast" });
  await toast.waitFor();
  await toast.hover();
  await page.clock.fastForward(60_000);
  expect(await toast.count()).toBe(1);
  await toast.getByRole("button", { name: "Dismiss notification" }).click();
  await toast.waitFor({ state: "detached" });
  expect(problems).toEqual([]);
});

test("people who prefer more contrast get it, and phones get their own theme", async () => {
  const contrast = await people.meet({ contrast: "more" });
  await contrast.page.goto("/install");
  await expect.poll(() => themeOf(contrast.page)).toContain("p-theme-light-high-contrast-experimental");
  const phone = await people.meet({ viewport: { width: 360, height: 740 } });
  await phone.page.goto("/install");
  await expect.poll(() => themeOf(phone.page)).toContain("p-theme-light-mobile");
});

async function agent(page: Page): Promise<{ "User-Agent": string }> {
  return { "User-Agent": await page.evaluate(() => navigator.userAgent) };
}
