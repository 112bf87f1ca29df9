import { useLocation, useNavigate } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Link, Page, Text } from "@shopify/polaris";
import { TaggedText } from "../texts/tagged-text.tsx";
import { commonText as t } from "./common-text.ts";

/** SPEC §2: the not-found page, word for word. For an affiliate it links to the portal instead of the dashboard. */
export function NotFoundPage() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isAffiliate = /^\/portal(\/|$)/.test(pathname) || new URLSearchParams(search).get("portal") === "1";
  return (
    <Page narrowWidth>
      <Card padding="800">
        <BlockStack gap="400" inlineAlign="center">
          <span className="big-number">{t("notFound.code")}</span>
          <Text as="h1" variant="headingXl" alignment="center">
            {t("notFound.heading")}
          </Text>
          <Text as="p" variant="bodyLg" alignment="center">
            {t("notFound.text")}
          </Text>
          <Text as="p" tone="subdued" alignment="center">
            {t("notFound.help")}
          </Text>
          <InlineStack gap="300" align="center">
            <Button variant="primary" url={isAffiliate ? "/portal" : "/dashboard"}>
              {t(isAffiliate ? "notFound.portal" : "notFound.dashboard")}
            </Button>
            <Button onClick={() => navigate(-1)}>{t("notFound.back")}</Button>
          </InlineStack>
          <Text as="p" tone="subdued" alignment="center">
            <SupportText text={t("notFound.support")} />
          </Text>
        </BlockStack>
      </Card>
    </Page>
  );
}

/** A text with a link to the operator of this server. It opens a new tab, because the admin's frame shows no public pages. */
export function SupportText({ text }: { text: string }) {
  return <TaggedText text={text} tags={{ support: supportLink }} />;
}

function supportLink(content: string) {
  return (
    <Link url="/privacy#contact" target="_blank">
      {content}
    </Link>
  );
}
