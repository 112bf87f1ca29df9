import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { overflow, accessibilityFaults } from "./support/inspect.ts";
import { signIn } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import {
  acceptInvitation,
  buy,
  follow,
  invite,
  openProgram,
  openSection,
  saveForm,
} from "./support/selling.ts";

const people = usePeople();
const folder = join(tmpdir(), "e2e-screens");
mkdirSync(folder, { recursive: true });

/** Nothing serious for axe, and nothing wider than a phone. */
async function isClean(page: Page, name: string): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflow(page)).toBeNull();
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function begin(page: Page, start: string): Promise<void> {
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByRole("menuitem", { name: start }).click();
}

test("rules are written, seen before they are saved, and pay; one affiliate has other terms", async () => {
  const merchant = await people.meet();
  const { page } = merchant;
  await signIn(merchant, "terms-store");
  await openProgram(page, "Makers", "10");
  // Lower terms then start at once.
  await openSection(page, "Joining");
  await page.getByLabel("Notice before lower terms").fill("0");
  await saveForm(page);
  await page.getByText("Program saved").waitFor();
  await invite(page, "Iris Vale", "iris@terms.example");
  const affiliate = await people.meet();
  const link = await acceptInvitation(affiliate, "iris@terms.example");
  const shopper = await people.meet();
  await follow(shopper, link);
  await buy(shopper, "Steel bottle");

  await page.goto("/dashboard/programs");
  await page.getByRole("link", { name: "Makers" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("$10.00", { exact: true }).waitFor();
  await openSection(page, "Rules");
  await begin(page, "First-time customers");
  const rule = page.getByRole("group", { name: "First-time customers" });
  await rule.getByRole("textbox", { name: "Rate" }).fill("101");
  await page.getByLabel("Program name").focus();
  await rule.getByText("Enter at most 100.").waitFor();
  await preview.getByText("Fix the errors to update the preview.").waitFor();
  await rule.getByRole("textbox", { name: "Rate" }).fill("20");
  await preview.getByText("$20.00", { exact: true }).waitFor();

  await begin(page, "Exclude products");
  const excluded = page.getByRole("group", { name: "New rule" });
  await excluded.getByLabel("Product", { exact: true }).fill("wool");
  await page.getByRole("option", { name: "Wool blanket" }).click();
  await page.getByRole("button", { name: "Remove Wool blanket" }).waitFor();
  await page.getByRole("group", { name: "Wool blanket" }).waitFor();
  await preview.locator("[aria-busy=false]").getByText("$20.00", { exact: true }).waitFor();
  await preview.getByRole("button", { name: "Show calculation", exact: true }).click();
  await preview.getByRole("button", { name: /Show calculation of #/ }).click();
  await preview.getByRole("region", { name: /^#\d+/ }).waitFor({ state: "attached" });
  await isClean(page, "program-rules");
  await saveForm(page);
  await page.getByText("Program saved").waitFor();
  await page.getByText("First-time customers: added").waitFor();

  await page.goto("/dashboard/affiliates");
  await page.getByRole("link", { name: "Iris Vale" }).click();
  await page.getByRole("link", { name: "Add custom terms in Makers" }).click();
  await page.getByRole("heading", { name: "Custom terms: Iris Vale" }).waitFor();
  await openSection(page, "Rules");
  await page.getByRole("button", { name: "More actions for First-time customers" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("textbox", { name: "Rate" }).fill("50");
  await isClean(page, "custom-terms");
  await saveForm(page);
  await page.getByText("Custom terms saved").waitFor();
  await page.getByRole("button", { name: "End custom terms" }).first().waitFor();

  await follow(shopper, link);
  const order = await buy(shopper, "Steel bottle");
  await page.goto("/dashboard/orders");
  await page.getByRole("link", { name: order, exact: true }).click();
  const paid = page.getByText(/^50% of \$/).first();
  await paid.waitFor();
  expect(await paid.isVisible()).toBe(true);
});
