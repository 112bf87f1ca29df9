import type { ConditionWire } from "#app/contracts/conditions.ts";
import type { BonusWire, PayWire, TermsWire, ThresholdWire } from "#app/contracts/terms.ts";

type MoneyWire = BonusWire["amount"];

/** An amount of terms and where it stands. */
export type PlacedAmount = { readonly where: string; readonly amount: MoneyWire };

/** The amounts of terms that are in another currency than the store's, in the order of the editor (M18). */
export function foreignAmounts(terms: TermsWire, currency: string): readonly PlacedAmount[] {
  const { rules, commission, caps, bonuses } = terms;
  const placed = [
    ...rules.flatMap((rule) =>
      placedAt(`Rule “${rule.name}”`, [...ofCondition(rule.when), ...ofPay(rule.pay)]),
    ),
    ...placedAt("Commission", ofPay(commission)),
    ...placedAt("Cap of an order", [caps.perOrder]),
    ...placedAt("Cap of an affiliate", [caps.perAffiliate?.amount ?? null]),
    ...bonuses.flatMap((bonus) =>
      placedAt(`Bonus “${bonus.name}”`, [ofThreshold(bonus.atLeast), bonus.amount]),
    ),
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
