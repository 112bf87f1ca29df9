import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { entryCodes } from "#app/domain/ledger/entries.ts";
import { accounting } from "#app/i18n/en/admin/accounting.ts";
import { textsIn } from "#app/i18n/texts.ts";
import { pdfText } from "../support/pdf-text.ts";
import { query } from "./support/database.ts";
import { signIn } from "./support/install.ts";
import { bookedFor, detailsHold, enterPaypal, giveBack } from "./support/paid.ts";
import { usePeople, type Person } from "./support/people.ts";
import { acceptInvitation } from "./support/selling.ts";
import { callAs } from "./support/shop-data.ts";
import { domainOf } from "./support/stack.ts";

const people = usePeople();
const domain = domainOf("paid-store");

type Named = { readonly id: string };

const iris = { name: "Iris Vale", email: "iris@paid.example", account: "iris@paypal.example" };
const noor = { name: "Noor Haddad", email: "noor@paid.example", account: "noor+unclaimed@paypal.example" };
const max = { name: "Max Orth", email: "max@paid.example" };

/** Three affiliates with money that can be paid; answers their ids in the same order. */
async function earn(merchant: Person): Promise<string[]> {
  const terms = { commission: { type: "percentage", percent: "10" } };
  const program = { name: "Friends of the mug", status: "active", terms };
  const { id: programId } = await callAs<Named>(merchant, "/programs", program);
  const ids: string[] = [];
  for (const [{ name, email }, amount] of [
    [iris, "40.00"],
    [noor, "25.50"],
    [max, "12.25"],
  ] as const) {
    const invited = { name, email, programIds: [programId] };
    const { id } = await callAs<Named>(merchant, "/affiliates/invite", invited);
    await callAs(merchant, "/commissions", {
      affiliateId: id,
      amount,
      approvalDays: 0,
      note: "Photographs for the catalogue",
    });
    ids.push(id);
  }
  const last = `/affiliates/${ids[2] ?? ""}/status`;
  for (const status of ["pending", "active"]) await callAs(merchant, last, { status }, "PUT");
  return ids;
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** The preview does not change by itself, and the clock releases what was earned once a minute: asks again until then. */
async function reloadUntil(page: Page, shown: Locator): Promise<void> {
  const again = async () => {
    await page.reload();
    return shown.count();
  };
  await expect.poll(again, { timeout: 100_000, interval: 500 }).toBe(1);
}

async function cellsOf(found: Locator): Promise<string[]> {
  return (await found.getByRole("cell").allTextContents()).map((text) => text.trim());
}

/** Previews a payout and confirms it; ends on the payout's page. */
async function pay({ page }: Person): Promise<void> {
  await page.goto("/dashboard/affiliates");
  await page.getByRole("link", { name: "Payouts", exact: true }).first().click();
  await page.getByRole("link", { name: "Pay affiliates" }).first().click();
  await page.getByRole("heading", { name: "Pay affiliates", level: 1 }).waitFor();
  await reloadUntil(page, page.getByRole("link", { name: "2 ready, $65.50" }));
  await row(page, iris.name).getByText("$40.00").first().waitFor();
  await row(page, noor.name).getByText("n…@paypal.example").waitFor();
  await page.getByRole("button", { name: `Ask ${max.name} for payout details` }).waitFor();
  // 2% of 40.00 and of 25.50 on top of what is paid.
  await page.getByText("$1.31").first().waitFor();
  await page.getByText("$66.81").first().waitFor();
  await page.getByRole("button", { name: "Review payout" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Pay 2 affiliates $65.50?").waitFor();
  await dialog.getByText("PayPal: 2, $65.50, sent now.").waitFor();
  await dialog.getByRole("button", { name: "Pay $65.50" }).click();
  await page.getByRole("heading", { name: /^PayPal payout,/, level: 1 }).waitFor();
}

/** Watches the open payout to its end: one payment is paid, the other stays unclaimed. */
async function watch({ page }: Person): Promise<void> {
  await row(page, iris.name).getByText("Paid", { exact: true }).waitFor();
  await row(page, noor.name).getByText("Unclaimed", { exact: true }).waitFor();
  await giveBack(noor.account);
  await row(page, noor.name).getByText("Returned to balance", { exact: true }).waitFor();
  await page.getByText("1 returned", { exact: true }).first().waitFor();
  await page.getByText("Ledger entries", { exact: true }).click();
  await page.getByText("Balanced").waitFor();
}

/** Compares with what PayPal says of today, and comes back to the batch. */
async function reconcile({ page }: Person): Promise<void> {
  const batch = page.url();
  await page.getByRole("link", { name: "Import statement", exact: true }).click();
  await page.getByRole("heading", { name: "Reconciliation", level: 1 }).waitFor();
  const [found] = await query(
    `select to_char(now() at time zone time_zone, 'YYYY-MM-DD') as today from shops where domain = '${domain}'`,
  );
  const today = found?.["today"] ?? "";
  await page.getByRole("button", { name: "Import PayPal report" }).click();
  await page.getByLabel("From", { exact: true }).fill(today);
  await page.getByLabel("To", { exact: true }).fill(today);
  await page.getByRole("button", { name: "Import report" }).click();
  await page.getByRole("heading", { name: /^PayPal report/, level: 1 }).waitFor();
  await page.getByRole("link", { name: "To review (0)" }).first().waitFor();
  // PayPal reports the returned payment twice: as sent, and as returned.
  await page.getByRole("link", { name: "Matched (3)" }).first().waitFor();
  await page.goto(batch);
  await page.getByText("2 of 2 payments reconciled").waitFor();
  await page.getByText("$40.00 paid in the app, $40.00 in statements").waitFor();
}

async function download(page: Page, link: Locator): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return await buffer(await file.createReadStream());
}

/** The figures of the proof that lead to ledger entries, by their words and without the sign: "Earned" is "40.00". */
async function figuresOf(page: Page): Promise<Record<string, string>> {
  const lines = page.getByRole("region", { name: "Balance in USD" }).getByRole("row");
  const texts = await lines.evaluateAll((rows) =>
    rows
      .filter((one) => one.querySelector("a"))
      .map((one) => [...one.children].map((cell) => cell.textContent?.trim() ?? "")),
  );
  return Object.fromEntries(texts.map(([term = "", amount = ""]) => [term, amount.replace("$", "")]));
}

type Row = Readonly<Record<"Row" | "Type" | "Amount" | "Balance", string>>;

/** Takes an affiliate's statement as both files, and holds their figures against the page's. */
async function takeStatements({ page }: Person, affiliateId: string): Promise<string> {
  await page.goto(`/dashboard/affiliates/${affiliateId}`);
  await page.getByRole("link", { name: "Statements" }).click();
  await page.getByText("Balanced").first().waitFor();
  const figures = await figuresOf(page);
  const csv = (await download(page, page.getByRole("link", { name: "Statement (CSV)" }))).toString("utf8");
  const rows: Row[] = parse(csv, { columns: true, bom: true });
  const movements = rows.filter((one) => one.Row === "movement").map((one) => [one.Type, one.Amount]);
  const edge = (name: string) => rows.find((one) => one.Row === name)?.Balance;
  expect({
    "Opening balance": edge("opening"),
    ...Object.fromEntries(movements),
    "Closing balance": edge("closing"),
  }).toEqual(figures);
  const pdf = await download(page, page.getByRole("link", { name: "Statement (PDF)" }));
  expect(pdf.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  const text = await pdfText(pdf);
  if (text === null) return csv;
  const summary = text.slice(text.indexOf("Summary in USD"));
  const edges = [
    ["Opening balance", figures["Opening balance"]],
    ["Closing balance", figures["Closing balance"]],
  ];
  const names = textsIn("en", "states");
  const shown = movements.map(([kind = "", amount]) => {
    const code = entryCodes.find((one) => accounting.entries[one] === kind);
    return [code && names(`ledger.${code}`), amount] as const;
  });
  for (const [words, amount] of [...edges, ...shown]) {
    expect(summary).toMatch(new RegExp(`${words}\\s+${amount}\\b`));
  }
  return csv;
}

test("two affiliates are paid by PayPal, one payment comes back, and the books agree with PayPal's to the cent", async () => {
  const [merchant, first, second] = [await people.meet(), await people.meet(), await people.meet()];
  const { page } = merchant;
  await signIn(merchant, "paid-store");
  const [irisId = "", noorId = ""] = await earn(merchant);
  await acceptInvitation(first, iris.email);
  await acceptInvitation(second, noor.email);
  await enterPaypal(first, iris.email, iris.account);
  await enterPaypal(second, noor.email, noor.account);

  await page.goto("/dashboard/affiliates/payouts/new");
  await reloadUntil(page, page.getByRole("link", { name: `Use ${iris.name}'s new details now` }));
  await page.getByRole("button", { name: "Review payout", disabled: true }).first().waitFor();
  await detailsHold(domain);
  await pay(merchant);
  await watch(merchant);
  const batch = page.url();

  await page.goto("/dashboard/affiliates/payouts/balances");
  const owed = async (name: string) => (await cellsOf(row(page, name))).slice(-5);
  expect(await owed(iris.name)).toEqual(["$0.00", "$0.00", "$0.00", "$40.00", "$0.00"]);
  expect(await owed(noor.name)).toEqual(["$0.00", "$25.50", "$0.00", "$0.00", "$0.00"]);

  await page.goto(batch);
  await reconcile(merchant);
  const csv = await takeStatements(merchant, irisId);
  await takeStatements(merchant, noorId);

  await first.page.goto("/portal/payouts");
  const paid = row(first.page, "$40.00");
  await paid.getByText("Paid", { exact: true }).waitFor();
  await paid.getByRole("link").click();
  await first.page.getByText("Paid to you: $40.00").waitFor();
  await first.page.goto("/portal/statements");
  const own = await download(first.page, first.page.getByRole("link", { name: /^CSV for/ }));
  expect(own.toString("utf8")).toBe(csv);
  await second.page.goto("/portal/payouts");
  await row(second.page, "$25.50").getByText("Returned to balance", { exact: true }).waitFor();

  expect(await bookedFor(domain)).toMatchObject([
    { receivers: [iris.account], payouts: 1, received: "4000", committed: "4000" },
    { receivers: [], payouts: 0, received: "0", committed: "0" },
  ]);
  for (const person of [merchant, first, second]) expect(person.problems).toEqual([]);
});
