import {
  type CommissionStanding,
  type CommissionState,
  commissionState,
  reversedReason,
} from "#app/domain/commission-state.ts";
import { type CommissionDecision, openDecisions } from "#app/domain/decision.ts";
import type { CommissionId, ShopId } from "#app/domain/ids.ts";
import type { Posted } from "#app/domain/ledger/entries.ts";
import type { ReasonCode } from "#app/domain/reasons.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { type Db, db } from "#app/platform/db.server.ts";
import {
  type CommissionCursor,
  type CommissionFilter,
  type CommissionSort,
  countCommissionRows,
  findCommission,
  listCommissionRows,
  type NamedCommission,
} from "#app/store/commission-list.ts";
import { type AuditEvent, listAudit } from "#app/store/audit.ts";
import {
  type AdjustmentRow,
  adjustmentsOf,
  type Decider,
  type DecisionRow,
  decisionsAbout,
  lastDeciders,
} from "#app/store/decisions.ts";
import { hasManualApproval } from "#app/store/programs.ts";
import { postedOf, transfersOf, type TransferRow } from "#app/store/ledger.ts";
import { readWholeWithin, readWithin, type Take } from "#app/store/read-within.ts";
import { releaseAnswer, waitsForApproval } from "./release-answer.ts";
import { wouldOwe } from "./would-owe.ts";

/** Beyond it a list says how many at least: counting further would scan the shop. */
const countedUpTo = 10_000;

/** A commission with its names, what the ledger holds for it, and why it is where it is. */
export type CommissionView = NamedCommission & {
  readonly state: CommissionState;
  readonly posted: Posted;
  /** Code of domain/reasons.ts. */
  readonly reason: string;
  /** Who holds or denied it; null where nobody does. */
  readonly decidedBy: Decider | null;
  /** The decisions that are open now (M12). */
  readonly open: readonly CommissionDecision[];
};

export type CommissionsAsked = CommissionFilter & {
  readonly page: number;
  readonly limit: number;
  readonly sort?: CommissionSort | undefined;
  readonly after?: CommissionCursor | undefined;
};

type CommissionPage = {
  readonly commissions: CommissionView[];
  readonly next: CommissionCursor | null;
};

/** A filter may find few among very many: the database ends it then. */
const listed = { what: "This list takes", hint: "Choose fewer days, or an affiliate." };

/**
 * One page of commissions, newest first unless asked otherwise, where it goes on, and how many there are, counted up to
 * 10,000, all of one moment. Refused where that takes longer than a person waits.
 */
export async function readCommissions(
  shopId: ShopId,
  { page, limit, sort, after, ...filter }: CommissionsAsked,
  now: Date,
  limitMs?: number,
): Promise<(CommissionPage & { total: number }) | Refusal> {
  const offset = after ? 0 : (page - 1) * limit;
  return await readWithin({ ...listed, limitMs }, async (tx) => ({
    ...(await readPage(tx, shopId, { filter, now, sort, limit, after, offset })),
    total: await countCommissionRows(tx, shopId, filter, { cap: countedUpTo, now }),
  }));
}

/** Some version of the shop's terms asks for manual approval (M11). */
export async function readHasManualApproval(shopId: ShopId): Promise<boolean> {
  return await hasManualApproval(db(), shopId);
}

type AllAsked = CommissionFilter & { readonly sort?: CommissionSort | undefined; readonly now: Date };

/** Every commission that matches, all of one moment. */
export async function readAllCommissions(
  shopId: ShopId,
  { sort, now, ...filter }: AllAsked,
  take: Take<CommissionView>,
): Promise<null | Refusal> {
  const read = async (tx: Db, after: CommissionCursor | undefined) => {
    const { commissions, next } = await readPage(tx, shopId, {
      filter,
      now,
      sort,
      limit: 250,
      after,
    });
    return { rows: commissions, next };
  };
  return await readWholeWithin(listed, read, take);
}

type PageAsked = Parameters<typeof listCommissionRows>[2];

async function readPage(tx: Db, shopId: ShopId, page: PageAsked): Promise<CommissionPage> {
  const rows = await listCommissionRows(tx, shopId, { ...page, limit: page.limit + 1 });
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1)?.commission;
  const next =
    rows.length > page.limit && last ? { createdAt: last.createdAt, commissionId: last.commissionId } : null;
  return { commissions: await viewsOf(tx, shopId, { rows: shown, now: page.now }), next };
}

