import { ChartVerticalIcon, HomeIcon, PersonIcon } from "@shopify/polaris-icons";
import type { NavigationItemProps } from "@shopify/polaris";

type Sub = { readonly label: string; readonly url: string };
type Item = Sub & { readonly icon: NonNullable<NavigationItemProps["icon"]>; readonly subs: readonly Sub[] };

/** The three items (SPEC §9), and what hangs below each. */
export const navigationItems: readonly [Item, Item, Item] = [
  {
    label: "Dashboard",
    url: "/dashboard",
    icon: HomeIcon,
    subs: [
      { label: "Overview", url: "/dashboard" },
      { label: "Orders", url: "/dashboard/orders" },
      { label: "Proof", url: "/dashboard/proof" },
      { label: "Settings", url: "/dashboard/settings" },
    ],
  },
  {
    label: "Affiliates",
    url: "/dashboard/affiliates",
    icon: PersonIcon,
    subs: [
      { label: "List", url: "/dashboard/affiliates" },
      { label: "Commissions", url: "/dashboard/affiliates/commissions" },
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
    item.subs.map((sub) => ({ item: item.url, sub: sub.url })),
  );
  const holds = (url: string) => pathname === url || pathname.startsWith(`${url}/`);
  const found = entries.filter(({ sub }) => holds(sub)).toSorted((a, b) => b.sub.length - a.sub.length);
  return found[0] ?? { item: "/dashboard", sub: "/dashboard" };
}
