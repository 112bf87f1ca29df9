import { Text } from "@shopify/polaris";
import { useText } from "../texts/use-text.ts";
import { PortalBox } from "./portal-box.tsx";

/** Where the address names a store that never had the app, or has it no more. */
export function NoStorePage() {
  const t = useText("portal");
  return (
    <PortalBox title={t("noStore.title")}>
      <Text as="p">{t("noStore.text")}</Text>
    </PortalBox>
  );
}
