import type { Actor } from "#app/domain/actor.ts";
import { type AttributionRules, noVersion, type RulesVersion } from "#app/domain/attribution-rules.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { canonicalText } from "#app/domain/plain.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { insertRules, type KeptRules, listRules } from "#app/store/attribution-versions.ts";
import { recordAudit } from "#app/store/audit.ts";
import { lockShop } from "#app/store/shops.ts";

/** The rules that hold for new orders, and every version there was, oldest first. */
export type RulesView = { readonly current: RulesVersion; readonly versions: readonly KeptRules[] };

export async function readRules(shopId: ShopId): Promise<RulesView> {
  const versions = await listRules(db(), shopId);
  return { current: versions.at(-1) ?? noVersion, versions };
}

/**
 * Makes a new version of the rules, which holds for orders from now on; what was decided stays (M4). Nothing happens
 * where nothing differs.
 */
export async function changeRules(
  shopId: ShopId,
  rules: AttributionRules,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<RulesView> {
  return inTransaction(async (tx) => {
    await lockShop(tx, shopId);
    const versions = await listRules(tx, shopId);
    const current = versions.at(-1) ?? noVersion;
    if (canonicalText(current.rules) === canonicalText(rules)) return { current, versions };
    // A clock that was set back must not make a version that is older than the one before.
    const from = Math.max(now.getTime(), Date.parse(current.effectiveFrom));
    const effectiveFrom = new Date(from).toISOString();
    const next = { version: current.version + 1, effectiveFrom, rules, createdBy: actor.name };
    await insertRules(tx, shopId, next);
    await recordAudit(tx, shopId, {
      subjectKind: "attribution",
      subjectId: String(next.version),
      action: "rules-changed",
      actor,
      details: { before: current.rules, after: rules },
      now,
    });
    return { current: next, versions: [...versions, next] };
  });
}
