import { BlockStack, Card, ProgressBar, Text } from "@shopify/polaris";
import type { GoalWire, HomeTierWire } from "#app/contracts/portal-home.ts";
import { formatBps, formatMoney } from "../shared/format.ts";
import { useText } from "../texts/use-text.ts";

/** How far the affiliate is from each next tier. */
export function HomeTiers({ tiers }: { tiers: readonly HomeTierWire[] }) {
  const programs = new Set(tiers.map((tier) => tier.programName));
  return tiers.map((tier) => (
    <TierCard
      key={`${tier.programName} ${tier.ruleName ?? ""}`}
      tier={tier}
      withProgram={programs.size > 1}
    />
  ));
}

function TierCard({ tier, withProgram }: { tier: HomeTierWire; withProgram: boolean }) {
  const { title, progress } = useTierTexts(tier, withProgram);
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingMd" id={titleId(tier)}>
          {title}
        </Text>
        <ProgressBar progress={tier.percent} size="small" tone="primary" ariaLabelledBy={titleId(tier)} />
        <Text as="p" tone="subdued">
          {progress}
        </Text>
      </BlockStack>
    </Card>
  );
}

function titleId({ programName, ruleName }: HomeTierWire): string {
  return `tier-${encodeURIComponent(`${programName}-${ruleName ?? ""}`)}`;
}

function useTierTexts(tier: HomeTierWire, withProgram: boolean) {
  const t = useText("home");
  const pay = usePayText(tier.pay);
  const { programName: program, ruleName: rule, period } = tier;
  const goalText = (goal: GoalWire) =>
    goal.measure === "orders" ? t("tier.orders", { count: goal.count }) : formatMoney(goal.amount);
  const reached = tier.reached.measure === "orders" ? String(tier.reached.count) : goalText(tier.reached);
  const titleOf = () => {
    if (rule !== null) return t("tier.ofRule", { rule, pay });
    return withProgram ? t("tier.ofProgram", { program, pay }) : t("tier.title", { pay });
  };
  const values = { reached, goal: goalText(tier.goal) };
  return {
    title: titleOf(),
    progress:
      period.kind === "rolling"
        ? t("tier.rolling", { ...values, days: period.days })
        : t(`tier.${period.kind === "ever" ? "ever" : period.unit}`, values),
  };
}

function usePayText(pay: HomeTierWire["pay"]): string {
  const t = useText("home");
  if (pay.kind === "none") return t("tier.none");
  if (pay.kind === "percentage") return t("tier.percentage", { rate: formatBps(pay.rateBps) });
  const amount = formatMoney(pay.amount);
  return pay.kind === "fixed" ? t("tier.fixed", { amount }) : t("tier.perItem", { amount });
}
