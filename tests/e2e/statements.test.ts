import { expect, test } from "vitest";
import { query } from "./support/database.ts";
import { signIn } from "./support/install.ts";
import { detailsHold, enterBank } from "./support/paid.ts";
import { pay } from "./support/paying.ts";
import { usePeople, type Person } from "./support/people.ts";
import { acceptInvitation } from "./support/selling.ts";
import { callAs } from "./support/shop-data.ts";
import { domainOf } from "./support/stack.ts";

const people = usePeople();
const domain = domainOf("statement-store");
const zoe = { name: "Zoe Park", email: "zoe@statement.example" };

type Named = { readonly id: string };

/** Owes an affiliate $7.56, and answers their id. */
async function earn(merchant: Person): Promise<string> {
  const terms = { commission: { type: "percentage", percent: "10" } };
  const program = { name: "Friends of the mug", status: "active", terms };
  const { id: programId } = await callAs<Named>(merchant, "/programs", program);
  const { id } = await callAs<Named>(merchant, "/affiliates/invite", { ...zoe, programIds: [programId] });
  await callAs(merchant, `/affiliates/${id}/adjustments`, { amount: "7.56", note: "Photographs" });
  return id;
}

/** Pays by bank as a merchant does, down to the file; answers the reference of the payment. */
async function payByBank(merchant: Person, affiliate: string): Promise<string> {
  const settings = {
    schedule: "monthly",
    sendsByItself: false,
    methods: ["bank"],
    feeBearer: "shop",
    limits: [],
  };
  await callAs(merchant, "/payout-settings", settings, "PUT");
  const { section } = await pay(merchant, "bank", [affiliate]);
  const partOf = async () =>
    (await callAs<{ requests: Named[] }>(merchant, `/payout-sections/${section}/requests`)).requests[0]?.id;
  await expect.poll(partOf).toBeDefined();
  await callAs(merchant, `/payout-requests/${await partOf()}/file`, { columns: "generic" });
  const { payments } = await callAs<{ payments: Named[] }>(merchant, `/payout-sections/${section}/payments`);
  return payments[0]?.id ?? "";
}

/** Two months of a bank that the app doesn't know; its days fit day-month-year and month-day-year. */
function bankFile(reference: string): Buffer {
  const [year, month] = new Date().toISOString().split("-").map(Number);
  const at = (day: number) => `0${day}/0${((month ?? 1) % 9) + 1}/${(year ?? 0) - 1}`;
  return Buffer.from(
    ["Date,Purpose,Debit,Credit", `${at(2)},Commission ${reference} Zoe,7.56,`, `${at(3)},SALE,,50.00`].join(
      "\r\n",
    ),
  );
}

test("a bank file with ambiguous dates is corrected, confirmed, and its payment marked as paid", async () => {
  const [merchant, affiliate] = [await people.meet(), await people.meet()];
  const { page } = merchant;
  await signIn(merchant, "statement-store");
  const id = await earn(merchant);
  await acceptInvitation(affiliate, zoe.email);
  await enterBank(affiliate, zoe);
  await detailsHold(domain);
  const reference = await payByBank(merchant, id);

  await page.goto("/dashboard/affiliates/payouts/reconcile");
  await page.getByRole("button", { name: "Import statement" }).first().click();
  const file = { name: "march.csv", mimeType: "text/csv", buffer: bankFile(reference) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("heading", { name: "march.csv", level: 1 }).waitFor();
  await page.getByText("Choose the order of day and month.").waitFor();
  expect(
    await query(`select 1 from provider_statements s join shops using (shop_id) where domain = '${domain}'`),
  ).toEqual([]);
  await page.getByLabel("Dates", { exact: true }).selectOption("mdy");
  await expect.poll(() => page.url()).toContain("dates=mdy");
  await page.getByLabel("Dates", { exact: true }).selectOption("dmy");
  await expect.poll(() => page.url()).toContain("dates=dmy");
  await page.goBack();
  await expect.poll(() => page.getByLabel("Dates", { exact: true }).inputValue()).toBe("mdy");
  await page.goForward();
  await page.getByLabel("Currency", { exact: true }).fill("USD");
  await page.keyboard.press("Enter");
  await page.getByText("-$7.56").waitFor();
  await page.getByLabel("Bank or provider").fill("Town Bank");
  await page.getByRole("button", { name: "Confirm reading" }).click();

  await page.getByRole("button", { name: "Mark 1 as paid" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Total $7.56.").waitFor();
  await dialog.getByRole("button", { name: "Mark 1 as paid" }).click();
  await page.getByText("1 payment marked as paid").waitFor();
  expect(await query(`select status from payout_payments where payment_id = '${reference}'`)).toEqual([
    { status: "paid" },
  ]);

  await page.goto("/dashboard/affiliates/payouts/reconcile");
  await page.getByRole("button", { name: "Import statement" }).first().click();
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText(/^You imported this file on/).waitFor();
  for (const person of [merchant, affiliate]) expect(person.problems).toEqual([]);
});
