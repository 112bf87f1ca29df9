import { type AttributionRules, evidenceKinds } from "#app/domain/attribution.ts";
import { attributionRules } from "#app/i18n/en/admin/attribution-rules.ts";
import { signalName } from "#app/i18n/signal-words.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ attributionRules });
const t = merchantText("attributionRules");

/** Rules of attribution in one line. */
export function rulesText({ precedence, touch, binding, newCustomer }: AttributionRules): string {
  const off = evidenceKinds.filter((kind) => !precedence.includes(kind));
  const parts = [
    t("priority", { signals: precedence.map(signalName).join(", ") || t("nothing") }),
    ...(off.length > 0 ? [t("off", { signals: off.map(signalName).join(", ") })] : []),
    t(`touch.${touch}`),
    binding.kind === "days" ? t("days", { days: binding.days }) : t(`binding.${binding.kind}`),
    t(`newTo.${newCustomer}`),
  ];
  return parts.join("; ");
}
