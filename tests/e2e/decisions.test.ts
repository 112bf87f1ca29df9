import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signIn } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import { acceptInvitation, buy, follow, invite, openProgram, pressMore } from "./support/selling.ts";

const people = usePeople();

/** Presses a button of the page's head and confirms it, with a note where one is asked for. */
async function decide(page: Page, label: string, note?: string, submit = label): Promise<void> {
  await page.getByRole("button", { name: label, exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  if (note !== undefined) await dialog.getByRole("textbox").fill(note);
  await dialog.getByRole("button", { name: submit, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

const status = (page: Page, word: string) => page.getByText(word, { exact: true }).first().waitFor();

test("a merchant holds, denies, reopens, approves, adjusts, gives away and adds a commission", async () => {
  const [merchant, first, second, shopper] = [
    await people.meet(),
    await people.meet(),
    await people.meet(),
    await people.meet(),
  ];
  const { page } = merchant;
  await signIn(merchant, "hands-store");
  await openProgram(page, "Friends of the mug", "10");
  await invite(page, "Iris Vale", "iris@hands.example");
  await invite(page, "Noor Haddad", "noor@hands.example");
  const link = await acceptInvitation(first, "iris@hands.example");
  await acceptInvitation(second, "noor@hands.example");
  await follow(shopper, link);
  const order = await buy(shopper, "Stoneware mug");

  await page.goto("/dashboard/affiliates/commissions");
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByRole("link", { name: order, exact: true }).count();
    })
    .toBeGreaterThan(0);

  // From the list: held, with others or alone.
  await page
    .getByRole("checkbox", { name: /Select commission/ })
    .first()
    .check();
  await decide(page, "Hold", undefined, "Hold 1");
  await page.getByText("1 commission on hold").waitFor();
  await page.getByRole("link", { name: order, exact: true }).click();
  await status(page, "On hold");

  await decide(page, "Deny", "It was a friend of the shop");
  await status(page, "Denied");
  await page.getByText("Denied: It was a friend of the shop").waitFor();
  await decide(page, "Reopen");
  await status(page, "Pending");
  await decide(page, "Approve");
  await status(page, "Approved");

  await page.getByText("Add to or take from Iris Vale's balance").click();
  await page.getByLabel("Amount").fill("-0.40");
  await page.getByLabel("Note").first().fill("Postage");
  await page.getByRole("button", { name: "Adjust balance" }).click();
  await page.getByText("Adjusted Iris Vale by -$0.40: Postage").waitFor();

  // The money is there, less 0.40: who gives the credit away is told what Iris would owe.
  await expect.poll(() => page.locator("li.toast").count()).toBe(0);
  await pressMore(page, "Change affiliate");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Iris Vale was already paid and will owe you $0.40.").waitFor();
  await dialog.getByLabel("Affiliate", { exact: false }).first().fill("noor@hands");
  await page.getByRole("option", { name: /Noor Haddad/ }).click();
  await dialog.getByRole("button", { name: "Change affiliate" }).click();
  await status(page, "Reversed");
  await page
    .getByText(/^Moved to Noor Haddad/)
    .first()
    .waitFor();
  await second.page.goto("/portal/orders");
  await second.page.getByRole("row").filter({ hasText: order }).getByText("$2.40").waitFor();
  await first.page.goto("/portal/orders");
  await first.page.getByText("-$0.40").first().waitFor();

  await page.goto("/dashboard/affiliates/commissions/new");
  await page.getByLabel("Affiliate", { exact: false }).first().fill("iris@hands.example");
  await page.getByLabel("Amount").fill("12.00");
  await page.getByLabel("Note").fill("From the market in May");
  await page.getByRole("button", { name: "Add commission" }).click();
  await page.getByText("Manual commission added: From the market in May").waitFor();
  await status(page, "Pending");
  expect(merchant.problems).toEqual([]);
});
