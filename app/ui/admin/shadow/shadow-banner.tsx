import { Banner } from "@shopify/polaris";
import type { ShadowPhase } from "#app/domain/shadow/shadow-mode.ts";
import { shadowBanner } from "#app/i18n/en/admin/shadow-banner.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ shadowBanner });

/** Says on other pages why nothing is paid yet. Nothing for a store that isn't switching from another app. */
export function ShadowBanner({ phase }: { phase: ShadowPhase }) {
  const t = useText("shadowBanner");
  if (phase === "never" || phase === "complete") return null;
  const isWaiting = phase === "waiting";
  const state = isWaiting ? "waiting" : "shadow";
  return (
    <Banner
      tone={isWaiting ? "warning" : "info"}
      title={t(`title.${state}`)}
      action={{ content: t("open"), url: "/dashboard/programs/shadow" }}
    >
      <p>{t(`text.${state}`)}</p>
    </Banner>
  );
}
