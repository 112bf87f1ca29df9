import type { Acting } from "#app/domain/context.ts";
import type { AffiliateStatus } from "#app/domain/affiliate.ts";
import { type CommissionDecision, decide, type DecisionInForce } from "#app/domain/decision.ts";
import type { AffiliateId, CommissionId, ShopId } from "#app/domain/ids.ts";
import { msAfterDays } from "#app/domain/instant.ts";
import { entriesForDifference, type Posted, releaseEntries } from "#app/domain/ledger/entries.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { releaseAnswer } from "#app/domain/release.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { lockAffiliates } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  type CommissionKey,
  type CommissionRow,
  lockCommissions,
  markReleased,
  raiseCommissionRevisions,
  setDecision,
  setApprovals,
} from "#app/store/commissions.ts";
import { insertDecision } from "#app/store/decisions.ts";
import { postedOf, type Posting, postEntries } from "#app/store/ledger.ts";
import { lockKnownOrders, type OrderRow, raiseRevisions } from "#app/store/orders.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { statusesOfAffiliates } from "#app/store/standings.ts";
import { commissionEvents } from "./change-commissions.ts";
import { settleAgain } from "./settle-again.ts";
import type { OrderShop } from "./settle-orders.ts";

export type DecisionInput = {
  readonly kind: CommissionDecision;
  /** The affiliate reads it in the email about a denial. */
  readonly note: string;
};

/** Decides about the first of these locked commissions (M12). */
export async function decideLocked(
  tx: Tx,
  shop: OrderShop,
  locked: LockedCommissions,
  asked: DecisionInput,
  by: Acting,
): Promise<{ decision: DecisionInForce | null } | Refusal> {
  const { shopId } = shop;
  const { now } = by;
  const [row] = locked.commissions;
  if (!row) return refuse("not-found", { code: "not_found", what: "commission" });
  const isOnHold = row.approvesAt === null || row.approvesAt > now;
  const next = decide({ decision: row.decision, isReleased: row.releasedAt !== null, isOnHold }, asked.kind);
  if (isRefusal(next)) return next;
  const waived = asked.kind === "approved" ? { approvesAt: now } : {};
  const decided: CommissionRow = { ...row, ...next, ...waived };
  await insertCommissionDecision(tx, { shopId, row, asked, by });
  await setDecision(tx, shopId, { commissionId: row.commissionId, ...next, ...waived });
  if (asked.kind === "approved") {
    await releaseLocked(tx, shopId, { ...locked, commissions: [decided], now });
  } else if (asked.kind === "denied" || asked.kind === "reopened") {
    await settleDecided(tx, shop, decided, now);
  }
  return next;
}

type DecidedCommission = {
  readonly shopId: ShopId;
  readonly row: CommissionRow;
  readonly asked: DecisionInput;
  readonly by: Acting;
};

async function insertCommissionDecision(
  tx: Tx,
  { shopId, row, asked, by }: DecidedCommission,
): Promise<void> {
  const { kind, note } = asked;
  const subject = { kind: "commission", id: row.commissionId } as const;
  const details = kind === "denied" ? { isNoteSent: true } : {};
  await insertDecision(tx, shopId, { subject, kind, note, details, by });
  await recordAudit(tx, shopId, {
    subjectKind: "commission",
    subjectId: row.commissionId,
    action: kind,
    actor: by.actor,
    details: { before: row.decision, note },
    now: by.now,
  });
}

/** Applies a decision to the books: a manual commission on its own, any other from its order's facts. */
async function settleDecided(tx: Tx, shop: OrderShop, row: CommissionRow, now: Date): Promise<void> {
  if (row.kind === "manual") await settleAddition(tx, row, now);
  else if (row.orderId !== null) await settleAgain(tx, shop, [row.orderId], now);
}

/** Commissions read under the locks that posting needs, and the orders of those that have one. */
export type LockedCommissions = {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly commissions: readonly CommissionRow[];
};

const nothingPosted: Posted = { pendingMinor: 0n, payableMinor: 0n };

/**
 * Takes the locks for posting in the order used everywhere: orders, then the affiliates of bonuses and manual
 * commissions, then the commissions, which are read again.
 */
export async function lockForPosting(
  tx: Tx,
  shopId: ShopId,
  keys: readonly CommissionKey[],
): Promise<LockedCommissions> {
  const orderIds = keys.flatMap((one) =>
    one.orderId === null || one.kind === "manual" ? [] : [one.orderId],
  );
  const orders = await lockKnownOrders(tx, shopId, [...new Set(orderIds)]);
  const ownRevision = keys.filter((one) => one.kind !== "order").map((one) => one.affiliateId);
  // Settling a bonus's order again locks its current affiliate, so all affiliates are locked at once, in their
  // order.
  const ofBonuses = keys.filter((one) => one.kind === "bonus").map((one) => orders.get(one.orderId ?? ""));
  const creditedNow = ofBonuses.flatMap((order) => order?.affiliateId ?? []);
  await lockAffiliates(tx, shopId, [...new Set([...ownRevision, ...creditedNow])]);
  const commissions = await lockCommissions(
    tx,
    shopId,
    keys.map((one) => one.commissionId),
  );
  return { orders, commissions };
}

