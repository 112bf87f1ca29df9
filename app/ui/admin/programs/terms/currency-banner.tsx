import { Banner, BlockStack, List, Text } from "@shopify/polaris";
import type { BonusWire, ConditionWire, PayWire, TermsWire, ThresholdWire } from "#app/contracts/terms.ts";
import { formatMoney } from "../../../shared/format.ts";
import { merchantText, useText } from "../../../texts/use-text.ts";

const texts = merchantText("programs");

/** M18: after a change of the store's currency, lists amounts that do not count until they are entered again. */
export function CurrencyBanner({ terms, currency }: { terms: TermsWire; currency: string }) {
  const t = useText("programs");
  const amounts = amountsInOtherCurrency(terms, currency);
  if (amounts.length === 0) return null;
  const lines = new Set(
    amounts.map(({ where, amount }) => t("currency.amount", { where, amount: formatMoney(amount) })),
  );
  return (
    <Banner tone="warning" title={t("currency.title")}>
      <BlockStack gap="200">
        <Text as="p">{t("currency.text", { currency })}</Text>
        <List>
          {[...lines].map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </BlockStack>
    </Banner>
  );
}

type MoneyWire = BonusWire["amount"];

/** An amount of terms and its path. */
type PlacedAmount = { readonly where: string; readonly amount: MoneyWire };

/** Amounts in another currency than the store's, in the order of the editor (M18). */
function amountsInOtherCurrency(terms: TermsWire, currency: string): readonly PlacedAmount[] {
  const { rules, commission, caps, bonuses } = terms;
  const placed = [
    ...rules.flatMap((rule) => placedAt(rule.name, [...ofCondition(rule.when), ...ofPay(rule.pay)])),
    ...placedAt(texts("currency.commission"), ofPay(commission)),
    ...placedAt(texts("currency.orderCap"), [caps.perOrder]),
    ...placedAt(texts("currency.affiliateCap"), [caps.perAffiliate?.amount ?? null]),
    ...bonuses.flatMap((bonus) => placedAt(bonus.name, [ofThreshold(bonus.atLeast), bonus.amount])),
  ];
  return placed.filter(({ amount }) => amount.currencyCode !== currency);
}

function placedAt(where: string, amounts: readonly (MoneyWire | null)[]): PlacedAmount[] {
  return amounts.flatMap((amount) => (amount ? [{ where, amount }] : []));
}

function ofPay(pay: PayWire): (MoneyWire | null)[] {
  if (pay.type === "tiered") {
    return [
      ...ofPay(pay.below),
      ...pay.steps.flatMap((step) => [ofThreshold(step.atLeast), ...ofPay(step.pay)]),
    ];
  }
  return "amount" in pay ? [pay.amount] : [];
}

function ofThreshold(threshold: ThresholdWire): MoneyWire | null {
  return threshold.measure === "sales" ? threshold.amount : null;
}

function ofCondition(condition: ConditionWire): MoneyWire[] {
  if ("of" in condition) return condition.of.flatMap(ofCondition);
  return "amount" in condition ? [condition.amount] : [];
}
