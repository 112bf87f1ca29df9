import { expect, inject, test } from "vitest";
import { dashboardIsThere, signIn, storefrontOf } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import { acceptInvitation, buy, figureTurns, follow, invite, openProgram } from "./support/selling.ts";

const people = usePeople();

test("an affiliate makes a link and renames it; who follows the old address still buys for them", async () => {
  const [merchant, affiliate, shopper] = [await people.meet(), await people.meet(), await people.meet()];
  await signIn(merchant, "links-store");
  await openProgram(merchant.page, "Friends of the mug", "10");
  await invite(merchant.page, "Iris Vale", "iris@links.example");
  await acceptInvitation(affiliate, "iris@links.example");

  const { page } = affiliate;
  await page.getByRole("link", { name: "More", exact: true }).click();
  await page.getByRole("link", { name: "Links", exact: true }).click();
  await page.getByRole("heading", { name: "Your links", level: 1 }).waitFor();
  await page.getByLabel("Name").fill("Mug of the month");
  await page.locator("#link-target").fill("/products/stoneware-mug");
  await page.getByLabel("Address", { exact: true }).fill("mug-month");
  await page.getByLabel("Sub-ID").fill("mail-7");
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByRole("heading", { name: "Mug of the month", level: 1 }).waitFor();
  const old = await page.getByLabel("Short link").inputValue();
  expect(old.startsWith(`${inject("place").appUrl}/r/mug-month?`)).toBe(true);

  const [svg] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download SVG" }).click(),
  ]);
  expect(await svg.failure()).toBeNull();

  await page.getByLabel("Address", { exact: true }).fill("mug-year");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Link saved", { exact: true }).waitFor();
  await page.getByText("Former addresses that still work: /r/mug-month").waitFor();

  await merchant.page.goto("/dashboard");
  await dashboardIsThere(merchant.page);
  await follow(shopper, old);
  // However a code is mangled, its visitor comes to the store.
  for (const odd of ["SAVE10%", "%E0%A4%A", "mug.data", "mug?_data=routes/x"]) {
    const address = `${inject("place").appUrl}/r/${odd}${odd.includes("?") ? "&" : "?"}s=links-store`;
    const { status, headers } = await fetch(address, { redirect: "manual" });
    expect([odd, status, headers.get("Location")]).toEqual([odd, 302, storefrontOf("links-store")]);
  }
  const landed = new URL(shopper.page.url());
  expect(landed.pathname.endsWith("/products/stoneware-mug")).toBe(true);
  await shopper.page.goto(landed.href.replace(/products\/.*$/, ""));
  const order = await buy(shopper, "Stoneware mug");
  await figureTurns(merchant.page, "Total Revenue", "$24.00");

  await merchant.page.getByRole("link", { name: order, exact: true }).click();
  await merchant.page.getByRole("heading", { name: order, level: 1 }).waitFor();
  await merchant.page.getByText("mail-7").first().waitFor();
  await merchant.page.goto("/dashboard/affiliates/links");
  const row = merchant.page.getByRole("row").filter({ hasText: "Mug of the month" });
  await row.getByText("/r/mug-year").waitFor();
  expect((await row.getByRole("cell").allTextContents()).slice(3, 5)).toEqual(["1", "1"]);
  await page.goto("/portal/links");
  await page.getByRole("row").filter({ hasText: "mail-7" }).getByRole("link").waitFor();
  expect(merchant.problems).toEqual([]);
  expect(affiliate.problems).toEqual([]);
});
