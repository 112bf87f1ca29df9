import { useLocation } from "@remix-run/react";
import { Button, InlineStack } from "@shopify/polaris";

const tabs = [
  { label: "Batches", url: "/dashboard/affiliates/payouts" },
  { label: "Owed", url: "/dashboard/affiliates/payouts/owed" },
  { label: "Reconcile", url: "/dashboard/affiliates/payouts/reconcile" },
];

/** What Affiliates ▸ Payouts consists of, and where one is. */
export function PayoutsTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Payouts">
      <InlineStack gap="100">
        {tabs.map(({ label, url }) => {
          const isHere = pathname === url;
          return (
            <Button
              key={url}
              url={url}
              // A link takes no pressed look in Polaris: the chosen one is the one with an edge.
              variant={isHere ? "secondary" : "tertiary"}
              accessibilityLabel={isHere ? `${label}, selected` : label}
            >
              {label}
            </Button>
          );
        })}
      </InlineStack>
    </nav>
  );
}
