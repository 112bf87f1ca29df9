import { expect, test } from "vitest";
import { query } from "./support/database.ts";
import { accessibilityFaults, overflow } from "./support/inspect.ts";
import { signIn } from "./support/install.ts";
import { usePeople, type Person } from "./support/people.ts";
import { buy, visitStore } from "./support/selling.ts";
import { domainOf } from "./support/stack.ts";
import { upPromoteExport } from "../support/uppromote-export.ts";

const people = usePeople();

/** Faults of the current screen, wide and narrow. */
async function faultsOf({ page }: Person, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${name}, ${width}: ${fault}`));
    const wider = await overflow(page);
    if (wider) faults.push(`${name}, ${width}: ${wider}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return faults;
}

test("a new merchant sees what the current app got wrong, before there is a program", async () => {
  const [merchant, shopper] = [await people.meet(), await people.meet()];
  const sell = async (code?: string) => {
    await visitStore(shopper, "leaving-store");
    return await buy(shopper, "Stoneware mug", code);
  };
  // The app is not installed yet, so nothing tells it of these orders.
  const right = await sell();
  const missed = await sell("WELCOME10");
  const much = await sell();
  const twice = await sell("WELCOME10");
  const now = new Date();
  const row = (order: string, commission: string) => ({
    order,
    at: now,
    name: "Ada Vale",
    email: "ada@x.example",
    commission,
  });
  const file = upPromoteExport([
    row(right, "2.40"),
    row(much, "3.60"),
    { ...row(twice, "2.16"), coupon: "WELCOME10" },
    { ...row(twice, "2.16"), coupon: "WELCOME10" },
    { ...row("#404", "9.00"), at: new Date(now.getTime() - 200 * 86_400_000) },
    row("", "5.00"),
  ]);

  const { page } = merchant;
  await signIn(merchant, "leaving-store");
  await page.getByRole("link", { name: "See what your current app got wrong" }).click();
  await page.getByRole("heading", { name: "Audit", level: 1 }).waitFor();
  await page.getByText("To check older commissions, allow access to all orders.").waitFor();
  const faults = await faultsOf(merchant, "audits");
  const upload = { name: "referrals.csv", mimeType: "text/csv", buffer: file };
  await page.locator("input[type=file]").setInputFiles(upload);
  await page.getByRole("heading", { name: "referrals.csv", level: 1 }).waitFor();
  await page.getByText("A known UpPromote export.").waitFor();
  await page.getByRole("button", { name: "Run audit" }).click();
  await page.getByText("Enter a percentage above 0 and at most 100.").waitFor();
  await page.getByLabel("Rate").fill("10");
  faults.push(...(await faultsOf(merchant, "a new audit")));
  await page.getByRole("button", { name: "Run audit" }).click();
  await page.getByRole("heading", { name: "Findings" }).waitFor({ timeout: 60_000 });

  const rowOf = async (text: string) =>
    (await page.getByRole("row").filter({ hasText: text }).first().textContent()) ?? "";
  expect(await rowOf("Matches the order")).toContain(right);
  expect(await rowOf("More than the rate gives")).toMatch(
    new RegExp(`${much}.*\\$3\\.60\\$2\\.40\\+\\$1\\.20`),
  );
  expect(await rowOf("Repeats row 4")).toContain(twice);
  expect(await rowOf("Used code WELCOME10")).toContain(missed);
  await page.getByText("2 commissions weren't checked. They don't count as problems.").waitFor();
  faults.push(...(await faultsOf(merchant, "a result")));
  await page.getByRole("link", { name: "Paid twice" }).click();
  await page.getByRole("heading", { name: "Paid twice" }).waitFor();
  await page.getByLabel("Search by affiliate or order").fill("nobody");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("No commissions match").waitFor();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await page.getByText("Matches the order").first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download PDF" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("audit.pdf");
  const posted = await query(
    `select 1 from ledger_entries join shops using (shop_id) where domain = '${domainOf("leaving-store")}'`,
  );
  expect(posted).toEqual([]);
  expect(faults).toEqual([]);
  // The refused rate.
  expect(merchant.problems.filter((problem) => !problem.includes("400"))).toEqual([]);
});
