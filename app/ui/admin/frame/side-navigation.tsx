import { useLocation } from "@remix-run/react";
import { Badge, Navigation } from "@shopify/polaris";
import { currentEntry, navigationItems, type Waiting } from "./navigation.ts";

/** The server counts no further: beyond it every page would pay for a number that nobody reads. */
const mostShown = 99;

function shown(count: number): string {
  return count > mostShown ? `${mostShown}+` : String(count);
}

/** Dashboard, Affiliates, Programs; the sub-items of the one where the person is. */
export function SideNavigation({ waiting, onDismiss }: { waiting: Waiting; onDismiss: () => void }) {
  const { pathname } = useLocation();
  const current = currentEntry(pathname);
  const items = navigationItems.map(({ label, url, icon, subs }) => {
    const selected = url === current.item;
    const count = subs.reduce((sum, { waits }) => sum + (waits ? waiting[waits] : 0), 0);
    return {
      label,
      url,
      icon,
      selected,
      onClick: onDismiss,
      // Where the sub-items are seen, the one that it is about says it.
      ...(count > 0 && !selected && { badge: <WaitingBadge count={count} /> }),
      subNavigationItems: subs.map((sub) => ({
        label:
          sub.waits && waiting[sub.waits] > 0 ? `${sub.label} (${shown(waiting[sub.waits])})` : sub.label,
        url: sub.url,
        matches: sub.url === current.sub,
        exactMatch: true,
        onClick: onDismiss,
      })),
    };
  });
  return (
    <Navigation location={pathname}>
      <Navigation.Section items={items} />
    </Navigation>
  );
}

function WaitingBadge({ count }: { count: number }) {
  return (
    <Badge size="small" tone="attention" toneAndProgressLabelOverride="Waiting for you:">
      {shown(count)}
    </Badge>
  );
}
