import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { Button, InlineStack, Text } from "@shopify/polaris";
import { useText } from "../texts/use-text.ts";
import { PortalBox } from "./portal-box.tsx";

/** Error page of the portal. */
export function PortalFault() {
  const t = useText("portal");
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <PortalBox title={t("error.notFoundTitle")}>
        <Text as="p">{t("error.notFound")}</Text>
        <InlineStack>
          <Button url="/portal">{t("error.home")}</Button>
        </InlineStack>
      </PortalBox>
    );
  }
  return (
    <PortalBox title={t("error.title")}>
      <Text as="p">{t("error.text")}</Text>
      <InlineStack>
        <Button onClick={() => window.location.reload()}>{t("error.retry")}</Button>
      </InlineStack>
    </PortalBox>
  );
}

/** Page for URLs of a store without the app. */
export function NoStorePage() {
  const t = useText("portal");
  return (
    <PortalBox title={t("noStore.title")}>
      <Text as="p">{t("noStore.text")}</Text>
    </PortalBox>
  );
}
