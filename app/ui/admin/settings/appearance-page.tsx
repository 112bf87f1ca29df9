import { ChoiceList, Text } from "@shopify/polaris";
import { settings } from "#app/i18n/en/admin/settings.ts";
import { Section } from "../../shared/detail-page.tsx";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { frameText } from "../../shared/frame/frame-text.ts";
import { useUiActions, useUiState } from "../../state/ui-provider.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { isTheme } from "../../theme/theme.ts";

provideTexts({ settings });

/** Settings ▸ Appearance: the theme. */
export function AppearancePage() {
  const t = useText("settings");
  const { theme } = useUiState();
  const { setTheme } = useUiActions();
  return (
    <AppPage title={frameText("pages.appearance")}>
      <Section title={t("appearance.theme")}>
        <Text as="p" tone="subdued">
          {t("appearance.about")}
        </Text>
        <ChoiceList
          title={t("appearance.theme")}
          titleHidden
          choices={[
            { label: t("appearance.light"), value: "light" },
            { label: t("appearance.dark"), value: "dark" },
          ]}
          selected={[theme]}
          onChange={([chosen]) => {
            if (isTheme(chosen)) setTheme(chosen);
          }}
        />
      </Section>
    </AppPage>
  );
}
