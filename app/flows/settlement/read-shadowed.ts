import type { ShopId } from "#app/domain/ids.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { belongsToPreviousApp } from "#app/domain/shadow/shadow-mode.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { findShadow, type ShadowCommission, shadowCommissionsOf } from "#app/store/shadow.ts";

/**
 * The orders that shadow mode leaves to the previous app (M25), and their stored shadow commissions. Read after
 * `importedOrdersAmong`, whose lock keeps the dates from changing until the transaction ends.
 */
export async function readShadowed(tx: Tx, shopId: ShopId, facts: readonly OrderFacts[]) {
  const dates = await findShadow(tx, shopId);
  if (dates === null) return { elsewhere: new Set<string>(), shadowed: new Map<string, ShadowCommission>() };
  const elsewhere = facts.flatMap(({ id, createdAt }) =>
    belongsToPreviousApp(dates, createdAt) ? [id] : [],
  );
  const ids = facts.map(({ id }) => id);
  return { elsewhere: new Set(elsewhere), shadowed: await shadowCommissionsOf(tx, shopId, ids) };
}
