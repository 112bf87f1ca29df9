import { ChartVerticalIcon, HomeIcon, PersonIcon } from "@shopify/polaris-icons";
import type { NavigationItemProps } from "@shopify/polaris";

type Place = { readonly label: string; readonly url: string };
/** Number of items that need attention, by page. */
export type Waiting = { readonly applications: number; readonly flags: number };

/** `also` are further addresses that belong to it; `waits` is what of it may wait for a person. */
type Sub = Place & { readonly also?: readonly string[]; readonly waits?: keyof Waiting };
type Item = Place & {
  readonly icon: NonNullable<NavigationItemProps["icon"]>;
  readonly subs: readonly Sub[];
};

/** The three items (SPEC §9), and what hangs below each. */
export const navigationItems: readonly [Item, Item, Item] = [
  {
    label: "Dashboard",
    url: "/dashboard",
    icon: HomeIcon,
    subs: [
      { label: "Overview", url: "/dashboard" },
      { label: "Orders", url: "/dashboard/orders" },
      { label: "Reports", url: "/dashboard/reports" },
      { label: "Signals", url: "/dashboard/reports/attribution" },
      { label: "Proof", url: "/dashboard/settings/ledger" },
      { label: "Settings", url: "/dashboard/settings" },
    ],
  },
  {
    label: "Affiliates",
    url: "/dashboard/affiliates",
    icon: PersonIcon,
    subs: [
      { label: "List", url: "/dashboard/affiliates" },
      { label: "Applications", url: "/dashboard/affiliates/applications", waits: "applications" },
      {
        label: "Links and codes",
        url: "/dashboard/affiliates/links",
        also: ["/dashboard/affiliates/codes", "/dashboard/affiliates/discounts"],
      },
      { label: "Commissions", url: "/dashboard/affiliates/commissions" },
      { label: "Payouts", url: "/dashboard/affiliates/payouts" },
      { label: "Claims", url: "/dashboard/affiliates/claims" },
      { label: "Flags", url: "/dashboard/affiliates/flags", waits: "flags" },
    ],
  },
  {
    label: "Programs",
    url: "/dashboard/programs",
    icon: ChartVerticalIcon,
    subs: [
      { label: "List", url: "/dashboard/programs" },
      { label: "Editor", url: "/dashboard/programs/new" },
    ],
  },
];

/** The entry that the path belongs to: the longest one that it begins with, so that details light up their list. */
export function currentEntry(pathname: string): { item: string; sub: string } {
  const entries = navigationItems.flatMap((item) =>
    item.subs.flatMap(({ url, also = [] }) =>
      [url, ...also].map((at) => ({ at, found: { item: item.url, sub: url } })),
    ),
  );
  const holds = (url: string) => pathname === url || pathname.startsWith(`${url}/`);
  const found = entries.filter(({ at }) => holds(at)).toSorted((a, b) => b.at.length - a.at.length);
  return found[0]?.found ?? { item: "/dashboard", sub: "/dashboard" };
}
