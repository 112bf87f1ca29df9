import type { Actor } from "#app/domain/actor.ts";
import { type CommissionDecision, decide, type StandingDecision } from "#app/domain/decision.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { type CommissionRow, findCommissionKey, setDecision } from "#app/store/commissions.ts";
import { insertDecision } from "#app/store/decisions.ts";
import { type LockedCommissions, lockForPosting, releaseLocked } from "./release-locked.ts";
import { settleAgain } from "./settle-again.ts";
import { settleAddition } from "./settle-addition.ts";
import type { OrderShop } from "./settle-orders.ts";

type Asked = { readonly kind: CommissionDecision; readonly note: string };
type By = { readonly actor: Actor; readonly now: Date };

/**
 * M12: a person approves, denies, holds or reopens a commission. What follows for the books is posted in the same
 * transaction: what is denied goes back, what is reopened stands again as its facts say, what is approved is released
 * as soon as nothing else of M11 stands against it. A decision that the present state does not allow is refused.
 */
export async function decideCommission(
  shop: OrderShop,
  commissionId: string,
  asked: Asked,
  by: By,
): Promise<{ decision: StandingDecision | null } | Refusal> {
  const { shopId } = shop;
  return inTransaction(async (tx) => {
    const key = await findCommissionKey(tx, shopId, commissionId);
    const locked = key && (await lockForPosting(tx, shopId, [key]));
    if (!locked) return refuse("not-found", "There is no such commission");
    return await decideLocked(tx, shop, locked, asked, by);
  });
}

/** M12: the decision about the first of these locked commissions. */
export async function decideLocked(
  tx: Tx,
  shop: OrderShop,
  locked: LockedCommissions,
  asked: Asked,
  by: By,
): Promise<{ decision: StandingDecision | null } | Refusal> {
  const { shopId } = shop;
  const { now } = by;
  const [row] = locked.commissions;
  if (!row) return refuse("not-found", "There is no such commission");
  const isOnHold = row.holdUntil === null || row.holdUntil > now;
  const next = decide({ decision: row.decision, isReleased: row.releasedAt !== null, isOnHold }, asked.kind);
  if (isRefusal(next)) return next;
  const waived = asked.kind === "approved" ? { holdUntil: now } : {};
  const decided: CommissionRow = { ...row, ...next, ...waived };
  await write(tx, { shopId, row, asked, by });
  await setDecision(tx, shopId, { commissionId: row.commissionId, ...next, ...waived });
  if (asked.kind === "approved") {
    await releaseLocked(tx, shopId, { ...locked, commissions: [decided], now });
  } else if (asked.kind === "denied" || asked.kind === "reopened") {
    await settle(tx, shop, decided, now);
  }
  return next;
}

type Write = { readonly shopId: ShopId; readonly row: CommissionRow; readonly asked: Asked; readonly by: By };

async function write(tx: Tx, { shopId, row, asked, by }: Write): Promise<void> {
  const { kind, note } = asked;
  const subject = { kind: "commission", id: row.commissionId } as const;
  await insertDecision(tx, shopId, { subject, kind, note, by });
  await recordAudit(tx, shopId, {
    subjectKind: "commission",
    subjectId: row.commissionId,
    action: kind,
    actor: by.actor,
    details: { before: row.decision, note },
    now: by.now,
  });
}

/** Brings the books to what the decision says: an addition by hand by itself, all else from the order's facts. */
async function settle(tx: Tx, shop: OrderShop, row: CommissionRow, now: Date): Promise<void> {
  if (row.kind === "manual") await settleAddition(tx, row, now);
  else if (row.orderId !== null) await settleAgain(tx, shop, [row.orderId], now);
}
