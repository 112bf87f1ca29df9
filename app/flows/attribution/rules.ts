import type { Ctx } from "#app/domain/context.ts";
import { attribute, type AttributionRules, noVersion, type RulesVersion } from "#app/domain/attribution.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { canonicalText } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { findStandings, readAttributions } from "#app/flows/settlement/credit-orders.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { insertRules, type StoredRulesVersion, listRules } from "#app/store/attribution-versions.ts";
import { recordAudit } from "#app/store/audit.ts";
import { affiliateNames } from "#app/store/names.ts";
import { listOrderRows } from "#app/store/order-list.ts";
import { lockShop } from "#app/store/shops.ts";

/** The rules for new orders, and all versions, oldest first. */
type RulesView = { readonly current: RulesVersion; readonly versions: readonly StoredRulesVersion[] };

export async function readAttributionRules(shopId: ShopId): Promise<RulesView> {
  const versions = await listRules(db(), shopId);
  return { current: versions.at(-1) ?? noVersion, versions };
}

/**
 * Creates a new version of the rules for orders from now on. Decided orders stay (M4). Unchanged rules create
 * nothing.
 */
export async function changeAttributionRules(
  { shop: { shopId }, actor, now }: Ctx,
  rules: AttributionRules,
): Promise<RulesView> {
  return inTransaction(async (tx) => {
    await lockShop(tx, shopId);
    const versions = await listRules(tx, shopId);
    const current = versions.at(-1) ?? noVersion;
    if (canonicalText(current.rules) === canonicalText(rules)) return { current, versions };
    // If the clock was set back, the new version must still not be older than the one before.
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

type CreditedAffiliate = { readonly id: AffiliateId; readonly name: string } | null;

/** An order that would be credited to another affiliate. */
type MovedOrder = {
  readonly id: string;
  readonly name: string;
  readonly from: CreditedAffiliate;
  readonly to: CreditedAffiliate;
};

const previewedOrders = 100;

/**
 * Finds which of the newest orders other rules would credit to someone else, by their kept attribution signals. Writes
 * nothing. Orders that a person reassigned stay as they are (M12).
 */
export async function previewAttributionRules(
  shopId: ShopId,
  rules: AttributionRules,
): Promise<{ orders: number; changed: MovedOrder[] }> {
  const rows = await listOrderRows(db(), shopId, { filter: {}, limit: previewedOrders });
  const kept = await readAttributions(db(), shopId, rows);
  const evidence = kept.flatMap((one) => one?.evidence ?? []);
  const affiliateIds = [...new Set(evidence.map((one) => one.affiliateId))];
  const standings = await findStandings(db(), shopId, affiliateIds);
  const names = await affiliateNames(db(), shopId, affiliateIds);
  const partyOf = (id: AffiliateId | null): CreditedAffiliate =>
    id === null ? null : { id, name: names.get(id) ?? id };
  const changed = rows.flatMap((row, place) => {
    const one = kept[place];
    if (!one || one.reassigned !== null) return [];
    const orderCreatedAt = readFacts(row.facts).createdAt;
    const would = attribute({ orderCreatedAt, evidence: one.evidence, rules, ...standings });
    const [from, to] = [row.affiliateId, would.winner?.affiliateId ?? null];
    return from === to ? [] : [{ id: row.orderId, name: row.name, from: partyOf(from), to: partyOf(to) }];
  });
  return { orders: rows.length, changed };
}