/** Releases those of the locked commissions that are due (M11). Returns their ids. */
export async function releaseLocked(
  tx: Tx,
  shopId: ShopId,
  { orders, commissions, now }: LockedCommissions & { readonly now: Date },
): Promise<CommissionId[]> {
  const waiting = commissions.filter(
    (one) =>
      one.releasedAt === null && one.approvesAt !== null && one.approvesAt <= now && canBeReleased(one),
  );
  const statuses = await statusesOfAffiliates(tx, shopId, [
    ...new Set(waiting.map((one) => one.affiliateId)),
  ]);
  const posted = await postedOf(
    tx,
    shopId,
    waiting.map((one) => one.commissionId),
  );
  const due = waiting.filter((one) => {
    // An order commission refunded meanwhile has nothing pending. It is marked released so that it is not
    // checked every minute. A bonus whose count is not reached may be reached again until it is released (M13).
    if ((posted.get(one.commissionId)?.pendingMinor ?? 0n) === 0n) return one.kind === "order";
    return isDue(one, { orders, statuses, now });
  });
  const postings: Posting[] = due.flatMap((one) =>
    releaseEntries({
      commissionId: one.commissionId,
      affiliateId: one.affiliateId,
      currency: one.currency,
      revision: revisionOf(one, orders) + 1,
      posted: posted.get(one.commissionId) ?? nothingPosted,
    }).map((draft) => ({ ...draft, happenedAt: now })),
  );
  const ids = due.map((one) => one.commissionId);
  await raiseReleased(tx, shopId, due);
  const recordedAt = await postEntries(tx, shopId, postings, now);
  await markReleased(tx, shopId, { commissionIds: ids, at: recordedAt });
  const events = due.filter(isWorthTelling).flatMap((one) => {
    const { name: orderName = null, reason = null } = orders.get(one.orderId ?? "") ?? {};
    return commissionEvents("commission.approved", "released", {
      commissions: [one],
      postings,
      orderName,
      reason,
    });
  });
  await recordEvents(tx, shopId, events, now);
  return ids;
}

const dayMs = 86_400_000;

/** False for an imported past order whose approval period was long over. */
function isWorthTelling({ approvesAt, createdAt }: CommissionRow): boolean {
  return approvesAt === null || createdAt.getTime() - approvesAt.getTime() < dayMs;
}

/** True if the commission may be released: not denied, on hold or waiting for approval (M11, M12). */
function canBeReleased({ decision, approval }: CommissionRow): boolean {
  return decision === "approved" || (decision === null && approval === "automatic");
}

type ReleaseContext = {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly statuses: ReadonlyMap<AffiliateId, AffiliateStatus>;
  readonly now: Date;
};

function isDue(commission: CommissionRow, { orders, statuses, now }: ReleaseContext): boolean {
  const affiliateStatus = statuses.get(commission.affiliateId);
  const order = orders.get(commission.orderId ?? "");
  if (!affiliateStatus || (commission.kind === "order" && !order)) return false;
  return releaseAnswer({ commission, orderFacts: order?.facts ?? null, affiliateStatus }, now).release;
}

function revisionOf(commission: CommissionRow, orders: ReadonlyMap<string, OrderRow>): number {
  if (commission.kind !== "order") return commission.revision;
  return orders.get(commission.orderId ?? "")?.revision ?? 0;
}

async function raiseReleased(tx: Tx, shopId: ShopId, posted: readonly CommissionRow[]): Promise<void> {
  const ofOrders = posted.flatMap((one) =>
    one.kind === "order" && one.orderId !== null ? [one.orderId] : [],
  );
  await raiseRevisions(tx, shopId, [...new Set(ofOrders)]);
  const others = posted.filter((one) => one.kind !== "order").map((one) => one.commissionId);
  await raiseCommissionRevisions(tx, shopId, others);
}

/** Inputs of a manual commission: its amount and approval period, as entered. */
type AdditionInputs = { readonly amountMinor: bigint; readonly approvalDays: number };

/** Posts the difference of a manual commission (M12). The caller has locked its row and affiliate. */
async function settleAddition(tx: Tx, row: CommissionRow, now: Date): Promise<void> {
  const { shopId, commissionId, affiliateId, currency } = row;
  const { amountMinor, approvalDays } = fromPlain<AdditionInputs>(row.inputs);
  const posted = await postedOf(tx, shopId, [commissionId]);
  const drafts = entriesForDifference({
    commissionId,
    affiliateId,
    currency,
    posted: posted.get(commissionId) ?? nothingPosted,
    revision: row.revision + 1,
    currentMinor: row.decision === "denied" ? 0n : amountMinor,
  });
  if (drafts.length === 0) return;
  await raiseCommissionRevisions(tx, shopId, [commissionId]);
  await postEntries(
    tx,
    shopId,
    drafts.map((draft) => ({ ...draft, happenedAt: now })),
    now,
  );
  // An amount that comes back after a release waits again (M11).
  const isBack = row.releasedAt !== null && drafts.some((draft) => draft.code === "earned");
  const approvesAt = new Date(msAfterDays(now.toISOString(), approvalDays));
  if (isBack) await setApprovals(tx, shopId, [{ commissionId, approvesAt, releasedAt: null }]);
}
