import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signIn } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import { acceptInvitation } from "./support/selling.ts";
import { callAs } from "./support/shop-data.ts";

const people = usePeople();

type Named = { readonly id: string };

async function saveRate(page: Page, percent: string): Promise<void> {
  await page.getByLabel("Rate", { exact: true }).fill(percent);
  await page.getByRole("button", { name: "Save", exact: true }).first().click();
}

test("a lower rate waits for the notice period while a higher one starts at once, and the affiliate sees both", async () => {
  const [merchant, affiliate] = [await people.meet(), await people.meet()];
  const { page } = merchant;
  await signIn(merchant, "noticing-store");
  const terms = { commission: { type: "percentage", percent: "10" } };
  const program = { name: "Mug friends", status: "active", terms };
  const { id: programId } = await callAs<Named>(merchant, "/programs", program);
  const invited = { name: "Robin Vale", email: "robin@notice.example", programIds: [programId] };
  await callAs(merchant, "/affiliates/invite", invited);
  await acceptInvitation(affiliate, invited.email);

  // A higher rate starts at once.
  await page.goto(`/dashboard/programs/${programId}`);
  await saveRate(page, "12");
  await page.getByText("Program saved").waitFor();
  await affiliate.page.goto("/portal/more");
  await affiliate.page.getByRole("link", { name: "Terms", exact: true }).click();
  await affiliate.page.getByText("Earn 12% of each sale.").waitFor();
  await affiliate.page.getByText("You get 14 days' notice before lower terms start.").waitFor();

  // A lower rate is scheduled, and the present one stays.
  await page.goto(`/dashboard/programs/${programId}`);
  await saveRate(page, "8");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Schedule lower commission?").waitFor();
  await dialog.getByText(/Every sale: 12% to 8%\. 1 affiliate gets 14 days' notice\./).waitFor();
  await dialog.getByRole("button", { name: "Schedule change" }).click();
  await page.getByText("Every sale: 12% to 8%", { exact: true }).first().waitFor();
  await page.getByLabel("Rate", { exact: true }).and(page.locator('[value="12"]')).waitFor();
  await affiliate.page.reload();
  await affiliate.page.getByText(/^New terms start /).waitFor();
  await affiliate.page.getByText("Every sale: 12% → 8%").waitFor();
  await affiliate.page.getByText("Earn 12% of each sale.").waitFor();
  await affiliate.page.getByText("Earn 10% of each sale.").waitFor();

  // Withdrawn, the lower rate is gone for both.
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw", exact: true }).click();
  await page.getByText("New terms withdrawn").waitFor();
  await affiliate.page.reload();
  await affiliate.page.getByText("Earn 12% of each sale.").waitFor();
  expect(await affiliate.page.getByText(/^New terms start /).count()).toBe(0);
});
