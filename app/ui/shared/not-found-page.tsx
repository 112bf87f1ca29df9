import { useLocation, useNavigate } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Link, Page, Text } from "@shopify/polaris";

/** SPEC §2: the not-found page, word for word. For an affiliate it links to the portal instead of the dashboard. */
export function NotFoundPage() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isAffiliate = /^\/portal(\/|$)/.test(pathname) || new URLSearchParams(search).get("portal") === "1";
  return (
    <Page narrowWidth>
      <Card padding="800">
        <BlockStack gap="400" inlineAlign="center">
          <span className="big-number">404</span>
          <Text as="h1" variant="headingXl" alignment="center">
            Oops! Page Not Found
          </Text>
          <Text as="p" variant="bodyLg" alignment="center">
            The page you&apos;re looking for doesn&apos;t exist
          </Text>
          <Text as="p" tone="subdued" alignment="center">
            Please double-check the URL or use the navigation menu.
          </Text>
          <InlineStack gap="300" align="center">
            <Button variant="primary" url={isAffiliate ? "/portal" : "/dashboard"}>
              {isAffiliate ? "Go to your affiliate page" : "Go to Dashboard"}
            </Button>
            <Button onClick={() => navigate(-1)}>Go Back</Button>
          </InlineStack>
          <Text as="p" tone="subdued" alignment="center">
            If you believe this is an error, please <SupportLink />.
          </Text>
        </BlockStack>
      </Card>
    </Page>
  );
}

/** Link to the operator of this server. It opens a new tab, because the admin's frame shows no public pages. */
export function SupportLink() {
  return (
    <Link url="/privacy#contact" target="_blank">
      contact our support team
    </Link>
  );
}
