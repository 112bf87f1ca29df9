import { useLocation } from "@remix-run/react";
import { Box, Button, InlineStack } from "@shopify/polaris";

const tabs = [
  { label: "Links", url: "/dashboard/affiliates/links" },
  { label: "Codes", url: "/dashboard/affiliates/codes" },
  { label: "Links of other systems", url: "/dashboard/affiliates/links/other-systems" },
];

/** What Affiliates ▸ Links and codes consists of, and where one is. */
export function LinksTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Links and codes">
      <Box paddingInline={{ xs: "400", sm: "0" }}>
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
      </Box>
    </nav>
  );
}
