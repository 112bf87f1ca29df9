import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { upPromoteExport, type UpPromoteReferral } from "../support/uppromote-export.ts";
import { query } from "./support/database.ts";
import {
  checkExport,
  commissionsExport,
  decideOrders,
  emailOf,
  importExport,
  peopleExport,
  uploadExport,
} from "./support/former-app.ts";
import { accessibilityFaults, overflow } from "./support/inspect.ts";
import { signIn, storefrontOf } from "./support/install.ts";
import { type Person, usePeople } from "./support/people.ts";
import { pay } from "./support/paying.ts";
import { buy, figureTurns, follow, openProgram, visitStore } from "./support/selling.ts";
import { callAs } from "./support/shop-data.ts";
import { domainOf, type JourneyShop } from "./support/stack.ts";

const people = usePeople();

const shopIs = (name: JourneyShop) =>
  `shop_id = (select shop_id from shops where domain = '${domainOf(name)}')`;

/** Shadow mode began a day earlier, so that the next export is that of another day. */
async function letDayPass(name: JourneyShop): Promise<void> {
  await query(`update shadow_modes set started_at = started_at - interval '1 day' where ${shopIs(name)}`);
}

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

/** Compares an export with the orders here, and ends on the result. */
async function compare(page: Page, fileName: string, referrals: readonly UpPromoteReferral[]): Promise<void> {
  await page.goto("/dashboard/programs/shadow");
  await page.getByRole("heading", { name: "Compare with your current app" }).waitFor();
  const file = { name: fileName, mimeType: "text/csv", buffer: upPromoteExport(referrals) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("heading", { name: fileName, level: 1 }).waitFor();
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("heading", { name: "Results" }).waitFor();
}

/** Number of orders with a result, as the page of a comparison shows it. */
async function countOf(page: Page, result: string): Promise<string> {
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: result, exact: true }) });
  return (await row.first().getByRole("cell").first().textContent()) ?? "";
}

/** All rows of an order. */
const rowsOf = async (page: Page, order: string) =>
  (await page.getByRole("row").filter({ hasText: order }).allTextContents()).join("\n");

/** Confirms a dialog by its button. */
async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
}

