import { NavMenu } from "@shopify/app-bridge-react";
import { Frame, Loading } from "@shopify/polaris";
import { Link, useNavigation } from "@remix-run/react";
import { useCallback, useState, type ReactNode } from "react";
import { usePlace, useUiState } from "../../state/ui-provider.tsx";
import { navigationItems, type Waiting } from "./navigation.ts";
import { PageArea } from "./page-area.tsx";
import { SideNavigation } from "./side-navigation.tsx";
import { AdminTopBar, type SignedIn } from "./top-bar.tsx";

const logo = {
  width: 148,
  topBarSource: "/logo.svg",
  url: "/dashboard",
  accessibilityLabel: "Affiliate Platform",
};

type Props = {
  user: SignedIn;
  /** Left out where it is not known, as on the page of a fault. */
  waiting?: Waiting;
  children: ReactNode;
};

const nothingWaits: Waiting = { applications: 0, flags: 0 };

/** The frame of every admin page: top bar, side navigation, and the page. */
export function AdminFrame({ user, waiting = nothingWaits, children }: Props) {
  const [showMobileNavigation, setShowMobileNavigation] = useState(false);
  const { sidebarCollapsed } = useUiState();
  const { embedded } = usePlace();
  const navigation = useNavigation();
  const close = useCallback(() => setShowMobileNavigation(false), []);
  const toggle = useCallback(() => setShowMobileNavigation((now) => !now), []);
  return (
    <div className={sidebarCollapsed ? "sidebar-collapsed" : undefined}>
      <Frame
        logo={logo}
        topBar={<AdminTopBar user={user} onNavigationToggle={toggle} />}
        navigation={<SideNavigation waiting={waiting} onDismiss={close} />}
        showMobileNavigation={showMobileNavigation}
        onNavigationDismiss={close}
      >
        {navigation.state !== "idle" && !embedded && <Loading />}
        {embedded && <AdminMenu />}
        <PageArea>{children}</PageArea>
      </Frame>
    </div>
  );
}

/** The three items in the menu of the admin around the frame. */
function AdminMenu() {
  const [dashboard, ...others] = navigationItems;
  return (
    <NavMenu>
      <Link to={dashboard.url} rel="home">
        {dashboard.label}
      </Link>
      {others.map(({ label, url }) => (
        <Link key={url} to={url}>
          {label}
        </Link>
      ))}
    </NavMenu>
  );
}
