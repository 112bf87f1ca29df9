import type { Attribution } from "#app/domain/attribution.ts";
import { type RulesVersion, rulesOfVersion } from "#app/domain/attribution-rules.ts";
import { evaluate } from "#app/domain/commission.ts";
import { type Explanation, explain } from "#app/domain/explanation.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { isReasonCode } from "#app/domain/reasons.ts";
import { goodsNamed } from "#app/domain/terms/named-goods.ts";
import { mostNamed } from "#app/domain/terms/words.ts";
import type { Db } from "#app/platform/db.server.ts";
import { listRules } from "#app/store/attribution-versions.ts";
import type { CommissionRow } from "#app/store/commissions.ts";
import type { OrderRow } from "#app/store/orders.ts";
import { titlesOf } from "./goods-titles.ts";
import { readAttributions, storedInputs } from "./kept-attribution.ts";

export type Explained = {
  readonly explanation: Explanation;
  /** The shop's rules that judged the order; null while nothing was decided. */
  readonly judgedBy: RulesVersion | null;
};

/**
 * Why an order is credited or not, reckoned again from what is kept by the function that posted it: what is told can
 * never differ from what was done. With the shop's domain its rules name goods by their titles in the store.
 */
export async function explainOrder(
  db: Db,
  row: OrderRow,
  commissions: readonly CommissionRow[],
  shopDomain: string | null,
): Promise<Explained> {
  const facts = readFacts(row.facts);
  const [kept] = await readAttributions(db, row.shopId, [row]);
  const attribution = kept?.decided ?? undecided(row);
  const { winner } = attribution;
  const terms = winner?.version.terms ?? null;
  const inputs = kept ? storedInputs(kept, commissions) : null;
  const evaluation = evaluate({ terms, facts, attribution, inputs });
  const sold = new Set(facts.lines.flatMap(({ productId, variantId }) => [productId, variantId]));
  const named = goodsNamed(terms?.rules.map((rule) => rule.when) ?? [], mostNamed).filter(
    ({ id }) => !sold.has(id),
  );
  const judgedBy = kept ? rulesOfVersion(await listRules(db, row.shopId), kept.rules.version) : null;
  const isAsked = shopDomain !== null && named.length > 0;
  const titles = isAsked ? { titleOf: await titlesOf(shopDomain, named) } : {};
  return { explanation: explain({ facts, terms, attribution, evaluation, ...titles }), judgedBy };
}

/** Nothing was decided while only a refund was heard of, or the platform is still being asked. */
function undecided({ reason }: OrderRow): Attribution {
  return { winner: null, reason: isReasonCode(reason) ? reason : "no-evidence", candidates: [] };
}
