import type { Ctx } from "#app/domain/context.ts";
import { changeEach, type ManyChanged } from "#app/domain/change-each.ts";
import type { CommissionDecision, DecisionInForce } from "#app/domain/decision.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import { decideLocked, type DecisionInput, lockForPosting } from "#app/flows/settlement/decide-locked.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findCommission } from "#app/store/commission-list.ts";
import { findCommissionKey } from "#app/store/commissions.ts";

/**
 * M12: a person approves, denies, holds or reopens a commission, and the change is posted in the same transaction. A
 * denied amount is reversed, a reopened one follows its facts again, and an approved one is released unless another
 * condition of M11 is open. Refuses a decision that the current state does not allow.
 */
export async function decideCommission(
  ctx: Ctx<OrderShop>,
  commissionId: string,
  asked: DecisionInput,
): Promise<{ decision: DecisionInForce | null } | Refusal> {
  const { shop } = ctx;
  const { shopId } = shop;
  return inTransaction(async (tx) => {
    const key = await findCommissionKey(tx, shopId, commissionId);
    const locked = key && (await lockForPosting(tx, shopId, [key]));
    if (!locked) return refuse("not-found", { code: "not_found", what: "commission" });
    return await decideLocked(tx, shop, locked, asked, ctx);
  });
}

/** One decision about several commissions. */
export async function decideMany(
  ctx: Ctx<OrderShop>,
  asked: { ids: readonly string[]; kind: CommissionDecision; note: string },
): Promise<ManyChanged> {
  return await changeEach(
    asked.ids,
    (id) => decideCommission(ctx, id, asked),
    (id) => commissionName(ctx.shop, id),
  );
}

async function commissionName({ shopId }: OrderShop, id: string): Promise<string | undefined> {
  const found = await findCommission(db(), shopId, id);
  if (!found) return undefined;
  return [found.orderName, found.affiliateName].filter(Boolean).join(", ");
}
