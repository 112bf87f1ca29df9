import { expect, test } from "vitest";
import { adminOf, dashboardIsThere, signIn } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import { acceptInvitation, buy, figureTurns, invite, openProgram, visitStore } from "./support/selling.ts";

const people = usePeople();

test("a discount with a code for each of a program is made; one that a shopper types in lower case credits its affiliate", async () => {
  const [merchant, affiliate, shopper] = [await people.meet(), await people.meet(), await people.meet()];
  const { page } = merchant;
  await signIn(merchant, "coupon-store");
  await openProgram(page, "Coupon friends", "10");
  for (const name of ["Iris Vale", "Noor Haddad", "Max Orth"]) {
    await invite(page, name, `${name.split(" ")[0]?.toLowerCase() ?? ""}@coupons.example`);
  }
  await acceptInvitation(affiliate, "iris@coupons.example");

  await page.goto("/dashboard/affiliates/codes");
  await page.getByRole("link", { name: "Create codes" }).first().click();
  await page.getByLabel("Discount percentage").fill("101");
  await page.getByRole("button", { name: "Create codes" }).click();
  await page.getByText(/Enter a percentage above 0/).waitFor();
  await page.getByLabel("Discount percentage").fill("15");
  await page.getByRole("button", { name: "Preview codes" }).click();
  await page.getByText("3 codes", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Create codes" }).click();
  await page.getByRole("heading", { name: "Affiliates: 15% off", level: 1 }).waitFor();
  for (const code of ["IRIS15", "NOOR15", "MAX15"]) {
    await page.getByRole("row").filter({ hasText: code }).waitFor();
  }
  await affiliate.page.reload();
  await affiliate.page.getByText("Code IRIS15, 15% off", { exact: true }).waitFor();

  await page.goto("/dashboard");
  await dashboardIsThere(page);
  await visitStore(shopper, "coupon-store");
  await buy(shopper, "Stoneware mug", "iris15");
  // 24.00 less 15 % is 20.40.
  await figureTurns(page, "Total Revenue", "$20.40");
  await page.goto("/dashboard/affiliates?search=iris");
  await page.getByRole("row").filter({ hasText: "Iris Vale" }).getByText("$20.40").waitFor();
  await page.goto("/dashboard/affiliates/commissions");
  await page.getByRole("row").filter({ hasText: "Iris Vale" }).getByText("$2.04").waitFor();

  // The store's admin gives a code another text: the app says so where the code is.
  await shopper.page.goto(`${adminOf("coupon-store")}/discounts`);
  await shopper.page.getByLabel("Other text for MAX15").fill("MAXIMUM");
  await shopper.page.getByRole("button", { name: "Rename MAX15" }).click();
  await expect
    .poll(async () => {
      await page.goto("/dashboard/affiliates/codes?status=missing");
      return await page.getByRole("link", { name: "MAX15" }).count();
    })
    .toBe(1);
  await page.getByRole("link", { name: "Affiliates: 15% off" }).click();
  await page.getByText("Your store no longer has MAX15.").waitFor();
  expect(merchant.problems.filter((text) => !text.includes("400"))).toEqual([]);
  expect(affiliate.problems).toEqual([]);
});
