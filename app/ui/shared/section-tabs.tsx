import { useLocation } from "@remix-run/react";
import { Box, Button, InlineStack } from "@shopify/polaris";

type Tab = { readonly label: string; readonly url: string };

/** Tabs of the pages under one navigation entry, with the current one marked. */
export function SectionTabs({ label: section, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={section}>
      <Box paddingInline={{ xs: "400", sm: "0" }}>
        <InlineStack gap="100">
          {tabs.map(({ label, url }) => {
            const isHere = pathname === url;
            return (
              <Button
                key={url}
                url={url}
                // Polaris cannot show a link as pressed, so the current one has a border.
                variant={isHere ? "secondary" : "tertiary"}
                accessibilityLabel={isHere ? `${label}, selected` : label}
              >
                {label}
              </Button>
            );
          })}
        </InlineStack>
      </Box>
    </nav>
  );
}

const linksTabs = [
  { label: "Links", url: "/dashboard/affiliates/links" },
  { label: "Codes", url: "/dashboard/affiliates/codes" },
  { label: "Links of other systems", url: "/dashboard/affiliates/links/imported" },
];

/** Tabs of Affiliates ▸ Links and codes. */
export function LinksTabs() {
  return <SectionTabs label="Links and codes" tabs={linksTabs} />;
}

const payoutsTabs = [
  { label: "All payouts", url: "/dashboard/affiliates/payouts" },
  { label: "Balances", url: "/dashboard/affiliates/payouts/balances" },
  { label: "Reconciliation", url: "/dashboard/affiliates/payouts/reconcile" },
];

/** Tabs of Affiliates ▸ Payouts. */
export function PayoutsTabs() {
  return <SectionTabs label="Payouts" tabs={payoutsTabs} />;
}
