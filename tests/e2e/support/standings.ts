import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "./people.ts";
import { callAs } from "./shop-data.ts";

/** An affiliate with one commission in euros, and its state with the words of each surface. */
export type Standing = {
  readonly name: string;
  readonly id: string;
  readonly portal: Person;
  readonly amount: string;
  readonly state: "approved" | "in_payout" | "paid";
  /** The newest payment; null before the first. */
  readonly payment: {
    readonly method: string;
    readonly status: string;
    /** For the affiliate. */
    readonly label: string;
  } | null;
};

type Payout = {
  readonly id: string;
  /** States of the sections by their method. */
  readonly sections: Readonly<Record<string, string>>;
};

const labels = { approved: "Approved", in_payout: "In payout", paid: "Paid" } as const;
/** For the affiliate, in the portal and on statements. */
const ownLabels = { ...labels, in_payout: "On its way" } as const;
const states = ["approved", "in_payout", "paid"] as const;
const euros = (amount: string) => `€${amount}`;

/** The amounts of the commission by state. There is one of each affiliate, so their balance has the same. */
function figuresOf({ state, amount }: Standing) {
  const inState = (one: Standing["state"]) => (one === state ? amount : "0.00");
  return {
    pending: "0.00",
    approved: inState("approved"),
    inPayout: inState("in_payout"),
    paid: inState("paid"),
  };
}

/** Compares lists, pages, files, the API, portals, and statements with what the standings say. */
export async function everySurfaceSays(
  merchant: Person,
  standings: readonly Standing[],
  payout: Payout | null,
): Promise<void> {
  const ordered = standings.toSorted(byName);
  await commissionsSay(merchant, ordered);
  await balancesSay(merchant, ordered);
  for (const standing of ordered) await affiliatePageSays(merchant.page, standing);
  await Promise.all(
    ordered.map(async (standing) => {
      await portalSays(standing);
      await statementsSay(merchant, standing);
    }),
  );
  if (payout) await payoutSays(merchant, ordered, payout);
}

type Named = { readonly name: string };

const byName = (a: Named, b: Named) => (a.name < b.name ? -1 : 1);
const byFirst = (a: readonly string[], b: readonly string[]) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1);

async function commissionsSay(merchant: Person, standings: readonly Standing[]): Promise<void> {
  const { page } = merchant;
  for (const state of states) {
    await page.goto(`/dashboard/affiliates/commissions?status=${state}`);
    const rows = await rowsOf(page);
    const shown = rows
      .map((cells) => cells.slice(-5))
      .map(([name, , amount, badge]) => [name, amount, badge]);
    const expected = standings
      .filter((one) => one.state === state)
      .map((one) => [one.name, euros(one.amount), labels[state]]);
    expect({ tab: state, rows: sorted(shown) }).toEqual({ tab: state, rows: expected });
  }
  const file = await csvOf(merchant, "/dashboard/export/commissions.csv");
  const written = file.map((one) =>
    [one["Affiliate"], one["Status"], one["Amount"]].concat(
      ["Pending", "Approved", "In payout", "Paid"].map((column) => one[column]),
    ),
  );
  const figures = (one: Standing) => Object.values(figuresOf(one));
  const expected = standings.map((one) => [one.name, one.state, one.amount, ...figures(one)]);
  expect({ "commissions.csv": sorted(written) }).toEqual({ "commissions.csv": expected });
  type Money = { readonly amount: string };
  type Wire = { affiliate: Named; status: string } & Record<
    "amount" | "pending" | "approved" | "inPayout" | "paid",
    Money
  >;
  const { commissions } = await callAs<{ commissions: Wire[] }>(merchant, "/commissions");
  const told = commissions.map(({ affiliate, status, ...one }) =>
    [affiliate.name, status].concat(
      [one.amount, one.pending, one.approved, one.inPayout, one.paid].map(({ amount }) => amount),
    ),
  );
  expect({ api: sorted(told) }).toEqual({ api: expected });
}

async function balancesSay(merchant: Person, standings: readonly Standing[]): Promise<void> {
  const { page } = merchant;
  await page.goto("/dashboard/affiliates/payouts/balances");
  const [totals = [], ...rows] = (await rowsOf(page)).map((cells) => cells.slice(-6));
  const figures = (one: Standing) => [...Object.values(figuresOf(one)), "0.00"];
  const expected = standings.map((one) => [one.name, ...figures(one)]);
  expect({ balances: sorted(rows) }).toEqual({
    balances: standings.map((one) => [one.name, ...figures(one).map(euros)]),
  });
  const sums = [0, 1, 2, 3, 4].map((column) =>
    standings.reduce((sum, one) => sum + centsOf(figures(one)[column]), 0),
  );
  expect({ totals: totals.slice(1).map((cell) => centsOf(cell.slice(1))) }).toEqual({ totals: sums });
  const file = await csvOf(merchant, "/dashboard/export/balances.csv");
  const columns = ["Affiliate", "Pending", "Approved", "In payout", "Paid", "Negative"];
  const written = file.map((one) => columns.map((column) => one[column] ?? ""));
  expect({ "balances.csv": sorted(written) }).toEqual({ "balances.csv": expected });
}

async function affiliatePageSays(page: Page, standing: Standing): Promise<void> {
  await page.goto(`/dashboard/affiliates/${standing.id}`);
  const balances = await page.locator("dl.figures").first().locator("dd").allTextContents();
  await earningsSay(page, standing, { words: labels, balances });
}

