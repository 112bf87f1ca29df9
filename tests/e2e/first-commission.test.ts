import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { adminOf, consent } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import { acceptInvitation, buy, follow } from "./support/selling.ts";

const people = usePeople();

/** Presses of a pointer. Typing is free. */
function countingPresses() {
  let presses = 0;
  return {
    count: () => presses,
    press: async (target: Locator): Promise<void> => {
      presses += 1;
      await target.click();
    },
  };
}

/** Opens the theme editor in its tab, and saves the app embed there. */
async function turnOnTracking(page: Page, { link, press }: Step): Promise<void> {
  const opened = page.context().waitForEvent("page");
  await press(link);
  const editor = await opened;
  await editor.getByText("Switched on by the app's link. Save to keep it.").waitFor();
  const saved = editor.waitForResponse((response) => response.request().method() === "POST");
  await press(editor.getByRole("button", { name: "Save", exact: true }));
  await (await saved).finished();
  await page.bringToFront();
}

type Step = { readonly link: Locator; readonly press: (target: Locator) => Promise<void> };

test("leads from the first opening to the first commission in at most eight presses", async () => {
  const merchant = await people.meet();
  const { page } = merchant;
  await page.goto(`${adminOf("guide-store")}/online-store`);
  const embed = page.getByLabel(/on every page of the storefront/);
  await embed.setChecked(false);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.goto(`${adminOf("guide-store")}/apps`);
  await page.getByRole("link", { name: "Install", exact: true }).click();
  await consent(page);
  const app = page.frameLocator("#app-frame");
  await app.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();

  const begun = performance.now();
  const { press, count } = countingPresses();
  await press(app.getByRole("button", { name: "Create program" }));
  // The focus is in the next step's first field.
  await expect
    .poll(() => app.getByLabel("Name").evaluate((one) => one === document.activeElement))
    .toBe(true);
  await app.getByLabel("Name").fill("Maya Lin");
  await app.getByLabel("Email").fill("maya@guide.example");
  await press(app.getByRole("button", { name: "Send invitation" }));
  const link = app.getByRole("link", { name: "Open theme editor" }).first();
  await turnOnTracking(page, { link, press });
  await app.getByText("3 of 4 completed").waitFor();

  const [affiliate, shopper] = [await people.meet(), await people.meet()];
  await follow(shopper, await acceptInvitation(affiliate, "maya@guide.example"));
  const order = await buy(shopper, "Stoneware mug");
  await app.getByText("You're all set. Your first sale came from Maya Lin.").waitFor();
  await press(app.getByRole("link", { name: "View order" }));
  await app.getByRole("heading", { name: order, level: 1 }).waitFor();
  await app.getByText("$2.40").first().waitFor();
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(`The first commission took ${count()} presses and ${seconds} seconds.\n`);
  expect(count()).toBeLessThanOrEqual(8);
  expect(merchant.problems).toEqual([]);
});
