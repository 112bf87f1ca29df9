import { useLocation, useNavigation } from "@remix-run/react";
import { NavMenu } from "@shopify/app-bridge-react";
import { BlockStack, Card, Page, SkeletonBodyText, SkeletonPage } from "@shopify/polaris";
import { type ReactNode, useEffect, useState } from "react";
import { AppLink } from "../../shared/frame/app-link.tsx";
import { frameText as t } from "../../shared/frame/frame-text.ts";
import { adminMenu, homeLink, type WaitingCounts } from "../../shared/frame/menus.ts";
import { noCounts, Waiting } from "../../shared/frame/waiting.ts";
import { findAppBridge, usePageHost } from "../../state/ui-provider.tsx";
import type { SignedInUser } from "./top-bar.tsx";

/**
 * Inside Shopify's admin, which draws the frame, its chunk is not loaded. It is awaited before the page starts, because
 * a frame that came later would start the page a second time.
 */
const standalone = findAppBridge() ? null : await import("./standalone-frame.tsx");

type Props = {
  user: SignedInUser;
  /** Null if unknown, as on an error page. */
  waiting?: WaitingCounts | null;
  children: ReactNode;
};

/** Around every page of merchants: the menu of Shopify's admin, or the app's own frame outside of it. */
export function AdminFrame({ user, waiting, children }: Props) {
  const { embedded } = usePageHost();
  const page = <PageArea>{children}</PageArea>;
  const framed =
    embedded || !standalone ? (
      <>
        <AdminMenu />
        <main>{page}</main>
      </>
    ) : (
      <standalone.StandaloneFrame user={user}>{page}</standalone.StandaloneFrame>
    );
  return <Waiting.Provider value={waiting ?? noCounts}>{framed}</Waiting.Provider>;
}

/** Items in the menu of Shopify's admin. */
function AdminMenu() {
  return (
    <NavMenu>
      <AppLink url={homeLink.url} rel="home">
        {t(`pages.${homeLink.name}`)}
      </AppLink>
      {adminMenu.map(({ name, url }) => (
        <AppLink key={url} url={url}>
          {t(`pages.${name}`)}
        </AppLink>
      ))}
    </NavMenu>
  );
}

/** A page that loads faster than this shows no skeleton. */
const patienceMs = 200;

/** The page, or a skeleton while another page loads slowly. */
export function PageArea({ children }: { children: ReactNode }) {
  const slow = useSlowNavigation();
  return (
    <>
      {slow && <PageSkeleton />}
      {/* Hidden, not removed: a canceled navigation shows the page as it was. */}
      <div hidden={slow}>{children}</div>
    </>
  );
}

function PageSkeleton() {
  const { embedded } = usePageHost();
  const cards = (
    <BlockStack gap="400">
      <Card>
        <SkeletonBodyText lines={4} />
      </Card>
      <Card>
        <SkeletonBodyText lines={8} />
      </Card>
    </BlockStack>
  );
  // The admin keeps the title bar.
  if (embedded) return <Page>{cards}</Page>;
  return (
    <SkeletonPage title={t("loading")} primaryAction>
      {cards}
    </SkeletonPage>
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
