import { expect, test } from "vitest";
import { query } from "./support/database.ts";
import { overflow, accessibilityFaults } from "./support/inspect.ts";
import { usePeople, type Person } from "./support/people.ts";
import { makeBusy } from "./support/shop-data.ts";

const people = usePeople();

/** Faults of a screen, wide and narrow. */
async function faultsOf({ page }: Person, path: string): Promise<string[]> {
  const faults: string[] = [];
  await page.goto(path);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${path}, ${width}: ${fault}`));
    const wider = await overflow(page);
    if (wider) faults.push(`${path}, ${width}: ${wider}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return faults;
}

test("the books are proved, a term opens its ledger entries, and a falsified balance is named", async () => {
  const merchant = await people.meet();
  const { affiliate } = await makeBusy(people, merchant, "books-store");
  const { page } = merchant;
  await page.goto("/dashboard/settings");
  await page.getByRole("link", { name: "Ledger and audit" }).click();
  await page.getByText("The ledger is correct").waitFor();
  await page.getByRole("link", { name: "Iris Vale" }).click();
  await page.getByText(/^Owed to Iris Vale/).waitFor();
  await page.getByText("Balanced").waitFor();
  await page.getByRole("link", { name: "Earned" }).click();
  await page.getByText(/Affiliate: Iris Vale, Entry: Earned/).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("ledger.csv");

  const delivered = `shop_id = (select shop_id from shops where domain = 'books-store.myshopify.com')`;
  await query(`update deliveries set status = 'failed', attempts = 8, outcome = 'The database was full'
    where ${delivered} and (shop_id, topic, webhook_id) in (select shop_id, topic, webhook_id from deliveries
      where ${delivered} and topic = 'orders/create' limit 1)`);
  await query(`update ledger_balances set balance_minor = balance_minor + 1
    where ${delivered} and affiliate_id = '${affiliate}' and account = 'pending'`);
  // A proof is reused for five seconds.
  await page.waitForTimeout(5_000);
  const faults = [
    ...(await faultsOf(merchant, `/dashboard/settings/ledger?affiliate=${affiliate}`)),
    ...(await faultsOf(merchant, "/dashboard/settings/ledger/transfers")),
    ...(await faultsOf(merchant, "/dashboard/settings/health/deliveries")),
  ];
  expect(faults).toEqual([]);
  await page.goto("/dashboard/settings/ledger");
  await page.getByText("The ledger has 1 difference").waitFor();

  await page.goto("/dashboard");
  await page.getByRole("link", { name: "1 failed delivery" }).click();
  await page.getByText("The database was full").waitFor();
  await page.getByRole("button", { name: "Retry all" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Retry all" }).click();
  await page.getByText("No failed deliveries").waitFor();
  expect(merchant.problems).toEqual([]);
});
