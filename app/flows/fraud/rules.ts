import { isDeepStrictEqual } from "node:util";
import type { Ctx } from "#app/domain/context.ts";
import { checkRule } from "#app/domain/fraud/rule-limits.ts";
import { type ChosenRule, chosenRules, fraudRules, type RuleAction } from "#app/domain/fraud/rules.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { type FieldError, isRefusal, refuseFields, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
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
export async function chooseFraudRule(ctx: Ctx, choice: FraudRuleChoice): Promise<Refusal | null> {
  const checked = checkRule(choice);
  if (isRefusal(checked)) return checked;
  await inTransaction((tx) => saveChoice(tx, ctx, choice));
  return null;
}

/** Changes the rules whose choices differ from the stored ones. Fields of a refusal begin with the rule's kind. */
export async function chooseFraudRules(
  ctx: Ctx,
  choices: readonly FraudRuleChoice[],
): Promise<Refusal | null> {
  const faults = choices.flatMap((choice): FieldError[] => {
    const checked = checkRule(choice);
    if (!isRefusal(checked)) return [];
    return checked.errors.map(({ field, reason }) => ({ field: `${choice.kind}.${field}`, reason }));
  });
  const refusal = refuseFields(faults);
  if (refusal) return refusal;
  await inTransaction(async (tx) => {
    const current = chosenRules(await chosenFraudRules(tx, ctx.shop.shopId));
    const given = chosenRules(choices);
    for (const choice of choices) {
      const [before, after] = [current, given].map((rules) => rules.find(({ kind }) => kind === choice.kind));
      if (!isDeepStrictEqual(before, after)) await saveChoice(tx, ctx, choice);
    }
  });
  return null;
}

async function saveChoice(
  tx: Tx,
  { shop: { shopId }, actor, now }: Ctx,
  { kind, action, limits }: FraudRuleChoice,
): Promise<void> {
  await saveFraudRule(tx, shopId, { kind, action, limits, updatedAt: now });
  await recordAudit(tx, shopId, {
    subjectKind: "shop",
    subjectId: shopId,
    action: "fraud-rule-changed",
    actor,
    details: { kind, action, limits },
    now,
  });
}
