import { existsSync, globSync } from "node:fs";
import { expect, it } from "vitest";

const opening = "tests/routes/reports/figures-open-lists.test.ts";
const dashboard = [
  "tests/flows/reports/figures-and-lists.test.ts",
  "tests/flows/reports/dashboard-figures.test.ts",
];
const screens = "tests/routes/pages/figures-of-screens.test.ts";
const payouts = "tests/flows/payouts/figures.test.ts";
const own = "tests/routes/portal/own-figures.test.ts";

/** Screens that show figures beside the number of their own rows, and the tests that sum the list behind each. */
const tested: Readonly<Record<string, readonly string[]>> = {
  "admin/overview": [...dashboard, screens],
  "admin/reports": [opening, "tests/flows/reports/report-and-ledger.test.ts"],
  "admin/affiliates": [opening],
  "admin/affiliate": [opening],
  "admin/programs": [opening, screens],
  "admin/program": [opening, screens],
  "admin/links": [opening],
  "admin/link": [opening],
  "admin/discounts": [screens],
  "admin/discount": [screens],
  "admin/payouts": [screens],
  "admin/payout": [screens, payouts],
  "admin/payout-section": [screens, payouts],
  "admin/payout-new": [screens],
  "admin/payouts.balances": [payouts],
  "admin/reconciliations": [screens],
  "admin/reconciliation": [screens],
  "admin/audit": ["tests/routes/audit/audit.test.ts"],
  "admin/comparison": ["tests/flows/shadow/comparison.test.ts"],
  "admin/import": ["tests/flows/imports/import-files.test.ts"],
  "admin/statement-upload": ["tests/flows/payouts/statement-uploads.test.ts"],
  "admin/proof": ["tests/flows/ledger/shop-identity.test.ts", "tests/ui/proof/proof-page.test.tsx"],
  "admin/signals": ["tests/routes/signals/signals.test.ts", "tests/ui/signals/signals-page.test.tsx"],
  "admin/layout": ["tests/flows/fraud/flags.test.ts"],
  "portal/home": [own, "tests/routes/portal/home.test.ts"],
  "portal/orders": [own],
  "portal/payouts": [own],
  "portal/links": [opening],
  "portal/link": [opening],
};

/** Screens whose only figures are those of their own rows and forms, or of the one thing that they are about. */
const plain = [
  "admin/affiliates.invite",
  "admin/api-keys",
  "admin/appearance",
  "admin/attribution",
  "admin/attribution.customers",
  "admin/attribution.products",
  "admin/audits",
  "admin/backtest",
  "admin/backtests",
  "admin/backtests-of-shop",
  "admin/claims",
  "admin/closed-periods",
  "admin/codes",
  "admin/codes.assign",
  "admin/commission",
  "admin/commission-new",
  "admin/commissions",
  "admin/deliveries",
  "admin/delivery",
  "admin/discount-edit",
  "admin/affiliates.invite-many",
  "admin/applications",
  "admin/discount-new",
  "admin/email",
  "admin/emails",
  "admin/flag",
  "admin/flags",
  "admin/imported-links",
  "admin/imports",
  "admin/fraud-rules",
  "admin/health",
  "admin/link-new",
  "admin/order",
  "admin/orders",
  "admin/custom-terms",
  "admin/payment",
  "admin/payout-settings",
  "admin/payout.skipped",
  "admin/portal-settings",
  "admin/privacy",
  "admin/program-new",
  "admin/settings",
  "admin/shadow",
  "admin/ledger-entries",
  "portal/accept",
  "portal/claims",
  "portal/frame",
  "portal/layout",
  "portal/more",
  "portal/notifications",
  "portal/order",
  "portal/payout",
  "portal/payout-details",
  "portal/payout-details.confirm",
  "portal/profile",
  "portal/profile.confirm-email",
  "portal/shop-sign-in",
  "portal/sign-in",
  "portal/statements",
  "portal/terms",
];

it("every screen's figures have a test that sums the lists behind them", () => {
  const all = globSync("app/routes/{admin,portal}/*.tsx").map((file) =>
    file.replaceAll("\\", "/").replace(/^app\/routes\/|\.tsx$/g, ""),
  );
  expect(all.toSorted()).toEqual([...Object.keys(tested), ...plain].toSorted());
  const missing = Object.values(tested)
    .flat()
    .filter((file) => !existsSync(file));
  expect(missing).toEqual([]);
});
