import { useLocation } from "@remix-run/react";
import { Navigation } from "@shopify/polaris";
import { currentEntry, navigationItems } from "./navigation.ts";

/** Dashboard, Affiliates, Programs; the sub-items of the one where the person is. */
export function SideNavigation({ onDismiss }: { onDismiss: () => void }) {
  const { pathname } = useLocation();
  const current = currentEntry(pathname);
  const items = navigationItems.map(({ label, url, icon, subs }) => ({
    label,
    url,
    icon,
    selected: url === current.item,
    onClick: onDismiss,
    subNavigationItems: subs.map((sub) => ({
      label: sub.label,
      url: sub.url,
      matches: sub.url === current.sub,
      exactMatch: true,
      onClick: onDismiss,
    })),
  }));
  return (
    <Navigation location={pathname}>
      <Navigation.Section items={items} />
    </Navigation>
  );
}
