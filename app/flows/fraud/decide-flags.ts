import { changeEach, type ManyChanged } from "#app/domain/change-each.ts";
import type { Acting, Ctx } from "#app/domain/context.ts";
import { systemActor } from "#app/domain/actor.ts";
import type { DecisionInForce } from "#app/domain/decision.ts";
import { decisionOf, strongest } from "#app/domain/fraud/rules.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { reasonAsText, isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { changeStatusLocked } from "#app/flows/settlement/change-status-locked.ts";
import { decideLocked, type LockedCommissions, lockForPosting } from "#app/flows/settlement/decide-locked.ts";
import { settleAgain } from "#app/flows/settlement/settle-again.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { commissionOfFlag, type CommissionRow, setDecision } from "#app/store/commissions.ts";
import { type DecisionRow, decisionsAbout, insertDecision } from "#app/store/decisions.ts";
import {
  findFlag,
  type FlagRow,
  flagsAbout,
  flagsBecauseOf,
  lockFlag,
  saveFlagDecision,
} from "#app/store/flags.ts";
import { type FlagView, flagView } from "./read-flags.ts";

/** One decision about several flags. */
export async function decideFlags(
  ctx: Ctx<OrderShop>,
  asked: FlagDecision & { readonly ids: readonly string[] },
): Promise<ManyChanged> {
  return await changeEach(
    asked.ids,
    (id) => decideFlag(ctx, id, asked),
    async (id) => {
      const flag = await findFlag(db(), ctx.shop.shopId, id);
      return flag ? (flag.orderName ?? flag.affiliateName) : undefined;
    },
  );
}

type FlagDecision = {
  readonly status: "dismissed" | "confirmed";
  /** With a confirmation, denies the commission of the flagged order too; the note is the reason. */
  readonly denyCommission?: boolean | undefined;
  /** With a confirmation, suspends the affiliate too, for the same reason. */
  readonly suspendAffiliate?: boolean | undefined;
  readonly note: string;
};

/**
 * Dismisses or confirms a flag. After a dismissal, the commission follows the remaining flags: without any it is
 * released or restored, unless a person decided about it since (M12). A dismissed flag is never raised again.
 * Dismissing the flag of a code or an affiliate also dismisses the flags of orders that it caused.
 */
export async function decideFlag(
  ctx: Ctx<OrderShop>,
  flagId: string,
  asked: FlagDecision,
): Promise<FlagView | Refusal> {
  const { shop } = ctx;
  const { shopId } = shop;
  const decided = await inTransaction((tx) => decideLockedFlag(tx, shop, { flagId, asked, by: ctx }));
  if (isRefusal(decided)) return decided;
  if (decided.subjectKind !== "order" && asked.status === "dismissed") {
    for (const id of await flagsBecauseOf(db(), shopId, decided)) {
      await inTransaction((tx) => decideLockedFlag(tx, shop, { flagId: id, asked, by: ctx }));
    }
  }
  const flag = await findFlag(db(), shopId, flagId);
  return flag ? flagView(flag) : refuse("not-found", { code: "not_found", what: "flag" });
}

type FlagToDecide = { readonly flagId: string; readonly asked: FlagDecision; readonly by: Acting };

async function decideLockedFlag(tx: Tx, shop: OrderShop, deciding: FlagToDecide): Promise<FlagRow | Refusal> {
  const { flagId, asked, by } = deciding;
  const { shopId } = shop;
  const seen = await findFlag(tx, shopId, flagId);
  if (!seen) return refuse("not-found", { code: "not_found", what: "flag" });
  const locked = await lockFlagged(tx, seen);
  const commission = locked?.commissions[0] ?? null;
  const flag = await lockFlag(tx, shopId, flagId);
  if (!flag) return refuse("not-found", { code: "not_found", what: "flag" });
  if (flag.status === asked.status) {
    return refuse("not-possible", { code: "already_decided", what: "flag", status: flag.status });
  }
  if (flag.status === "dismissed") {
    return refuse("not-possible", { code: "flag_dismissed" });
  }
  if (asked.denyCommission && !commission) return nothingToDeny;
  const suspended = await suspendIfAsked(tx, flag, deciding);
  if (isRefusal(suspended)) return suspended;
  const decided = { status: asked.status, decidedAt: by.now, decidedBy: by.actor.name, note: asked.note };
  await saveFlagDecision(tx, shopId, flag.flagId, decided);
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: flag.affiliateId,
    action: `flag-${asked.status}`,
    actor: by.actor,
    details: { flagId, kind: flag.kind, about: flag.subjectId, note: asked.note },
    now: by.now,
  });
  if (asked.status === "dismissed" && commission) await liftFlag(tx, shop, { flag, commission, by });
  if (asked.denyCommission && locked) await denyFlagged(tx, shop, { locked, note: asked.note, by });
  return flag;
}