test("a store audits its app, compares five daily exports, goes live, and pays the opening balance once", async () => {
  const [merchant, passerBy] = [await people.meet(), await people.meet()];
  const { page } = merchant;
  const store = storefrontOf("switching-store");
  const linkOf = (n: number) => `${store}?sca_ref=${4000 + n}.Ab${n}`;
  await signIn(merchant, "switching-store");
  await openProgram(page, "Ambassadors", "10");

  await page.goto("/dashboard/programs/audit");
  const history = commissionsExport();
  const audited = { name: history.fileName, mimeType: "text/csv", buffer: Buffer.from(history.text) };
  await page.locator("input[type=file]").setInputFiles(audited);
  await page.getByRole("heading", { name: history.fileName, level: 1 }).waitFor();
  await page.getByLabel("Rate").fill("10");
  await page.getByRole("button", { name: "Run audit" }).click();
  await page.getByRole("heading", { name: "Findings" }).waitFor({ timeout: 60_000 });

  await uploadExport(page, peopleExport(200, "WELCOME10"));
  await checkExport(page);
  await importExport(page);

  await page.goto("/dashboard/programs/shadow");
  const faults = await faultsOf(merchant, "shadow mode, not started");
  await page.getByRole("button", { name: "Start shadow mode" }).click();
  await confirm(page, "Start shadow mode");
  await page.getByText("Your current app pays all commissions.").first().waitFor();

  // Five days. On each, an order here and what the former app made of it.
  const soldBy = async (n: number) => {
    const shopper = await people.meet();
    await follow(shopper, linkOf(n));
    return await buy(shopper, "Stoneware mug");
  };
  type Former = { readonly order: string; readonly n: number; readonly commission: string };
  const given: Former[] = [];
  const exportNow = (): UpPromoteReferral[] =>
    given.map(({ order, n, commission }) => ({
      order,
      at: new Date(),
      email: emailOf(n),
      sales: "24.00",
      commission,
      status: order === same ? "Pending" : "Approved",
    }));
  const give = (order: string, n: number, commission: string) => given.push({ order, n, commission });

  const same = await soldBy(3);
  give(same, 3, "2.40");
  await compare(page, "day-1.csv", exportNow());
  expect(await countOf(page, "Same")).toBe("1");
  await letDayPass("switching-store");

  const less = await soldBy(4);
  give(less, 4, "2.88");
  await compare(page, "day-2.csv", exportNow());
  expect([await countOf(page, "Same"), await countOf(page, "Less here")]).toEqual(["1", "1"]);
  expect(await rowsOf(page, less)).toContain("Rate: 10% here, 12% there");
  await letDayPass("switching-store");

  const lost = await soldBy(5);
  await compare(page, "day-3.csv", exportNow());
  expect(await countOf(page, "Missing there")).toBe("1");
  expect(await rowsOf(page, lost)).toContain("Not in the export");
  await letDayPass("switching-store");

  await visitStore(passerBy, "switching-store");
  const unseen = await buy(passerBy, "Stoneware mug");
  give(unseen, 6, "2.40");
  await compare(page, "day-4.csv", exportNow());
  expect(await countOf(page, "Missing here")).toBe("1");
  expect(await rowsOf(page, unseen)).toContain("No link click, code, or other signal here");
  await letDayPass("switching-store");

  const other = await soldBy(3);
  give(other, 4, "2.40");
  await compare(page, "day-5.csv", exportNow());
  expect(await countOf(page, "Missing here")).toBe("2");
  expect(await rowsOf(page, other)).toContain("Credited to");
  faults.push(...(await faultsOf(merchant, "a comparison")));
  // Nothing was posted for any of them.
  expect(await query(`select 1 from ledger_entries where ${shopIs("switching-store")}`)).toEqual([]);

  await page.goto("/dashboard/programs/shadow");
  faults.push(...(await faultsOf(merchant, "shadow mode")));
  await page.getByRole("button", { name: "Go live" }).click();
  await confirm(page, "Go live");
  await page.getByRole("heading", { name: "Import your previous app's balances" }).waitFor();
  faults.push(...(await faultsOf(merchant, "live, without balances")));

  // An old link and an old code earn.
  const byLink = await soldBy(7);
  await visitStore(passerBy, "switching-store");
  await buy(passerBy, "Stoneware mug", "WELCOME10");
  await page.goto("/dashboard");
  await figureTurns(page, "Total Revenue", "$45.60");
  await page.getByText("Payouts wait for your previous app's balances").first().waitFor();

  // The last export has an order of this app, and an amount that is pending.
  give(byLink, 7, "2.40");
  const last = { fileName: "last.csv", text: upPromoteExport(exportNow()).toString() };
  await uploadExport(page, last);
  await page.getByLabel("Pending commissions become available on").fill("2027-01-31");
  await page.getByRole("button", { name: "Check file", exact: true }).first().click();
  await page.getByLabel(/^This file was exported on/).check();
  await page.getByText(/This app pays it/).waitFor();
  faults.push(...(await faultsOf(merchant, "the last export")));
  await importExport(page);
  await page.getByText("$2.40 pending, $7.68 available").waitFor();
  await page.goto("/dashboard/programs/shadow");
  await page.getByText(/^Orders since .* earn commission here\.$/).waitFor();

  // The opening balance is paid once: a second payout finds nothing of it.
  const methods = ["manual"];
  const settings = { schedule: "manual", sendsByItself: false, methods, feeBearer: "shop", limits: [] };
  await callAs(merchant, "/payout-settings", settings, "PUT");
  const { payout } = await pay(merchant, "manual", []);
  await page.goto(`/dashboard/affiliates/payouts/${payout}`);
  await page.getByText("2 affiliates, $7.68").first().waitFor();
  await page.getByRole("button", { name: "Mark as paid" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
  await page.getByText("Paid", { exact: true }).first().waitFor();
  await page.goto("/dashboard/affiliates/payouts/new");
  await page.getByText("Nothing to pay yet").first().waitFor();
  // File, ledger and payout agree: $10.08, of which $2.40 are pending, besides the commissions of this app.
  const sums = await query(`select
    (select sum(opened_minor) from imported_balances where ${shopIs("switching-store")}) as opened,
    (select sum(amount_minor) from payout_payments where ${shopIs("switching-store")} and status = 'paid') as paid,
    (select sum(balance_minor) from ledger_balances where ${shopIs("switching-store")} and account = 'payable') as left`);
  expect(sums).toEqual([{ opened: "1008", paid: "768", left: "0" }]);
  await page.goto("/dashboard/settings/ledger");
  await page.getByText("The ledger is correct").waitFor();
  expect(faults).toEqual([]);
  expect(merchant.problems).toEqual([]);
});

test("a store takes back its import", async () => {
  const merchant = await people.meet();
  const { page } = merchant;
  await signIn(merchant, "undoing-store");
  await openProgram(page, "Ambassadors", "10");
  await uploadExport(page, peopleExport(12));
  await checkExport(page);
  await importExport(page);
  const affiliates = page.url();
  await uploadExport(page, commissionsExport());
  await page.getByLabel("Pending commissions become available on").fill("2027-01-31");
  await checkExport(page);
  await decideOrders(page);
  await importExport(page);
  const undo = async () => {
    await page.getByRole("button", { name: "Undo import" }).click();
    await confirm(page, "Undo import");
    await page.getByText("This import was undone.").waitFor();
  };
  await undo();
  await page.goto(affiliates);
  await undo();
  const balances = `select sum(balance_minor) as left from ledger_balances
    where ${shopIs("undoing-store")} and account in ('pending', 'payable')`;
  expect(Number((await query(balances))[0]?.["left"])).toBe(0);
  await page.goto("/dashboard/settings/ledger");
  await page.getByText("The ledger is correct").waitFor();
  expect(merchant.problems).toEqual([]);
});
