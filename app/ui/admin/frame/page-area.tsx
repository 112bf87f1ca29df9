import { useLocation, useNavigation } from "@remix-run/react";
import { BlockStack, Card, SkeletonBodyText, SkeletonPage } from "@shopify/polaris";
import { useEffect, useState, type ReactNode } from "react";
import { usePlace } from "../../state/ui-provider.tsx";
import { findAppBridge } from "../../state/app-bridge.ts";

/** A page that arrives sooner than this appears without a skeleton before it. */
const patienceMs = 200;

/** The page; grey lines in its place while another one takes long to arrive. */
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
      {/* Hidden, not removed: if the journey is broken off, the page is there as it was. */}
      <div hidden={slow}>{children}</div>
    </>
  );
}

function useSlowNavigation(): boolean {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const { embedded } = usePlace();
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
