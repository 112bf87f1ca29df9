import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import {
  adminMenu,
  frameMenu,
  homeLink,
  type MenuLink,
  sectionRows,
  settingsSections,
} from "#app/ui/shared/frame/menus.ts";

/** Addresses of the merchant's pages. */
const pages = routes
  .filter(({ path }) => path === "dashboard")
  .flatMap(({ children = [] }: RouteConfigEntry) => children.map(addressOf));

function addressOf({ path, index }: RouteConfigEntry): string {
  return index ? "/dashboard" : `/dashboard/${path}`;
}

/** Pages by the clicks that they are away from the menu. */
function clicksFrom(menu: readonly MenuLink[], host: { embedded: boolean }): Map<string, number> {
  const clicks = new Map(menu.map(({ url }) => [url, 1]));
  const groups = [...sectionRows(host).map(({ tabs }) => tabs), settingsSections];
  for (const group of groups) {
    if (!group.some(({ url }) => clicks.get(url) === 1)) continue;
    for (const { url } of group) if (!clicks.has(url)) clicks.set(url, 2);
  }
  return clicks;
}

const menus = {
  "Shopify's admin": clicksFrom([homeLink, ...adminMenu], { embedded: true }),
  "the standalone frame": clicksFrom(
    frameMenu.flatMap(({ subs }) => subs),
    { embedded: false },
  ),
};

/** Every other page, and the directory of the list or the page above it, which links to it. */
const linked: Readonly<Record<string, string>> = {
  "/dashboard/orders/:id": "orders",
  "/dashboard/affiliates/commissions/new": "commissions",
  "/dashboard/affiliates/commissions/:id": "commissions",
  "/dashboard/affiliates/flags/:id": "fraud",
  "/dashboard/programs/new": "programs",
  "/dashboard/programs/:id": "programs",
  "/dashboard/programs/new/backtest": "programs",
  "/dashboard/programs/new/backtest/:backtestId": "backtests",
  "/dashboard/programs/:id/backtest": "programs",
  "/dashboard/programs/audit/:id": "audit",
  "/dashboard/programs/shadow/:id": "shadow",
  "/dashboard/programs/:id/backtest/:backtestId": "backtests",
  "/dashboard/reports/attribution": "reports",
  "/dashboard/settings/ledger/transfers": "proof",
  "/dashboard/settings/ledger/periods": "proof",
  "/dashboard/settings/attribution/customers": "attribution",
  "/dashboard/settings/attribution/products": "attribution",
  "/dashboard/settings/notifications/:kind": "settings",
  "/dashboard/settings/health/deliveries": "settings",
  "/dashboard/settings/health/:id": "settings",
  "/dashboard/affiliates/invite": "affiliates",
  "/dashboard/affiliates/invite/many": "affiliates",
  "/dashboard/affiliates/import": "affiliates",
  "/dashboard/affiliates/import/:id": "imports",
  "/dashboard/affiliates/links/new": "links",
  "/dashboard/affiliates/links/imported": "links",
  "/dashboard/affiliates/links/:id": "links",
  "/dashboard/affiliates/codes/assign": "codes",
  "/dashboard/affiliates/discounts": "codes",
  "/dashboard/affiliates/discounts/new": "codes",
  "/dashboard/affiliates/discounts/:id": "codes",
  "/dashboard/affiliates/discounts/:id/edit": "codes",
  "/dashboard/affiliates/payouts/reconcile/uploads/:id": "reconciliation",
  "/dashboard/affiliates/payouts/reconcile/:id": "reconciliation",
  "/dashboard/affiliates/payouts/new": "payouts",
  "/dashboard/affiliates/payouts/payments/:id": "payouts",
  "/dashboard/affiliates/payouts/:id": "payouts",
  "/dashboard/affiliates/payouts/:id/sections/:sectionId": "payouts",
  "/dashboard/affiliates/payouts/:id/skipped": "payouts",
  "/dashboard/affiliates/:id": "affiliates",
  "/dashboard/affiliates/:id/programs/:programId/terms": "affiliates",
  "/dashboard/affiliates/:id/programs/:programId/backtest": "affiliates",
  "/dashboard/affiliates/:id/programs/:programId/backtest/:backtestId": "backtests",
};

/** Links that code builds otherwise than by a template with the address. */
const builders: readonly (readonly [address: RegExp, link: RegExp])[] = [
  [/\/backtest$/, /backtestsPath\(/],
  [/\/backtest\/:backtestId$/, /(?:place\.path|backtestsPath\([^)]*\))\}\/\$\{/],
  // The upload leads there by itself.
  [/\/uploads\/:id$/, /useFileUpload/],
];

function linkTo(address: string): RegExp {
  const built = builders.find(([form]) => form.test(address));
  if (built) return built[1];
  const parts = address
    .replace("/dashboard/affiliates/payouts", "(?:/dashboard/affiliates/payouts|\\$\\{payoutsUrl\\})")
    .replace("/dashboard/affiliates/invite/", "(?:/dashboard/affiliates/invite|\\$\\{inviteUrl\\})/")
    .replaceAll(/:\w+/g, "\\$\\{[^}]+\\}");
  return new RegExp(`["\`]${parts}["\`?$]`);
}

function sourcesIn(directory: string): string[] {
  const root = join("app/ui/admin", directory);
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), "utf8"));
}

describe.each(Object.entries(menus))("from the menu of %s", (_name, clicks) => {
  test("every list and every section of the settings is at most two clicks away", () => {
    const far = pages.filter((address) => !clicks.has(address) && !(address in linked));
    expect(far).toEqual([]);
  });

  test("every entry leads to a page", () => {
    expect([...clicks.keys()].filter((url) => !pages.includes(url))).toEqual([]);
  });
});

test("four lists of the settings are one click from a section, which is three from the menu", () => {
  const parents = Object.entries(linked).filter(([address]) =>
    /\/settings\/(?:ledger|attribution)\//.test(address),
  );
  const above = parents.map(([address]) => address.slice(0, address.lastIndexOf("/")));
  expect(parents).toHaveLength(4);
  expect(above.filter((url) => Object.values(menus).some((clicks) => !clicks.has(url)))).toEqual([]);
});

test.each(Object.entries(linked))("%s is linked from the pages of %s", (address, directory) => {
  expect(pages).toContain(address);
  expect(sourcesIn(directory).some((source) => linkTo(address).test(source))).toBe(true);
});
