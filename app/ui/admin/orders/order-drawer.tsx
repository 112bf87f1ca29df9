import { Link, useSearchParams } from "@remix-run/react";
import { Button, InlineStack, SkeletonBodyText, Text } from "@shopify/polaris";
import { useCallback } from "react";
import { Drawer } from "../../shared/drawer.tsx";
import { drawerParameter } from "../../shared/drawer-address.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatDateTime, formatMoney } from "../../shared/format.ts";
import { ExplanationSections } from "./explanation-sections.tsx";
import { useExplanation } from "./use-explanation.ts";

/** A way to ask why, beside an order in a list: it opens the drawer, and the address says so. */
export function WhyLink({ orderId, name }: { orderId: string; name: string }) {
  const [query] = useSearchParams();
  const opened = new URLSearchParams(query);
  opened.set(drawerParameter, orderId);
  return (
    <Link
      to={`?${opened.toString()}`}
      preventScrollReset
      className="Polaris-Link"
      aria-label={`Why order ${name}`}
      // A click that reaches the row of the list would open the order's page instead.
      onClick={(event) => event.stopPropagation()}
    >
      Why?
    </Link>
  );
}

/** Why an order was credited or not, over the list that it was asked from. Its page says the same at full width. */
export function OrderDrawer({ timeZone }: { timeZone: string }) {
  const [query, setQuery] = useSearchParams();
  const orderId = query.get(drawerParameter);
  const close = useCallback(() => {
    const closed = (before: URLSearchParams) => {
      before.delete(drawerParameter);
      return before;
    };
    setQuery(closed, { preventScrollReset: true });
  }, [setQuery]);
  if (orderId === null) return null;
  return <OpenDrawer key={orderId} orderId={orderId} timeZone={timeZone} onClose={close} />;
}

function OpenDrawer({
  orderId,
  timeZone,
  onClose,
}: {
  orderId: string;
  timeZone: string;
  onClose: () => void;
}) {
  const { explained, error, retry } = useExplanation(orderId);
  return (
    <Drawer title={explained ? `Order ${explained.order.name}` : "Order"} onClose={onClose}>
      <ErrorBanner message={error} onRetry={retry} />
      {explained ? (
        <>
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="p" tone="subdued">
              {formatDateTime(explained.order.placedAt, timeZone)}, commission{" "}
              {formatMoney(explained.order.commission)}
            </Text>
            <Button variant="plain" url={`/dashboard/orders/${encodeURIComponent(orderId)}`}>
              Open as a page
            </Button>
          </InlineStack>
          <ExplanationSections explained={explained} timeZone={timeZone} />
        </>
      ) : (
        error === null && <SkeletonBodyText lines={12} />
      )}
    </Drawer>
  );
}
