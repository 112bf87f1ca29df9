import type { Ctx } from "#app/domain/context.ts";
import { checkRule } from "#app/domain/fraud/rule-limits.ts";
import { type ChosenRule, chosenRules, fraudRules, type RuleAction } from "#app/domain/fraud/rules.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { chosenFraudRules, raisedSince, saveFraudRule } from "#app/store/flags.ts";

const shownMs = 30 * 86_400_000;

export type FraudRuleView = ReturnType<typeof fraudRuleViews>[number];

/** The rules with the shop's choices, and how many flags each raised lately. */
export async function readFraudRules(shopId: ShopId, now: Date): Promise<FraudRuleView[]> {
  const since = new Date(now.getTime() - shownMs);
  const [kept, raised] = await Promise.all([
    chosenFraudRules(db(), shopId),
    raisedSince(db(), shopId, since),
  ]);
  return fraudRuleViews(chosenRules(kept), raised);
}

/** All rules with the shop's choices. `raised` has the flags of the last 30 days by kind. */
export function fraudRuleViews(chosen: readonly ChosenRule[], raised: ReadonlyMap<string, number>) {
  return fraudRules.map((rule) => {
    const own = chosen.find((one) => one.kind === rule.kind);
    return {
      kind: rule.kind,
      action: own?.action ?? rule.usual,
      limits: rule.limits.map((limit) => ({ ...limit, value: own?.limits[limit.key] ?? limit.usual })),
      raised: raised.get(rule.kind) ?? 0,
    };
  });
}

type FraudRuleChoice = {
  readonly kind: string;
  readonly action: RuleAction;
  readonly limits: Readonly<Record<string, number>>;
};

/** Changes what a rule does from now on. Existing flags keep their effect. */
export async function chooseFraudRule(
  { shop: { shopId }, actor, now }: Ctx,
  choice: FraudRuleChoice,
): Promise<Refusal | null> {
  const checked = checkRule(choice);
  if (isRefusal(checked)) return checked;
  const { kind, limits } = checked;
  await inTransaction(async (tx) => {
    await saveFraudRule(tx, shopId, { kind, action: choice.action, limits, updatedAt: now });
    await recordAudit(tx, shopId, {
      subjectKind: "shop",
      subjectId: shopId,
      action: "fraud-rule-changed",
      actor,
      details: { kind, action: choice.action, limits },
      now,
    });
  });
  return null;
}
