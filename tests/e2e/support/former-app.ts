import type { Page } from "playwright-core";

/** Exports of another affiliate app, written without the app's own reader. */
export type Export = { readonly fileName: string; readonly text: string };

const names = [
  "Zoë Núñez",
  "李小龍",
  "Łukasz Żak",
  "O'Neil, Pat",
  '"Ace" Kim',
  "Øystein Å",
  "Анна Ким",
  "Maya Lin",
];

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const line = (...cells: readonly string[]): string => cells.map(quoted).join(",");

export const emailOf = (n: number): string => `person${n}+old@former.example`;

/**
 * People with names in several scripts, addresses in another case, and some who are inactive. Person 10 has the
 * discount code, if one is given.
 */
export function peopleExport(count: number, code = "OLD10"): Export {
  const codeOf = (n: number) => {
    if (n === 10) return code;
    return n % 5 === 0 ? `OLD${n}` : "";
  };
  const rows = Array.from({ length: count }, (_, n) =>
    line(
      ...(names[n % names.length] ?? "").split(" ", 1),
      `${names[n % names.length]?.split(" ").slice(1).join(" ") ?? ""} ${n}`.trim(),
      n % 7 === 0 ? emailOf(n).toUpperCase() : emailOf(n),
      n % 10 === 9 ? "inactive" : "active",
      "2025-03-01",
      "manual",
      `https://shop.example/?sca_ref=${4000 + n}.Ab${n}`,
      codeOf(n),
      "Ambassadors",
    ),
  );
  const head =
    "first_name,last_name,email,status,date_created,signup_source,referral_link,coupons,program_name";
  return { fileName: "uppromote_affiliates.csv", text: [head, ...rows, ""].join("\r\n") };
}

/** Commissions of the first people. The sums are in cents. */
export function commissionsExport(): Export & { readonly available: number; readonly pending: number } {
  const rows: string[] = [];
  const sums = { approved: 0, pending: 0, paid: 0, denied: 0 };
  const states = ["approved", "pending", "paid", "denied"] as const;
  for (let n = 0; n < 40; n += 1) {
    const state = states[n % 4] ?? "paid";
    const cents = 1000 + 37 * n;
    sums[state] += cents;
    const money = (cents / 100).toFixed(2);
    rows.push(
      line(`#${9000 + n}`, "2026-10-02", emailOf(n % 8), "100.00", money, state, "USD", "Tracked by coupon"),
    );
  }
  const head = " order_name,date,affiliate_email,total_sales,commission,status,currency,tracking_by";
  return {
    fileName: "uppromote_referrals.csv",
    text: `\uFEFF${[head, ...rows, ""].join("\r\n")}`,
    available: sums.approved,
    pending: sums.pending,
  };
}

/** Uploads an export, and stands on its mapping or its result. */
export async function uploadExport(page: Page, { fileName, text }: Export): Promise<void> {
  await page.goto("/dashboard/affiliates/import");
  await page.getByRole("heading", { name: "Imports", level: 1 }).waitFor();
  const file = { name: fileName, mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("heading", { name: fileName, level: 1 }).waitFor();
}

/** Checks the mapping of an uploaded export. */
export async function checkExport(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check file", exact: true }).first().click();
  await page.getByRole("button", { name: "Import", exact: true }).first().waitFor();
}

/** Imports the commissions of all orders that the store doesn't have. */
export async function decideOrders(page: Page): Promise<void> {
  const about = "Orders that this store doesn't have";
  await page.getByLabel(`Decision for all: ${about}`).selectOption("import");
  await page.getByRole("button", { name: "Save 1 decision" }).click();
  await page.getByRole("link", { name: /^Needs a decision/ }).waitFor({ state: "detached" });
}

/** Imports people, and leaves their commissions checked and a list of balances to be mapped. */
export async function moveHalfway(page: Page): Promise<Record<"done" | "checked" | "draft", string>> {
  const address = () => new URL(page.url()).pathname;
  await uploadExport(page, peopleExport(12));
  await page.getByLabel("Use of Ambassadors").selectOption("usual");
  await checkExport(page);
  await importExport(page);
  const done = address();
  await uploadExport(page, commissionsExport());
  await page.getByLabel("Pending commissions become available on").fill("2027-01-31");
  await checkExport(page);
  const checked = address();
  const text = `Partner,Email,Saldo,Notiz\r\nMaya,${emailOf(1)},"1.234,50",VIP\r\n`;
  await uploadExport(page, { fileName: "partner-salden.csv", text });
  return { done, checked, draft: address() };
}

/** Imports a checked export. */
export async function importExport(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Import", exact: true }).first().click();
  await page
    .getByRole("button", { name: /^(Undo import|More actions)$/ })
    .first()
    .waitFor();
}
