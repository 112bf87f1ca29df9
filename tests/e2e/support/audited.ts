import { upPromoteExport } from "../../support/uppromote-export.ts";
import type { Person } from "./people.ts";
import { callAs } from "./shop-data.ts";

type OrderList = { readonly orders: readonly { readonly name: string }[] };

/** Audits some orders of a busy shop as a merchant does, and answers the address of the result. */
export async function auditOrders(merchant: Person): Promise<string> {
  const { page } = merchant;
  const { orders } = await callAs<OrderList>(merchant, "/orders?limit=5");
  const referrals = orders.map(({ name }, at) => ({
    order: name,
    at: new Date(),
    name: "Ásta Jónsdóttir",
    email: "asta@screens.example",
    commission: `${4 + at * 3}.00`,
  }));
  const twice = referrals.slice(0, 1);
  const old = twice.map((one) => ({ ...one, order: "#7", at: new Date("2026-01-05T09:00:00Z") }));
  const buffer = upPromoteExport([...referrals, ...twice, ...old]);
  await page.goto("/dashboard/programs/audit");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "referrals.csv", mimeType: "text/csv", buffer });
  await page.getByRole("heading", { name: "referrals.csv", level: 1 }).waitFor();
  await page.getByLabel("Rate").fill("12.5");
  await page.getByRole("button", { name: "Run audit" }).click();
  await page.getByRole("heading", { name: "Findings" }).waitFor({ timeout: 60_000 });
  return new URL(page.url()).pathname;
}
