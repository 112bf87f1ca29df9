import { merchantText } from "../../../texts/use-text.ts";
import { amountWords, approvalWords, payWords, periodWords, thresholdWords } from "../terms-text.ts";
import { baseParts, type BonusDraft, type TermsDraft } from "./draft.ts";

const t = merchantText("programs");

export type TermsSection = "rules" | "tiers" | "bonuses" | "base" | "limits" | "timing";

/** The value of a section of the editor in one line. */
export const summaries: { readonly [Section in TermsSection]: (terms: TermsDraft) => string } = {
  rules: ({ rules }) =>
    rules.map((rule) => `${rule.name}: ${payWords(rule.pay)}`).join("; ") || t("sections.none.rules"),
  tiers: ({ commission }) => (commission.type === "tiered" ? payWords(commission) : t("sections.none.tiers")),
  bonuses: ({ bonuses }) => bonuses.map(bonusWords).join("; ") || t("sections.none.bonuses"),
  base: ({ base }) => baseWords(base),
  limits: ({ caps }) => capWords(caps).join("; ") || t("sections.none.limits"),
  timing: (terms) => {
    const approvalDays = Number(terms.approvalDays) || 0;
    const approval = approvalWords({ ...terms, approvalDays });
    return t("timing.summary", { window: terms.windowDays.trim() || t("words.blank"), approval });
  },
};

function bonusWords({ amount, atLeast, repeats }: BonusDraft): string {
  const words = { amount: amountWords(amount), threshold: thresholdWords(atLeast) };
  return repeats ? t("bonuses.every", words) : t("bonuses.one", words);
}

function baseWords(base: TermsDraft["base"]): string {
  const parts = baseParts
    .filter((part) => part !== "beforeDiscounts" && base[part])
    .map((part) => t(`base.inSummary.${part}`))
    .join(", ");
  if (parts === "") return base.beforeDiscounts ? t("base.summaryBefore") : t("sections.none.base");
  return base.beforeDiscounts ? t("base.summaryBeforeWith", { parts }) : t("base.summary", { parts });
}

function capWords({ perOrder, perAffiliate }: TermsDraft["caps"]): string[] {
  const ofOrder = perOrder ? [t("limits.order", { amount: amountWords(perOrder) })] : [];
  if (!perAffiliate) return ofOrder;
  const { amount, period } = perAffiliate;
  const words = { amount: amountWords(amount), period: periodWords(period) };
  return [...ofOrder, t("limits.affiliate", words)];
}
