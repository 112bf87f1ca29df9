import { BlockStack, Button, Text } from "@shopify/polaris";
import type { ShopInfoWire } from "#app/contracts/shop.ts";
import { settings } from "#app/i18n/en/admin/settings.ts";
import { type HistoryEntry, HistoryList, Section } from "../../shared/detail-page.tsx";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { useSettingsTitle } from "../../shared/frame/settings-columns.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { restoreGuide } from "../dashboard/dismissed-guide.ts";
import { ShopForm } from "./shop-form.tsx";

provideTexts({ settings });

export type SettingsData = {
  readonly info: ShopInfoWire;
  readonly history: readonly HistoryEntry[];
};

/** Settings ▸ General: store profile, defaults of new programs, and history. */
export function SettingsPage({ info, history }: SettingsData) {
  const t = useText("settings");
  return (
    <AppPage title={useSettingsTitle()}>
      <BlockStack gap="400">
        <ShopForm key={info.updatedAt} info={info} />
        <SetupGuideSection shop={info.domain} />
        <Section title={t("general.history")}>
          <HistoryList entries={history} timeZone={info.timeZone} />
        </Section>
      </BlockStack>
    </AppPage>
  );
}

/** Brings the dismissed setup guide back. */
function SetupGuideSection({ shop }: { shop: string }) {
  const t = useText("settings");
  const { addToast } = useUiActions();
  function show() {
    restoreGuide(shop);
    addToast({ message: t("guide.shown") });
  }
  return (
    <Section title={t("guide.title")}>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="p">{t("guide.text")}</Text>
        <Button onClick={show}>{t("guide.show")}</Button>
      </BlockStack>
    </Section>
  );
}