/** Before any other change, because it can be refused. */
async function suspendIfAsked(
  tx: Tx,
  { shopId, affiliateId }: FlagRow,
  { asked, by }: FlagToDecide,
): Promise<Refusal | null> {
  if (!asked.suspendAffiliate || asked.status !== "confirmed") return null;
  const change = { affiliateId, status: "suspended", reason: asked.note, by } as const;
  const changed = await changeStatusLocked(tx, shopId, change);
  return isRefusal(changed) ? changed : null;
}

type CommissionDenial = {
  readonly locked: LockedCommissions;
  readonly note: string;
  readonly by: Acting;
};

/** An already denied commission stays denied. */
async function denyFlagged(tx: Tx, shop: OrderShop, { locked, note, by }: CommissionDenial): Promise<void> {
  if (locked.commissions[0]?.decision === "denied") return;
  const denied = await decideLocked(tx, shop, locked, { kind: "denied", note }, by);
  if (isRefusal(denied)) throw new Error(`A flagged commission could not be denied: ${denied.reason.code}`);
}

const nothingToDeny = refuse("not-possible", { code: "flag_without_commission" }, "denyCommission");

/** The commission that a flag may have changed, with the locks for posting. */
async function lockFlagged(tx: Tx, flag: FlagRow): Promise<LockedCommissions | null> {
  const key = await commissionOfFlag(tx, flag);
  return key && (await lockForPosting(tx, flag.shopId, [key]));
}

type FlagLift = { readonly flag: FlagRow; readonly commission: CommissionRow; readonly by: Acting };

/**
 * Applies the remaining flags to the commission. Flags raised before a person's last decision don't count, because
 * that decision covered them. Flags of the affiliate apply when the order is settled again.
 */
async function liftFlag(tx: Tx, shop: OrderShop, { flag, commission, by }: FlagLift): Promise<void> {
  const { shopId } = shop;
  const { commissionId, decision } = commission;
  const decided = await decisionsAbout(tx, shopId, [commissionId]);
  if (!isByFlag(decided.at(-1)) || (decision !== "held" && decision !== "denied")) return;
  const since = decided.findLast((one) => !isByFlag(one))?.at;
  const others = await flagsAbout(tx, shopId, { kind: "order", ids: [flag.subjectId] });
  const stays = strongest(others.filter((one) => isInForce(one, { flag, since })));
  const next = stays && decisionOf(stays);
  if (next === decision) return;
  const about = { shopId, commissionId };
  // A commission on hold may be denied directly. A denied one must be reopened first.
  if (next !== "denied") {
    const kind = decision === "held" ? "unheld" : "reopened";
    const note = reasonAsText({ code: "flag_cleared", rule: { fraudRule: flag.kind } });
    await insertFlagDecision(tx, { ...about, kind, before: decision, note, flagId: flag.flagId, by });
  }
  if (stays && next) {
    const before = next === "denied" ? decision : null;
    const because = {
      note: reasonAsText({ code: "fraud_rule", rule: { fraudRule: stays.kind } }),
      flagId: stays.flagId,
    };
    await insertFlagDecision(tx, {
      ...about,
      ...because,
      kind: next,
      before,
      by: { actor: systemActor, now: by.now },
    });
  }
  await setDecision(tx, shopId, { commissionId, decision: next });
  await settleAgain(tx, shop, [flag.subjectId], by.now);
}

function isByFlag(decision: DecisionRow | undefined): boolean {
  return decision !== undefined && "flagId" in decision.details;
}

type DismissedFlag = { readonly flag: FlagRow; readonly since: Date | undefined };

/** True for another undismissed flag of the same affiliate, raised since an instant. */
function isInForce(one: FlagRow, { flag, since }: DismissedFlag): boolean {
  const { flagId, affiliateId } = flag;
  return (
    one.flagId !== flagId &&
    one.status !== "dismissed" &&
    one.affiliateId === affiliateId &&
    (since === undefined || one.raisedAt >= since)
  );
}

type CommissionDecision = {
  readonly shopId: ShopId;
  readonly commissionId: CommissionRow["commissionId"];
  readonly kind: "unheld" | "reopened" | "held" | "denied";
  readonly before: DecisionInForce | null;
  readonly note: string;
  readonly flagId: string;
  readonly by: Acting;
};

async function insertFlagDecision(
  tx: Tx,
  { shopId, commissionId, kind, before, note, flagId, by }: CommissionDecision,
) {
  const subject = { kind: "commission", id: commissionId } as const;
  await insertDecision(tx, shopId, { subject, kind, note, details: { flagId }, by });
  await recordAudit(tx, shopId, {
    subjectKind: "commission",
    subjectId: commissionId,
    action: kind,
    actor: by.actor,
    details: { before, note, flagId },
    now: by.now,
  });
}
