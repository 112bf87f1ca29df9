import { expect, test } from "vitest";
import { adminOf, dashboardIsThere, signIn, submit } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import {
  acceptInvitation,
  buy,
  figure,
  follow,
  invite,
  openInStore,
  openProgram,
} from "./support/selling.ts";

const people = usePeople();

test("a development store's first order ends the setup guide, and nothing counts it", async () => {
  const [merchant, affiliate, shopper] = [await people.meet(), await people.meet(), await people.meet()];
  const { page } = merchant;
  await signIn(merchant, "trial-store");
  await page.goto(`${adminOf("trial-store")}/online-store`);
  await page.getByLabel("Orders are test orders").check();
  await submit(page, "Save");
  await openProgram(page, "Friends of the mug", "10");
  await invite(page, "Maya Lin", "maya@affiliate.example");
  const link = await acceptInvitation(affiliate, "maya@affiliate.example");
  await page.goto("/dashboard");
  await dashboardIsThere(page);
  await follow(shopper, link);
  const order = await buy(shopper, "Stoneware mug");

  // The open dashboard learns of it by itself: 10 % of $24.00.
  await page.getByText("4 of 4 completed", { exact: true }).waitFor();
  await page.getByRole("button", { name: /Get your first sale$/ }).click();
  await page.getByText("Test order: $2.40, not counted").waitFor();
  for (const card of ["Total Revenue", "Conversion Rate"]) {
    expect(await figure(page, card)).toMatch(/^(\$0\.00|0%)$/);
  }
  await page.getByRole("link", { name: `View order ${order}` }).click();
  await page.getByRole("heading", { name: order, level: 1 }).waitFor();
  await page.getByText("Test order: $2.40, not counted.", { exact: true }).waitFor();
  await page.getByText("Show calculation", { exact: true }).click();
  await page
    .getByRole("row", { name: /^Current commission/ })
    .getByText("$2.40")
    .waitFor();

  await affiliate.page.reload();
  expect(await affiliate.page.getByText("$2.40").count()).toBe(0);

  await openInStore(shopper.page, "trial-store", order);
  await submit(shopper.page, /^Refund everything/);
  await page.getByText("Test order: $0.00, not counted.", { exact: true }).waitFor();
  expect(merchant.problems).toEqual([]);
});
