import type { AdminCatalogs } from "#app/i18n/catalog-types.ts";

/** Numbers of things that need the merchant, by page. */
export type WaitingCounts = {
  readonly applications: number;
  readonly claims: number;
  readonly commissions: number;
  readonly flags: number;
  readonly payouts: number;
};

export type PageName = keyof AdminCatalogs["frame"]["pages"];

/** A link of a menu, with the number of things that need the merchant there. */
export type MenuLink = {
  readonly name: PageName;
  readonly url: string;
  readonly waits?: keyof WaitingCounts;
};

type MenuItem = MenuLink & {
  readonly subs: readonly (MenuLink & {
    /** Other addresses below which the sub-item is the current one. */
    readonly also?: readonly string[];
  })[];
};

const links = {
  dashboard: { name: "dashboard", url: "/dashboard" },
  affiliates: { name: "affiliates", url: "/dashboard/affiliates" },
  programs: { name: "programs", url: "/dashboard/programs" },
  orders: { name: "orders", url: "/dashboard/orders" },
  commissions: { name: "commissions", url: "/dashboard/affiliates/commissions", waits: "commissions" },
  payouts: { name: "payouts", url: "/dashboard/affiliates/payouts", waits: "payouts" },
  reports: { name: "reports", url: "/dashboard/reports" },
  settings: { name: "settings", url: "/dashboard/settings" },
  applications: { name: "applications", url: "/dashboard/affiliates/applications", waits: "applications" },
  links: { name: "links", url: "/dashboard/affiliates/links" },
  codes: { name: "codes", url: "/dashboard/affiliates/codes" },
  claims: { name: "claims", url: "/dashboard/affiliates/claims", waits: "claims" },
  flags: { name: "flags", url: "/dashboard/affiliates/flags", waits: "flags" },
  backtests: { name: "backtests", url: "/dashboard/programs/backtests" },
  audit: { name: "audit", url: "/dashboard/programs/audit" },
  shadow: { name: "shadow", url: "/dashboard/programs/shadow" },
  balances: { name: "balances", url: "/dashboard/affiliates/payouts/balances" },
  reconciliation: { name: "reconciliation", url: "/dashboard/affiliates/payouts/reconcile" },
} as const satisfies Readonly<Record<string, MenuLink>>;

/** Menu of Shopify's admin. Its home link, the app's name, is the dashboard. */
export const adminMenu: readonly MenuLink[] = [
  links.affiliates,
  links.programs,
  links.orders,
  links.commissions,
  links.payouts,
  links.reports,
  links.settings,
];

export const homeLink: MenuLink = links.dashboard;

/** The standalone frame's three items (SPEC §9) with their sub-items. */
export const frameMenu: readonly MenuItem[] = [
  {
    ...links.dashboard,
    subs: [
      { name: "overview", url: "/dashboard" },
      { ...links.orders, also: [links.claims.url] },
      links.reports,
      links.settings,
    ],
  },
  {
    ...links.affiliates,
    subs: [
      { name: "allAffiliates", url: links.affiliates.url },
      links.applications,
      links.commissions,
      links.payouts,
      {
        name: "linksAndCodes",
        url: links.links.url,
        also: [links.codes.url, "/dashboard/affiliates/discounts"],
      },
      links.flags,
    ],
  },
  {
    ...links.programs,
    subs: [{ name: "allPrograms", url: links.programs.url }, links.backtests, links.audit, links.shadow],
  },
];

/** A row of links above the content of each of its pages. */
export type SectionRow = { readonly name: PageName; readonly tabs: readonly MenuLink[] };

const orderRow: SectionRow = {
  name: "orders",
  tabs: [{ name: "allOrders", url: links.orders.url }, links.claims],
};
const payoutRow: SectionRow = {
  name: "payouts",
  tabs: [{ ...links.payouts, name: "allPayouts" }, links.balances, links.reconciliation],
};

/** Pages that the admin's menu, which is not nested, does not list. */
const adminRows: readonly SectionRow[] = [
  {
    name: "affiliates",
    tabs: [
      { name: "allAffiliates", url: links.affiliates.url },
      links.applications,
      links.links,
      links.codes,
    ],
  },
  {
    name: "programs",
    tabs: [{ name: "allPrograms", url: links.programs.url }, links.backtests, links.audit, links.shadow],
  },
  orderRow,
  { name: "commissions", tabs: [{ ...links.commissions, name: "allCommissions" }, links.flags] },
  payoutRow,
];

/** Pages that the standalone frame's navigation does not list. */
const frameRows: readonly SectionRow[] = [
  orderRow,
  { name: "linksAndCodes", tabs: [links.links, links.codes] },
  payoutRow,
];

export function sectionRows({ embedded }: { embedded: boolean }): readonly SectionRow[] {
  return embedded ? adminRows : frameRows;
}

/** The row of a page. Pages that are not one of its tabs have a breadcrumb instead. */
export function sectionRowOf(pathname: string, host: { embedded: boolean }): SectionRow | undefined {
  return sectionRows(host).find(({ tabs }) => tabs.some(({ url }) => url === pathname));
}

/** Sections of the settings. The first is what the settings open with. */
export const settingsSections: readonly MenuLink[] = [
  { name: "general", url: links.settings.url },
  { name: "appearance", url: "/dashboard/settings/appearance" },
  { name: "portal", url: "/dashboard/settings/portal" },
  { name: "attribution", url: "/dashboard/settings/attribution" },
  { name: "payouts", url: "/dashboard/settings/payouts" },
  { name: "fraud", url: "/dashboard/settings/fraud" },
  { name: "notifications", url: "/dashboard/settings/notifications" },
  { name: "privacy", url: "/dashboard/settings/privacy" },
  { name: "api", url: "/dashboard/settings/api" },
  { name: "health", url: "/dashboard/settings/health" },
  { name: "ledger", url: "/dashboard/settings/ledger" },
];

/** Item and sub-item of a path: those of the longest URL that it is below, so that detail pages mark their list. */
export function currentItem(pathname: string): { item: string; sub: string } {
  const entries = frameMenu.flatMap((item) =>
    item.subs.flatMap(({ url, also = [] }) =>
      [url, ...also].map((at) => ({ at, found: { item: item.url, sub: url } })),
    ),
  );
  const holds = (url: string) => pathname === url || pathname.startsWith(`${url}/`);
  const found = entries.filter(({ at }) => holds(at)).toSorted((a, b) => b.at.length - a.at.length);
  return found[0]?.found ?? { item: homeLink.url, sub: homeLink.url };
}
