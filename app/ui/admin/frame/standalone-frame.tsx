import { useLocation, useNavigation } from "@remix-run/react";
import { Badge, Frame, Loading, Navigation } from "@shopify/polaris";
import { ChartVerticalIcon, HomeIcon, PersonIcon } from "@shopify/polaris-icons";
import { type ReactNode, useCallback, useContext, useState } from "react";
import { frameText as t } from "../../shared/frame/frame-text.ts";
import { currentItem, frameMenu } from "../../shared/frame/menus.ts";
import { cappedCount, useMenuLabel, Waiting } from "../../shared/frame/waiting.ts";
import { useUiState } from "../../state/ui-provider.tsx";
import { AdminTopBar, type SignedInUser } from "./top-bar.tsx";

const logo = {
  width: 148,
  topBarSource: "/logo.svg",
  url: "/dashboard",
  accessibilityLabel: t("app"),
};

/** The frame outside Shopify's admin: top bar, side navigation, and the page. */
export function StandaloneFrame({ user, children }: { user: SignedInUser; children: ReactNode }) {
  const [showMobileNavigation, setShowMobileNavigation] = useState(false);
  const { sidebarCollapsed } = useUiState();
  const navigation = useNavigation();
  const close = useCallback(() => setShowMobileNavigation(false), []);
  const toggle = useCallback(() => setShowMobileNavigation((now) => !now), []);
  return (
    <div className={sidebarCollapsed ? "sidebar-collapsed" : undefined}>
      <Frame
        logo={logo}
        topBar={<AdminTopBar user={user} onNavigationToggle={toggle} />}
        navigation={<SideNavigation onDismiss={close} />}
        showMobileNavigation={showMobileNavigation}
        onNavigationDismiss={close}
      >
        {navigation.state !== "idle" && <Loading />}
        {children}
      </Frame>
    </div>
  );
}

const icons = [HomeIcon, PersonIcon, ChartVerticalIcon];

/** Side navigation, with the sub-items of the current item. */
function SideNavigation({ onDismiss }: { onDismiss: () => void }) {
  const { pathname } = useLocation();
  const counts = useContext(Waiting);
  const label = useMenuLabel();
  const current = currentItem(pathname);
  const items = frameMenu.map((item, index) => {
    const selected = item.url === current.item;
    const count = item.subs.reduce((sum, { waits }) => sum + (waits ? counts[waits] : 0), 0);
    return {
      label: t(`pages.${item.name}`),
      url: item.url,
      icon: icons[index] ?? HomeIcon,
      selected,
      onClick: onDismiss,
      // If sub-items are visible, they show the counts themselves.
      ...(count > 0 && !selected && { badge: <WaitingBadge count={count} /> }),
      subNavigationItems: item.subs.map((sub) => ({
        label: label(sub),
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
    <Badge size="small" tone="attention" toneAndProgressLabelOverride={t("waiting")}>
      {cappedCount(count)}
    </Badge>
  );
}
