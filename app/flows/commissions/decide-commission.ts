import type { StandingDecision } from "#app/domain/decision.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { findCommissionKey } from "#app/store/commissions.ts";
import {
  decideLocked,
  type DecisionInput,
  type DecisionMaker,
  lockForPosting,
} from "#app/flows/settlement/decide-locked.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";

/**
 * M12: a person approves, denies, holds or reopens a commission. What follows for the books is posted in the same
 * transaction: what is denied goes back, what is reopened stands again as its facts say, what is approved is released
 * as soon as nothing else of M11 stands against it. A decision that the present state does not allow is refused.
 */
export async function decideCommission(
  shop: OrderShop,
  commissionId: string,
  asked: DecisionInput,
  by: DecisionMaker,
): Promise<{ decision: StandingDecision | null } | Refusal> {
  const { shopId } = shop;
  return inTransaction(async (tx) => {
    const key = await findCommissionKey(tx, shopId, commissionId);
    const locked = key && (await lockForPosting(tx, shopId, [key]));
    if (!locked) return refuse("not-found", "There is no such commission");
    return await decideLocked(tx, shop, locked, asked, by);
  });
}
