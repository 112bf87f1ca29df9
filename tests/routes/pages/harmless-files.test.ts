import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { exportPaths } from "#app/http/list-exports.ts";
import { db } from "#app/platform/db.server.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { makeMerchant, pageRequest } from "../../support/merchant.ts";
import { addPayees, givePayable } from "../../support/paying-shop.ts";
import {
  makeBindingRow,
  makeClaimRow,
  makeDiscountRow,
  makeFlagRow,
  makeLinkRow,
  makeProductAssignmentRow,
} from "../bad-input/form-rows.ts";
import { makePayoutRow } from "../bad-input/payout-rows.ts";
import { makeStatementRow } from "../bad-input/statement-rows.ts";

/** A name that a spreadsheet would run on the merchant's machine. */
const formula = '=HYPERLINK("http://evil.example","Ada")';

let token: string;
/** Ids in addresses, by a part of the address. */
const owners: [string, string][] = [];

/**
 * Every CSV file that the app creates. The bank's, and those of a backtest, an audit, a comparison and an import are tested where
 * they are created.
 */
const files = [
  ...exportPaths.filter((path) => !/backtest|audit|comparison|import-rows/.test(path)),
  "/dashboard/affiliates/:id/statement",
];
/** Required query of some files. */
const queries: Readonly<Record<string, string>> = {
  "/dashboard/export/statements.csv": "?first=2020-01-01&last=2026-03-31",
  "/dashboard/affiliates/:id/statement": "?first=2020-01-01&last=2026-03-31&format=csv",
  "/dashboard/export/payout-preview.csv": "?method=manual&currency=USD",
};
/** In these files no text of a stranger begins a cell, or no row of them is made here. */
const withoutNames = new Set([
  "/dashboard/export/data-requests.csv",
  "/dashboard/export/signals.csv",
  "/dashboard/export/reports.csv",
  "/dashboard/export/orders.csv",
  "/dashboard/export/commissions.csv",
  "/dashboard/export/imported-links.csv",
  "/dashboard/export/:id/skipped.csv",
  "/dashboard/affiliates/:id/statement",
]);

beforeAll(async () => {
  const merchant = await makeMerchant();
  const { shopId, affiliateId } = merchant;
  token = merchant.token;
  await givePayable(shopId, affiliateId, 900n);
  await addPayees(merchant, [700n]);
  await makeLinkRow(merchant);
  await makeClaimRow(merchant);
  await makeFlagRow(merchant);
  await makeDiscountRow(merchant);
  await makeBindingRow(merchant);
  await makeProductAssignmentRow(merchant);
  const payout = await makePayoutRow(merchant);
  const statement = await makeStatementRow(merchant, formula);
  owners.push(["reconciliation.csv", statement], ["/export/:id/", payout], ["/affiliates/", affiliateId]);
  for (const [table, column] of [
    ["affiliates", "name"],
    ["links", "name"],
    ["payout_payments", "contradiction"],
  ] as const) {
    const [of, what] = [sql.identifier(table), sql.identifier(column)];
    await db().execute(sql`update ${of} set ${what} = ${formula} where shop_id = ${shopId}`);
  }
  const named = JSON.stringify({ kind: "staff", id: "7", name: formula, email: null });
  await db().execute(sql`update payout_sections set created_by = ${named}::jsonb where shop_id = ${shopId}`);
});

it.each(files)("no cell of %s is run by a spreadsheet, whatever somebody called themselves", async (path) => {
  const [, id = ""] = owners.find(([part]) => path.includes(part)) ?? [];
  const answer = await requestRoute(pageRequest(token, path.replace(":id", id) + (queries[path] ?? "")));
  expect(answer.status).toBe(200);
  const rows: string[][] = parse(answer.text, { bom: true, relax_column_count: true });
  const cells = rows.flat();
  expect(cells.filter((cell) => /^[=+@\t\r\n]|^-(?!\d+(\.\d+)?$)/.test(cell))).toEqual([]);
  expect(cells.includes(`'${formula}`)).toBe(!withoutNames.has(path));
});

const ofOne = exportPaths.filter((path) => /backtest|audit|comparison|import-rows/.test(path));

it.each(ofOne)("the app refuses %s without an id", async (path) => {
  expect([400, 404]).toContain((await requestRoute(pageRequest(token, path))).status);
});
