import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { overflow, accessibilityFaults } from "./support/inspect.ts";
import { signIn } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import { acceptInvitation, buy, follow, invite, openProgram } from "./support/selling.ts";

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
  await page.getByLabel("Notice before lower terms").fill("0");
  await page.getByRole("button", { name: "Save", exact: true }).first().click();
  await page.getByText("Program saved").waitFor();
  await invite(page, "Iris Vale", "iris@terms.example");
  const affiliate = await people.meet();
  const link = await acceptInvitation(affiliate, "iris@terms.example");
  const shopper = await people.meet();
  await follow(shopper, link);
  await buy(shopper, "Steel bottle");

  await page.goto("/dashboard/programs");
  await page.getByRole("link", { name: "Makers" }).click();
  await page.getByText("The draft pays $10.00 for the basket below, today's terms pay $10.00.").waitFor();
  await begin(page, "New customers pay differently");
  const rule = page.getByRole("group", { name: "New customers" });
  await rule.getByRole("textbox", { name: "Percentage" }).fill("101");
  await rule.getByText("Must be at most 100").waitFor();
  await rule.getByRole("textbox", { name: "Percentage" }).fill("20");
  await page.getByText("The draft pays $20.00 for the basket below, today's terms pay $10.00.").waitFor();

  await begin(page, "Leave out products");
  const left = page.getByRole("group", { name: "Left out" });
  await left.getByText("Add at least one").waitFor();
  await left.getByLabel("Product", { exact: true }).fill("wool");
  await page.getByRole("option", { name: "Wool blanket" }).click();
  await left.getByRole("button", { name: "Remove Wool blanket" }).waitFor();
  await page.getByText("The draft pays $20.00 for the basket below").waitFor();
  await page.getByRole("button", { name: /Show the lines of #/ }).click();
  await page.getByText("The arithmetic of order #").waitFor();
  await isClean(page, "program-rules");
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.getByText("Program saved").waitFor();
  await page.getByText("Rule “New customers” added").waitFor();

  await page.goto("/dashboard/affiliates");
  await page.getByRole("link", { name: "Iris Vale" }).click();
  await page.getByRole("link", { name: "Use own terms in Makers" }).click();
  await page.getByRole("heading", { name: "Own terms in Makers" }).waitFor();
  await page.getByRole("button", { name: "Remove New customers" }).click();
  await page.getByRole("textbox", { name: "Percentage" }).fill("50");
  await isClean(page, "custom-terms");
  await page.getByRole("button", { name: "Use own terms" }).click();
  await page.getByText("Own terms saved").waitFor();
  await page.getByRole("button", { name: "End own terms" }).waitFor();

  await follow(shopper, link);
  const order = await buy(shopper, "Steel bottle");
  await page.goto("/dashboard/orders");
  await page.getByRole("link", { name: order, exact: true }).click();
  const paid = page.getByText(/^50% of \$/).first();
  await paid.waitFor();
  expect(await paid.isVisible()).toBe(true);
});
