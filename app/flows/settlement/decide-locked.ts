import type { Actor } from "#app/domain/actor.ts";
import { type CommissionDecision, decide, type StandingDecision } from "#app/domain/decision.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { type CommissionRow, setDecision } from "#app/store/commissions.ts";
import { insertDecision } from "#app/store/decisions.ts";
import { type LockedCommissions, releaseLocked } from "./release-locked.ts";
import { settleAddition } from "./settle-addition.ts";
import { settleAgain } from "./settle-again.ts";
import type { OrderShop } from "./settle-orders.ts";

export type DecisionInput = { readonly kind: CommissionDecision; readonly note: string };
export type DecisionMaker = { readonly actor: Actor; readonly now: Date };

/** The result of one decision about several commissions or flags. */
export type ManyDecided = {
  readonly changed: number;
  /** Those that could not be decided so, and why. */
  readonly unchanged: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
};

/** M12: the decision about the first of these locked commissions. */
export async function decideLocked(
  tx: Tx,
  shop: OrderShop,
  locked: LockedCommissions,
  asked: DecisionInput,
  by: DecisionMaker,
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
  await insertCommissionDecision(tx, { shopId, row, asked, by });
  await setDecision(tx, shopId, { commissionId: row.commissionId, ...next, ...waived });
  if (asked.kind === "approved") {
    await releaseLocked(tx, shopId, { ...locked, commissions: [decided], now });
  } else if (asked.kind === "denied" || asked.kind === "reopened") {
    await settle(tx, shop, decided, now);
  }
  return next;
}

type Decided = {
  readonly shopId: ShopId;
  readonly row: CommissionRow;
  readonly asked: DecisionInput;
  readonly by: DecisionMaker;
};

async function insertCommissionDecision(tx: Tx, { shopId, row, asked, by }: Decided): Promise<void> {
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
