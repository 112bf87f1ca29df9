import { expect, test } from "vitest";
import { signIn, storefrontOf } from "./support/install.ts";
import { openLinkIn } from "./support/joining.ts";
import {
  checkExport,
  commissionsExport,
  decideOrders,
  emailOf,
  importExport,
  peopleExport,
  uploadExport,
} from "./support/former-app.ts";
import { usePeople } from "./support/people.ts";
import { buy, figureTurns, follow, openProgram } from "./support/selling.ts";

const people = usePeople();

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

test("a store moves its affiliates and balances, and an old link still earns", async () => {
  const [merchant, affiliate, shopper] = [await people.meet(), await people.meet(), await people.meet()];
  const { page } = merchant;
  await signIn(merchant, "moving-store");
  await openProgram(page, "Ambassadors", "10");

  await uploadExport(page, peopleExport(200));
  await page.getByText("A known UpPromote export.").waitFor();
  await checkExport(page);
  await page.getByRole("link", { name: "Create (200)" }).waitFor();
  await importExport(page);
  await page.getByRole("button", { name: "Invite 180 affiliates" }).waitFor();

  const sums = commissionsExport();
  await uploadExport(page, sums);
  await page.getByLabel("Pending commissions become available on").fill("2027-01-31");
  await checkExport(page);
  await decideOrders(page);
  const totals = page.getByRole("table").first().getByRole("row").nth(1);
  expect(await totals.getByRole("cell").allTextContents()).toEqual(
    expect.arrayContaining([dollars(sums.pending), dollars(sums.available)]),
  );
  await importExport(page);
  await page.getByText(`${dollars(sums.pending)} pending, ${dollars(sums.available)} available`).waitFor();

  // A file that is uploaded twice is one import.
  await uploadExport(page, sums);
  await page.getByText(`${dollars(sums.pending)} pending, ${dollars(sums.available)} available`).waitFor();

  await follow(shopper, `${storefrontOf("moving-store")}?sca_ref=4007.Ab7`);
  await buy(shopper, "Stoneware mug");
  await page.goto("/dashboard");
  await figureTurns(page, "Total Revenue", "$24.00");

  await page.goto("/dashboard/affiliates/import");
  await page.getByRole("link", { name: "uppromote_affiliates.csv" }).click();
  await page.getByRole("button", { name: "Invite 180 affiliates" }).click();
  await page.getByRole("button", { name: "Send 180 emails" }).click();
  await openLinkIn(affiliate.page, emailOf(1), /moved its affiliate program/, /\/portal\/accept#token=/);
  await affiliate.page.getByRole("button", { name: "Accept invitation" }).click();
  await affiliate.page.getByLabel("Affiliate link").waitFor();
  expect(merchant.problems).toEqual([]);
});