/** One commission, its postings, and what people did about it. */
export type CommissionFound = {
  readonly commission: CommissionView;
  readonly transfers: TransferRow[];
  readonly decisions: DecisionRow[];
  readonly adjustments: AdjustmentRow[];
  /** How it was added by hand, where it was: the note and who wrote it. */
  readonly added: AuditEvent | null;
  /** M1, M12: by how much what was paid already exceeds what would be left if it went back to zero; minor units. */
  readonly wouldOweMinor: bigint;
};

/** The same by its id, or a refusal where the shop has none of that id. */
export async function readCommission(
  shopId: ShopId,
  commissionId: string,
  now: Date,
): Promise<CommissionFound | Refusal> {
  const row = await findCommission(db(), shopId, commissionId);
  const [commission] = row ? await viewsOf(db(), shopId, { rows: [row], now }) : [];
  if (!commission) return refuse("not-found", "There is no such commission");
  const { commissionId: id, kind, orderId, affiliateId, currency } = commission.commission;
  // A reassignment is decided about the order, and concerns each of its commissions.
  const subjects = kind === "order" && orderId !== null ? [id, orderId] : [id];
  const [decisions, adjustments, history, wouldOweMinor] = await Promise.all([
    decisionsAbout(db(), shopId, subjects),
    adjustmentsOf(db(), shopId, [id]),
    kind === "manual" ? listAudit(db(), shopId, { kind: "commission", id, limit: 250 }) : [],
    wouldOwe(shopId, { affiliateId, currency }, commission.posted),
  ]);
  const posted = [id, ...adjustments.map((one) => one.adjustmentId)];
  const transfers = await transfersOf(db(), shopId, posted);
  const added = history.find((event) => event.action === "added") ?? null;
  return { commission, transfers, decisions, adjustments, added, wouldOweMinor };
}

async function viewsOf(
  tx: Db,
  shopId: ShopId,
  { rows, now }: { readonly rows: readonly NamedCommission[]; readonly now: Date },
): Promise<CommissionView[]> {
  const ids: CommissionId[] = rows.map((row) => row.commission.commissionId);
  const posted = await postedOf(tx, shopId, ids);
  const stopped = rows.filter(({ commission }) => ["held", "denied"].includes(commission.decision ?? ""));
  const deciders = await lastDeciders(
    tx,
    shopId,
    stopped.map((row) => row.commission.commissionId),
  );
  return rows.map((row) => {
    const { commissionId } = row.commission;
    const found = {
      posted: posted.get(commissionId) ?? nothingPosted,
      decidedBy: deciders.get(commissionId) ?? null,
    };
    return viewOf(row, found, now);
  });
}

const nothingPosted: Posted = { pendingMinor: 0n, payableMinor: 0n };

type Found = Pick<CommissionView, "posted" | "decidedBy">;

function viewOf(row: NamedCommission, { posted, decidedBy }: Found, now: Date): CommissionView {
  const { decision, releasedAt, holdUntil } = row.commission;
  const standing = standingOf(row, posted, now);
  const state = commissionState(standing);
  const on = {
    decision,
    isReleased: releasedAt !== null,
    isOnHold: holdUntil === null || holdUntil > now,
  };
  const reason = state === "reversed" ? reversedReason(standing) : reasonOf(row, { state, decidedBy }, now);
  return { ...row, state, posted, reason, decidedBy, open: openDecisions(on) };
}

function standingOf(row: NamedCommission, posted: Posted, now: Date): CommissionStanding {
  const { commission, ...order } = row;
  const { kind, decision, affiliateId, releasedAt } = commission;
  return {
    kind,
    decision,
    affiliateId,
    releasedAt,
    waitsForApproval: waitsForApproval(row, now),
    orderReason: order.orderReason,
    creditedTo: order.orderCreditedTo,
    postedMinor: posted.pendingMinor + posted.payableMinor,
  };
}

/** M11: what release waits for, or that nothing stood against it. */
function reasonOf(
  row: NamedCommission,
  { state, decidedBy }: Pick<CommissionView, "state" | "decidedBy">,
  now: Date,
): ReasonCode {
  const isByRule = (decidedBy?.flagKind ?? null) !== null;
  if (state === "denied") return isByRule ? "denied-by-rule" : "denied-by-hand";
  if (state === "held") return isByRule ? "held-by-rule" : "held-by-hand";
  return state === "payable" ? "release-due" : releaseAnswer(row, now).reason;
}
