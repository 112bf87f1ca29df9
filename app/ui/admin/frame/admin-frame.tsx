import { Link, useLocation, useNavigation } from "@remix-run/react";
import { NavMenu } from "@shopify/app-bridge-react";
import {
  Badge,
  BlockStack,
  Card,
  Frame,
  Loading,
  Navigation,
  type NavigationItemProps,
  SkeletonBodyText,
  SkeletonPage,
} from "@shopify/polaris";
import { ChartVerticalIcon, HomeIcon, PersonIcon } from "@shopify/polaris-icons";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { frame } from "#app/i18n/en/admin/frame.ts";
import { merchantText, provideTexts } from "../../texts/texts-provider.tsx";
import { findAppBridge, usePageHost, useUiState } from "../../state/ui-provider.tsx";
import { AdminTopBar, type SignedInUser } from "./top-bar.tsx";

provideTexts({ frame });
const t = merchantText("frame");

const logo = {
  width: 148,
  topBarSource: "/logo.svg",
  url: "/dashboard",
  accessibilityLabel: t("app"),
};

type Props = {
  user: SignedInUser;
  /** Omitted if unknown, as on an error page. */
  waiting?: WaitingCounts;
  children: ReactNode;
};

const nothingWaits: WaitingCounts = { applications: 0, flags: 0 };

/** The frame of every admin page: top bar, side navigation, and the page. */
export function AdminFrame({ user, waiting = nothingWaits, children }: Props) {
  const [showMobileNavigation, setShowMobileNavigation] = useState(false);
  const { sidebarCollapsed } = useUiState();
  const { embedded } = usePageHost();
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

/** Menu of Shopify's admin, with the three entries. */
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

/** The server counts no further, because every page would pay for exact numbers that nobody reads. */
const mostShown = 99;

function cappedCount(count: number): string {
  return count > mostShown ? `${mostShown}+` : String(count);
}

/** Side navigation, with the subpages of the current entry. */
function SideNavigation({ waiting, onDismiss }: { waiting: WaitingCounts; onDismiss: () => void }) {
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
      // If subpages are visible, they show the badge themselves.
      ...(count > 0 && !selected && { badge: <WaitingBadge count={count} /> }),
      subNavigationItems: subs.map((sub) => ({
        label:
          sub.waits && waiting[sub.waits] > 0
            ? `${sub.label} (${cappedCount(waiting[sub.waits])})`
            : sub.label,
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
      {cappedCount(count)}
    </Badge>
  );
}

/** A page that loads faster than this shows no skeleton. */
const patienceMs = 200;

/** The page, or a skeleton while another page loads slowly. */
export function PageArea({ children }: { children: ReactNode }) {
  const slow = useSlowNavigation();
  return (
    <>
      {slow && (
        <SkeletonPage title="Loading" primaryAction>
          <BlockStack gap="400">
            <Card>
              <SkeletonBodyText lines={4} />
            </Card>
            <Card>
              <SkeletonBodyText lines={8} />
            </Card>
          </BlockStack>
        </SkeletonPage>
      )}
      {/* Hidden, not removed: a canceled navigation shows the page as it was. */}
      <div hidden={slow}>{children}</div>
    </>
  );
}

function useSlowNavigation(): boolean {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const { embedded } = usePageHost();
  const leaving = state === "loading" && location.pathname !== pathname;
  const [slowPath, setSlowPath] = useState<string | null>(null);

  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(() => setSlowPath(pathname), patienceMs);
    return () => {
      clearTimeout(timer);
      setSlowPath(null);
    };
  }, [leaving, pathname]);

  useEffect(() => {
    if (embedded) findAppBridge()?.loading(state !== "idle");
  }, [embedded, state]);

  return leaving && slowPath === pathname;
}

type NavigationLink = { readonly label: string; readonly url: string };
/** Number of items that need attention, by page. */
export type WaitingCounts = { readonly applications: number; readonly flags: number };

/** `also` are other URLs of the entry. `waits` names the badge's count. */
type SubPage = NavigationLink & { readonly also?: readonly string[]; readonly waits?: keyof WaitingCounts };
type NavigationEntry = NavigationLink & {
  readonly icon: NonNullable<NavigationItemProps["icon"]>;
  readonly subs: readonly SubPage[];
};

/** The three entries (SPEC §9) with their subpages. */
export const navigationItems: readonly [NavigationEntry, NavigationEntry, NavigationEntry] = [
  {
    label: t("pages.dashboard"),
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
    label: t("pages.affiliates"),
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
    label: t("pages.programs"),
    url: "/dashboard/programs",
    icon: ChartVerticalIcon,
    subs: [
      { label: "List", url: "/dashboard/programs" },
      { label: "Editor", url: "/dashboard/programs/new" },
    ],
  },
];

/** Entry of a path: the longest URL that it starts with, so that detail pages highlight their list. */
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
