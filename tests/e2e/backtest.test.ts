import { expect, test } from "vitest";
import { overflow, accessibilityFaults } from "./support/inspect.ts";
import { usePeople, type Person } from "./support/people.ts";
import { makeBusy } from "./support/shop-data.ts";

const people = usePeople();

/** Faults of the current screen, wide and narrow. */
async function faultsOf({ page }: Person, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${name}, ${width}: ${fault}`));
    const wider = await overflow(page);
    if (wider) faults.push(`${name}, ${width}: ${wider}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return faults;
}

test("a draft is run over past orders, which are read from the platform, and its tables are taken away", async () => {
  const merchant = await people.meet();
  const { program } = await makeBusy(people, merchant, "past-store");
  const { page } = merchant;
  await page.goto(`/dashboard/programs/${program}`);
  await page.getByRole("button", { name: "Test on past orders" }).click();
  await page.getByRole("heading", { name: "Cost" }).waitFor();
  const cost = page.getByRole("region", { name: "Cost" });
  await cost.getByText("12.5%").first().waitFor();
  await page.getByRole("region", { name: "By affiliate" }).getByRole("link", { name: "Iris Vale" }).waitFor();
  await page.getByRole("region", { name: "By product" }).getByText("Wool blanket").waitFor();
  const faults = await faultsOf(merchant, "a backtest");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export products" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("backtest-products.csv");

  await page.getByRole("link", { name: "Run again" }).click();
  await page.getByText(/terms of an earlier backtest/).waitFor();
  faults.push(...(await faultsOf(merchant, "backtests")));
  await page.getByRole("button", { name: "Import orders" }).click();
  await page.getByText(/Last import: 2 orders/).waitFor();
  await page.getByLabel("Orders").selectOption("all");
  await page.getByRole("button", { name: "Run backtest" }).click();
  await page.getByRole("heading", { name: "Cost" }).waitFor();
  await page.getByRole("definition").getByText("All orders, as if").waitFor();
  expect(faults).toEqual([]);
  expect(merchant.problems).toEqual([]);
});
