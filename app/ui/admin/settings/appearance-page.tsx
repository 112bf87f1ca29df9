import { ChoiceList, Text } from "@shopify/polaris";
import { appearance } from "#app/i18n/en/admin/appearance.ts";
import { Section } from "../../shared/detail-page.tsx";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { frameText } from "../../shared/frame/frame-text.ts";
import { useUiActions, useUiState } from "../../state/ui-provider.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { isTheme } from "../../theme/theme.ts";

provideTexts({ appearance });

/** Settings ▸ Appearance: the theme. */
export function AppearancePage() {
  const t = useText("appearance");
  const { theme } = useUiState();
  const { setTheme } = useUiActions();
  return (
    <AppPage title={frameText("pages.appearance")}>
      <Section title={t("theme")}>
        <Text as="p" tone="subdued">
          {t("about")}
        </Text>
        <ChoiceList
          title={t("theme")}
          titleHidden
          choices={[
            { label: t("light"), value: "light" },
            { label: t("dark"), value: "dark" },
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
