/** Former addresses below /dashboard and the ones that replace them. Both name the same parts of the path. */
export const movedAddresses: ReadonlyMap<string, string> = new Map([
  ["/dashboard/signals", "/dashboard/reports/attribution"],
  ["/dashboard/proof", "/dashboard/settings/ledger"],
  ["/dashboard/proof/transfers", "/dashboard/settings/ledger/transfers"],
  ["/dashboard/proof/periods", "/dashboard/settings/ledger/periods"],
  ["/dashboard/programs/:id/joining", "/dashboard/programs/:id?section=joining"],
  ["/dashboard/settings/deliveries", "/dashboard/settings/health/deliveries"],
  ["/dashboard/settings/deliveries/:id", "/dashboard/settings/health/:id"],
  ["/dashboard/settings/emails", "/dashboard/settings/notifications"],
  ["/dashboard/settings/emails/:kind", "/dashboard/settings/notifications/:kind"],
  ["/dashboard/affiliates/links/other-systems", "/dashboard/affiliates/links/imported"],
  ["/dashboard/affiliates/payouts/person", "/dashboard/affiliates/payouts?view=needs-attention"],
  ["/dashboard/affiliates/payouts/owed", "/dashboard/affiliates/payouts/balances"],
  ["/dashboard/affiliates/payouts/items/:id", "/dashboard/affiliates/payouts/payments/:id"],
  ["/dashboard/affiliates/payouts/:id/left-out", "/dashboard/affiliates/payouts/:id/skipped"],
  ["/dashboard/affiliates.csv", "/dashboard/export/affiliates.csv"],
  ["/dashboard/bound-customers.csv", "/dashboard/export/lifetime-customers.csv"],
  ["/dashboard/product-owners.csv", "/dashboard/export/product-assignments.csv"],
  ["/dashboard/data-requests.csv", "/dashboard/export/data-requests.csv"],
  ["/dashboard/claims.csv", "/dashboard/export/claims.csv"],
  ["/dashboard/flags.csv", "/dashboard/export/flags.csv"],
  ["/dashboard/codes.csv", "/dashboard/export/codes.csv"],
  ["/dashboard/signals.csv", "/dashboard/export/signals.csv"],
  ["/dashboard/reports.csv", "/dashboard/export/reports.csv"],
  ["/dashboard/orders.csv", "/dashboard/export/orders.csv"],
  ["/dashboard/links.csv", "/dashboard/export/links.csv"],
  ["/dashboard/foreign-referrals.csv", "/dashboard/export/imported-links.csv"],
  ["/dashboard/payouts.csv", "/dashboard/export/payouts.csv"],
  ["/dashboard/payouts/preview.csv", "/dashboard/export/payout-preview.csv"],
  ["/dashboard/payouts/owed.csv", "/dashboard/export/balances.csv"],
  ["/dashboard/payouts/:id/items.csv", "/dashboard/export/:id/payout-payments.csv"],
  ["/dashboard/payouts/:id/left-out.csv", "/dashboard/export/:id/skipped.csv"],
  ["/dashboard/payouts/reconcile/:id/lines.csv", "/dashboard/export/:id/reconciliation.csv"],
  ["/dashboard/commissions.csv", "/dashboard/export/commissions.csv"],
  ["/dashboard/ledger.csv", "/dashboard/export/ledger.csv"],
  ["/dashboard/statements.csv", "/dashboard/export/statements.csv"],
  ["/dashboard/backtest.csv", "/dashboard/export/backtest.csv"],
]);

/** The address that replaces a former one, with its ids and its query; null for any other. */
export function movedAddress({
  pathname,
  searchParams,
}: Pick<URL, "pathname" | "searchParams">): string | null {
  for (const [former, current] of movedAddresses) {
    const parts = pathParts(former, pathname);
    if (!parts) continue;
    const [path = "", own] = current.replaceAll(/:\w+/g, (name) => parts.get(name) ?? "").split("?");
    const query = new URLSearchParams([...new URLSearchParams(own), ...searchParams]);
    return query.size === 0 ? path : `${path}?${query.toString()}`;
  }
  return null;
}

/** Values of a pattern's parts such as `:id`, as the path writes them; undefined for a path of another form. */
function pathParts(pattern: string, pathname: string): Map<string, string> | undefined {
  const [names, values] = [pattern.split("/"), pathname.split("/")];
  const fits =
    names.length === values.length &&
    names.every((name, at) => (name.startsWith(":") ? values[at] !== "" : name === values[at]));
  return fits ? new Map(names.map((name, at) => [name, values[at] ?? ""])) : undefined;
}