async function portalSays(standing: Standing): Promise<void> {
  const { page } = standing.portal;
  await page.goto("/portal/orders");
  const balances = (await rowsOf(page, /^Balances?$/)).map(([, amount]) => amount);
  await earningsSay(page, standing, { words: ownLabels, balances });
  await page.goto("/portal/payouts");
  const rows = (await rowsOf(page)).filter((cells) => cells.length > 1).map(([, ...others]) => others);
  const { amount, payment } = standing;
  const expected = payment ? [[euros(amount), payment.label, payment.method]] : [];
  expect({ portal: standing.name, payouts: rows }).toEqual({ portal: standing.name, payouts: expected });
}

type Earnings = {
  readonly words: Readonly<Record<Standing["state"], string>>;
  readonly balances: readonly (string | undefined)[];
};

/** Balances, and the commissions that the affiliate and the merchant see in the same table. */
async function earningsSay(page: Page, standing: Standing, { words, balances }: Earnings): Promise<void> {
  const { pending, approved, inPayout, paid } = figuresOf(standing);
  const commissions = await rowsOf(page, "Commissions");
  const path = new URL(page.url()).pathname;
  expect({
    path,
    balances,
    commissions: commissions.map((cells) => cells.slice(2, 4)),
  }).toEqual({
    path,
    balances: [pending, approved, inPayout, paid].map(euros),
    commissions: [[euros(standing.amount), words[standing.state]]],
  });
}

/** Names of entries that move money out of the balance, or back into it. */
const payoutEntries = new Set(["Payout started", "Paid", "Payout returned"]);

function isPayout(type: string | undefined): boolean {
  return type !== undefined && payoutEntries.has(type);
}

/** The statement of this month, which is the affiliate's first: it begins at nothing. */
async function statementsSay(merchant: Person, standing: Standing): Promise<void> {
  const { id, portal, amount, state, payment } = standing;
  const { pending, approved, inPayout, paid } = figuresOf(standing);
  await portal.page.goto("/portal/statements");
  const own = await portal.page
    .getByRole("link", { name: /^CSV for/ })
    .first()
    .getAttribute("href");
  const text = await textOf(merchant, `/dashboard/affiliates/${id}/statement?format=csv`);
  expect(await textOf(portal, own ?? "")).toBe(text);
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  const cents = (of: (row: Record<string, string>) => boolean, column: string) =>
    rows.filter(of).reduce((sum, row) => sum + centsOf(row[column]), 0);
  expect({
    statement: standing.name,
    opening: cents((row) => row["Row"] === "opening", "Balance"),
    earned: cents((row) => row["Type"] === "Earned", "Amount"),
    paid: cents((row) => isPayout(row["Type"]), "Amount"),
    closing: cents((row) => row["Row"] === "closing", "Balance"),
    parts: ["pending", "available", "in_payout"].map((part) =>
      cents((row) => row["Row"] === part, "Balance"),
    ),
    states: rows
      .filter((row) => row["Type"] === "Earned")
      .map((row) => row["Current status"]?.replace(/ \d{4}-\d\d-\d\d$/, "")),
  }).toEqual({
    statement: standing.name,
    opening: 0,
    earned: centsOf(amount),
    paid: 0 - centsOf(paid),
    closing: centsOf(amount) - centsOf(paid),
    parts: [pending, approved, inPayout].map(centsOf),
    states: [state === "approved" ? "Approved" : `${ownLabels[state]}, ${payment?.method ?? ""}`],
  });
}

async function payoutSays(
  merchant: Person,
  standings: readonly Standing[],
  { id, sections }: Payout,
): Promise<void> {
  const items = await csvOf(merchant, `/dashboard/export/${id}/payout-payments.csv`);
  const columns = ["Affiliate", "Method", "Currency", "Amount", "Status"];
  const written = items.map((one) => columns.map((column) => one[column] ?? ""));
  const expected = standings.map(({ name, amount, payment }) => [
    name,
    payment?.method ?? "",
    "EUR",
    amount,
    payment?.status ?? "",
  ]);
  expect({ "payout-payments.csv": sorted(written) }).toEqual({ "payout-payments.csv": expected });
  const payouts = await csvOf(merchant, "/dashboard/export/payouts.csv");
  expect(Object.fromEntries(payouts.map((one) => [one["Method"], one["Status"]]))).toEqual(sections);
}

/** The cells of the rows of a page's table, or of the table with this label, without what only screen readers say. */
async function rowsOf(page: Page, label?: string | RegExp): Promise<string[][]> {
  const within = label === undefined ? page.locator("main") : page.getByRole("region", { name: label });
  return await within.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) =>
      [...row.children].map((cell) => {
        const shown = cell.cloneNode(true) as Element;
        for (const hidden of shown.querySelectorAll(".Polaris-Text--visuallyHidden")) hidden.remove();
        return shown.textContent?.trim() ?? "";
      }),
    ),
  );
}

async function csvOf(person: Person, path: string): Promise<Record<string, string>[]> {
  return parse(await textOf(person, path), { columns: true, bom: true });
}

async function textOf({ page, context }: Person, path: string): Promise<string> {
  const answer = await context.request.get(new URL(path, page.url()).href);
  expect({ path, status: answer.status() }).toEqual({ path, status: 200 });
  return await answer.text();
}

const sorted = (rows: (string | undefined)[][]) =>
  rows.map((row) => row.map((cell) => cell ?? "")).toSorted(byFirst);

const centsOf = (amount = "") => Math.round(Number(amount) * 100);
