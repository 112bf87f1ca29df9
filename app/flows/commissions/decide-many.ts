import type { Actor } from "#app/domain/actor.ts";
import { commissionKindName } from "#app/domain/commission-state.ts";
import type { CommissionDecision } from "#app/domain/decision.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { findCommission } from "#app/store/commission-list.ts";
import { decideCommission } from "./decide-commission.ts";
import type { ManyDecided } from "#app/flows/settlement/decide-locked.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";

/** One decision about several commissions, each for itself: one that cannot be decided so holds up no other. */
export async function decideMany(
  shop: OrderShop,
  asked: { ids: readonly string[]; kind: CommissionDecision; note: string },
  by: { actor: Actor; now: Date },
): Promise<ManyDecided> {
  const unchanged = [];
  const ids = [...new Set(asked.ids)];
  for (const id of ids) {
    const result = await decideCommission(shop, id, asked, by);
    if (!isRefusal(result)) continue;
    unchanged.push({ id, name: await nameOf(shop, id), reason: result.message });
  }
  return { changed: ids.length - unchanged.length, unchanged };
}

async function nameOf({ shopId }: OrderShop, id: string): Promise<string> {
  const found = await findCommission(db(), shopId, id);
  if (!found) return id.slice(0, 40);
  const of = found.orderName ?? commissionKindName(found.commission.kind);
  return `${of} of ${found.affiliateName}`;
}
