/** Help pages of the merchant's pages, and of those below them. Of several addresses, the longest counts. */
export const helpPages: Readonly<Record<string, string>> = {
  "/dashboard/orders": "attribution",
  "/dashboard/affiliates": "affiliates",
  "/dashboard/affiliates/claims": "attribution",
  "/dashboard/affiliates/codes": "links-and-codes",
  "/dashboard/affiliates/commissions": "commissions",
  "/dashboard/affiliates/discounts": "links-and-codes",
  "/dashboard/affiliates/flags": "fraud",
  "/dashboard/affiliates/import": "switching",
  "/dashboard/affiliates/links": "links-and-codes",
  "/dashboard/affiliates/payouts": "payouts",
  "/dashboard/affiliates/payouts/reconcile": "reconciliation",
  "/dashboard/programs": "programs",
  "/dashboard/programs/audit": "audit",
  "/dashboard/programs/shadow": "switching",
  "/dashboard/reports": "reports",
  "/dashboard/reports/attribution": "attribution",
  "/dashboard/settings/attribution": "attribution",
  "/dashboard/settings/fraud": "fraud",
  "/dashboard/settings/health": "tracking",
  "/dashboard/settings/ledger": "ledger",
  "/dashboard/settings/payouts": "payouts",
  "/dashboard/settings/privacy": "privacy",
};

/** Address of the help about a page. Null if there is none. */
export function helpUrl(pathname: string): string | null {
  // The dashboard is above every other page.
  if (pathname === "/dashboard") return "/help/getting-started";
  const [longest] = Object.keys(helpPages)
    .filter((address) => pathname === address || pathname.startsWith(`${address}/`))
    .toSorted((a, b) => b.length - a.length);
  return longest === undefined ? null : `/help/${helpPages[longest]}`;
}
