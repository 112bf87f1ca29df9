import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signIn } from "./support/install.ts";
import { enterPaypal } from "./support/paid.ts";
import { usePeople } from "./support/people.ts";
import { acceptInvitation, buy, follow, openSection, saveForm } from "./support/selling.ts";
import { callAs } from "./support/shop-data.ts";

const people = usePeople();

type Named = { readonly id: string };

/** The address with which every shopper of the journeys pays. */
const buyer = "shopper@shopper.example";

async function confirm(page: Page, label: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: label, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

test("a merchant approves manually, uses new payout details at once, and denies a self-referral", async () => {
  const [merchant, affiliate, shopper] = [await people.meet(), await people.meet(), await people.meet()];
  const { page } = merchant;
  await signIn(merchant, "approving-store");
  const terms = { commission: { type: "percentage", percent: "10" } };
  const program = { name: "Friends of the mug", status: "active", terms };
  const { id: programId } = await callAs<Named>(merchant, "/programs", program);

  // Manual approval is chosen in the terms.
  await page.goto(`/dashboard/programs/${programId}`);
  await openSection(page, "Timing");
  await page.getByLabel("Approval", { exact: true }).selectOption("manual");
  await page.getByLabel("Approval period in days").fill("0");
  await page
    .getByText("Commissions wait for you after this period. Approve earlier to skip the rest of it.")
    .waitFor();
  await saveForm(page);
  await page.getByText("Program saved").waitFor();

  const invited = { name: "Robin Vale", email: buyer, programIds: [programId] };
  const { id } = await callAs<Named>(merchant, "/affiliates/invite", invited);
  const link = await acceptInvitation(affiliate, buyer);
  const added = { affiliateId: id, amount: "12.00", note: "Photographs" };
  await callAs(merchant, "/commissions", added);

  // The dashboard says what waits, and leads to its list.
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "1 commission to approve" }).click();
  await page.getByRole("link", { name: /^To approve.*, selected$/ }).waitFor();
  const row = page.getByRole("row").filter({ hasText: "$12.00" });
  await row.getByText("Ready for your approval").waitFor();
  await affiliate.page.goto("/portal/orders");
  await affiliate.page.getByText("Waiting for the store's approval").first().waitFor();
  await page
    .getByRole("checkbox", { name: /Select commission/ })
    .first()
    .check();
  await page.getByRole("button", { name: "Approve", exact: true }).first().click();
  await confirm(page, "Approve 1");
  await page.getByText("1 commission approved").waitFor();
  await page.goto("/dashboard");
  await page.getByText(/ is ready to pay/).waitFor();

  // New payout details are used at once.
  await enterPaypal(affiliate, buyer, "robin@paypal.example");
  await page.goto(`/dashboard/affiliates/${id}`);
  await page.getByText(/New payout details can be used from/).waitFor();
  await page.getByRole("button", { name: "Use now" }).click();
  await page.getByText("Only do this if Robin Vale confirmed the change with you.").waitFor();
  await confirm(page, "Use now");
  await page.getByText("Waiting period ended early: r…@paypal.example").first().waitFor();
  await page.getByText(/New payout details can be used from/).waitFor({ state: "detached" });

  // Their own order is held by a rule, and denied with its flag.
  await follow(shopper, link);
  const order = await buy(shopper, "Stoneware mug");
  await page.goto("/dashboard/affiliates/commissions?status=on_hold");
  const held = page.getByRole("row").filter({ hasText: order }).getByText("Self-referral rule");
  await expect
    .poll(async () => {
      await page.reload();
      return held.count();
    })
    .toBe(1);
  await page.goto("/dashboard/affiliates/flags?status=open&kind=self-referral");
  await page.getByRole("link", { name: order, exact: true }).click();
  await page.getByRole("heading", { name: `${order}: Self-referral`, level: 1 }).waitFor();
  await page.getByRole("button", { name: "Deny commission" }).click();
  await page.getByText(/^Deny \$\d/).waitFor();
  await confirm(page, "Deny commission");
  await page.getByText("Commission denied").waitFor();
  await page.goto("/dashboard/affiliates/commissions?status=denied");
  await page.getByRole("link", { name: order, exact: true }).click();
  await page.getByText("Denied: Self-referral").waitFor();
});
