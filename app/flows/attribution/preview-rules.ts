import type { AttributionRules } from "#app/domain/attribution-rules.ts";
import { attribute } from "#app/domain/attribution.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { db } from "#app/platform/db.server.ts";
import { affiliateNames } from "#app/store/names.ts";
import { listOrderRows } from "#app/store/order-list.ts";
import { findStandings, readAttributions } from "#app/flows/settlement/credit-orders.ts";

type Party = { readonly id: AffiliateId; readonly name: string } | null;

/** An order whose credit would be another's. */
export type MovedOrder = {
  readonly orderId: string;
  readonly name: string;
  readonly from: Party;
  readonly to: Party;
};

const looksAt = 100;

/**
 * Whom the newest orders would be credited to under other rules, by the evidence that is kept with them. Nothing of it
 * is written. Orders that a person gave to somebody stay as they are (M12).
 */
export async function previewRules(
  shopId: ShopId,
  rules: AttributionRules,
): Promise<{ orders: number; moved: MovedOrder[] }> {
  const rows = await listOrderRows(db(), shopId, { filter: {}, limit: looksAt });
  const kept = await readAttributions(db(), shopId, rows);
  const evidence = kept.flatMap((one) => one?.evidence ?? []);
  const affiliateIds = [...new Set(evidence.map((one) => one.affiliateId))];
  const standings = await findStandings(db(), shopId, affiliateIds);
  const names = await affiliateNames(db(), shopId, affiliateIds);
  const partyOf = (id: AffiliateId | null): Party => (id === null ? null : { id, name: names.get(id) ?? id });
  const moved = rows.flatMap((row, place) => {
    const one = kept[place];
    if (!one || one.reassigned !== null) return [];
    const orderCreatedAt = readFacts(row.facts).createdAt;
    const would = attribute({ orderCreatedAt, evidence: one.evidence, rules, ...standings });
    const [from, to] = [row.affiliateId, would.winner?.affiliateId ?? null];
    return from === to
      ? []
      : [{ orderId: row.orderId, name: row.name, from: partyOf(from), to: partyOf(to) }];
  });
  return { orders: rows.length, moved };
}
