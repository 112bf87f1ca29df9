import {
  type CommissionKind,
  type CommissionState,
  commissionState,
  type DeductionState,
  type EntryKind,
  isCovered,
  isDeductionState,
  isPartlyPaid,
  reversedReason,
  stateAmounts,
} from "#app/domain/commission-state.ts";
import {
  type CommissionDecision,
  type DecisionKind,
  openDecisions,
  reassignedTo,
} from "#app/domain/decision.ts";
import { deductionCode, type DeductionCode } from "#app/domain/deduction.ts";
import type { CommissionId, ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import type { Named } from "#app/domain/named.ts";
import type { Reason, ReasonCode } from "#app/domain/reasons.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { releaseAnswer, waitsForApproval } from "#app/domain/release.ts";
import { type Db, db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import {
  type CommissionCursor,
  type CommissionFilter,
  commissionsByIds,
  type CommissionSort,
  countCommissionRows,
  type EntryKey,
  findCommission,
  listEntryKeys,
  type NamedCommission,
} from "#app/store/commission-list.ts";
import { commissionOfFlag } from "#app/store/commissions.ts";
import {
  adjustmentsOf,
  type LastDecider,
  type DecisionRow,
  decisionsAbout,
  lastDeciders,
} from "#app/store/decisions.ts";
import {
  countDeductions,
  type DeductionFilter,
  type DeductionRow,
  deductionsByIds,
  deductionsOfLines,
  type LinePayment,
  paymentsOfLines,
} from "#app/store/deductions.ts";
import type { FlagRow } from "#app/store/flags.ts";
import { type CommissionPosting, commissionPosting, ledgerEntriesOf } from "#app/store/ledger.ts";
import { affiliateNames } from "#app/store/names.ts";
import { cutPage, readWholeWithin, readWithin, type Take } from "#app/store/read-within.ts";
import { type AdjustmentView, adjustmentView, wouldOwe } from "./adjust-balance.ts";

/** Above this, a list reports the number as a minimum, because counting further would scan the shop. */
const countedUpTo = 10_000;

/** A commission with names, its amounts in the ledger, and the reason for its state. */
type CommissionView = {
  readonly id: CommissionId;
  readonly kind: CommissionKind;
  readonly status: CommissionState;
  readonly reason: Reason;
  /** The fraud rule that put it on hold or denied it. */
  readonly rule: { readonly kind: string } | null;
  readonly order: Named | null;
  readonly affiliate: Named;
  readonly program: Named & { readonly version: number };
  /** The four amounts below together. */
  readonly amount: Money;
  readonly pending: Money;
  readonly approved: Money;
  readonly inPayout: Money;
  readonly paid: Money;
  readonly isPartlyPaid: boolean;
  /** The newest payment that covers it, or null. */
  readonly payment: LinePayment | null;
  readonly approvesAt: Date | null;
  readonly releasedAt: Date | null;
  readonly createdAt: Date;
  /** Decisions that are possible now (M12). */
  readonly open: readonly CommissionDecision[];
};

/** An amount that was paid before and is deducted (M22). */
type DeductionView = {
  readonly id: string;
  readonly kind: "deduction";
  readonly status: DeductionState;
  readonly reason: DeductionCode;
  /** The overpaid commission. Null if it was another line. */
  readonly commissionId: string | null;
  readonly order: Named | null;
  readonly affiliate: Named;
  readonly program: (Named & { readonly version: number }) | null;
  /** Below zero. */
  readonly amount: Money;
  readonly payment: LinePayment | null;
  readonly createdAt: Date;
};

/** A row of the commission list. */
export type CommissionEntry = CommissionView | DeductionView;

type EntryFilter = Omit<CommissionFilter, "kind"> & { readonly kind?: EntryKind | undefined };

type CommissionListInput = EntryFilter & {
  readonly page: number;
  readonly limit: number;
  readonly sort?: CommissionSort | undefined;
  readonly after?: CommissionCursor | undefined;
};

type EntryPage = {
  readonly entries: CommissionEntry[];
  readonly next: CommissionCursor | null;
};

/** A filter may match few of very many rows. The query is then canceled. */
const listed = { what: "commissions" } as const;

/**
 * One page of commissions and deductions, newest first by default, with the cursor of the next page and their number
 * up to 10,000, in one snapshot. Refuses if it takes too long.
 */
export async function readCommissions(
  shopId: ShopId,
  { page, limit, sort, after, ...filter }: CommissionListInput,
  now: Date,
  limitMs?: number,
): Promise<(EntryPage & { total: number }) | Refusal> {
  const offset = after ? 0 : (page - 1) * limit;
  return await readWithin({ ...listed, limitMs }, async (tx) => ({
    ...(await readCommissionPage(tx, shopId, { filter, sort, limit, after, offset, now })),
    total: await countEntries(tx, shopId, filter, now),
  }));
}

/** The number of commissions and deductions that a payout, a section or a payment covers, at most 10,000. */
export async function countCommissionsOf(shopId: ShopId, payoutId: string, now: Date): Promise<number> {
  return await countEntries(db(), shopId, { payoutId }, now);
}

type CommissionExportQuery = EntryFilter & { readonly sort?: CommissionSort | undefined; readonly now: Date };

/** Reads every match in one snapshot. */
export async function readAllCommissions(
  shopId: ShopId,
  { sort, now, ...filter }: CommissionExportQuery,
  take: Take<CommissionEntry>,
): Promise<null | Refusal> {
  const read = async (tx: Db, after: CommissionCursor | undefined) => {
    const { entries, next } = await readCommissionPage(tx, shopId, {
      filter,
      sort,
      limit: 250,
      after,
      offset: 0,
      now,
    });
    return { rows: entries, next };
  };
  return await readWholeWithin(listed, read, take);
}

type CommissionPageQuery = {
  readonly filter: EntryFilter;
  readonly sort: CommissionSort | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly after: CommissionCursor | undefined;
  readonly now: Date;
};

async function readCommissionPage(
  tx: Db,
  shopId: ShopId,
  { filter, now, ...page }: CommissionPageQuery,
): Promise<EntryPage> {
  const [commissions, deductions] = [commissionFilterOf(filter), deductionFilterOf(filter)];
  const keys = await listEntryKeys(tx, shopId, {
    ...page,
    commissions,
    deductions,
    limit: page.limit + 1,
    now,
  });
  const { shown, last } = cutPage(keys, page.limit);
  const entries = await readEntries(tx, shopId, { keys: shown, deductions, now });
  return { entries, next: last ? { createdAt: last.createdAt, commissionId: last.id } : null };
}

type EntrySelection = {
  readonly keys: readonly EntryKey[];
  readonly deductions: DeductionFilter | null;
  readonly now: Date;
};

async function readEntries(
  tx: Db,
  shopId: ShopId,
  { keys, deductions, now }: EntrySelection,
): Promise<CommissionEntry[]> {
  const idsWhere = (isDeducted: boolean) =>
    keys.filter((one) => one.isDeduction === isDeducted).map((one) => one.id);
  const rows = await commissionsByIds(tx, shopId, idsWhere(false));
  const deducted = await deductionsByIds(tx, shopId, idsWhere(true), deductions ?? {});
  const found = new Map<string, CommissionEntry>();
  for (const view of await commissionViews(tx, shopId, rows, now)) found.set(view.id, view);
  for (const row of deducted) found.set(row.id, deductionView(row));
  return keys.flatMap(({ id }) => found.get(id) ?? []);
}

/** Commissions, each followed by its deductions. */
export async function readEntriesOf(
  shopId: ShopId,
  commissionIds: readonly CommissionId[],
  now: Date,
): Promise<CommissionEntry[]> {
  const rows = await commissionsByIds(db(), shopId, commissionIds);
  const views = await commissionViews(db(), shopId, rows, now);
  const deductions = Map.groupBy(await deductionsOfLines(db(), shopId, commissionIds), (one) => one.lineId);
  return commissionIds.flatMap((id) => [
    ...views.filter((view) => view.id === id),
    ...(deductions.get(id) ?? []).map(deductionView),
  ]);
}

async function countEntries(tx: Db, shopId: ShopId, filter: EntryFilter, now: Date): Promise<number> {
  const [commissions, deductions] = [commissionFilterOf(filter), deductionFilterOf(filter)];
  const own = commissions ? await countCommissionRows(tx, shopId, commissions, { cap: countedUpTo, now }) : 0;
  const deducted = deductions ? await countDeductions(tx, shopId, deductions, countedUpTo) : 0;
  return Math.min(own + deducted, countedUpTo);
}

/** The filter of a list's commissions. Null if it shows deductions only. */
function commissionFilterOf({ kind, ...filter }: EntryFilter): CommissionFilter | null {
  return kind === "deduction" ? null : { ...filter, kind };
}

/** The filter of a list's deductions. Null if it shows none. */
function deductionFilterOf({ kind, status, ...filter }: EntryFilter): DeductionFilter | null {
  if (kind !== undefined && kind !== "deduction") return null;
  if (status === undefined) return filter;
  return isDeductionState(status) ? { ...filter, state: status } : null;
}

/** One commission with its postings, decisions and adjustments. */
export type CommissionDetail = CommissionView & {
  readonly postings: readonly CommissionPosting[];
  readonly decisions: readonly DecisionView[];
  readonly adjustments: readonly AdjustmentView[];
  /** Note and author of a manual commission. */
  readonly added: { readonly note: string; readonly by: string } | null;
  /** Amount that denying it reverses, less deductions. */
  readonly standing: Money;
  /** M1, M12: the paid amount that the affiliate would owe if the commission went to zero. Null for none. */
  readonly wouldOwe: Money | null;
};

type DecisionView = {
  readonly id: string;
  readonly kind: DecisionKind;
  readonly note: string;
  /** The affiliate who got the credit. */
  readonly to: Named | null;
  readonly by: string;
  readonly at: Date;
};

/** One commission, or a refusal if the shop has none with that id. */
export async function readCommission(
  shopId: ShopId,
  commissionId: string,
  now: Date,
): Promise<CommissionDetail | Refusal> {
  const row = await findCommission(db(), shopId, commissionId);
  const [view] = await commissionViews(db(), shopId, row ? [row] : [], now);
  if (!row || !view) return refuse("not-found", { code: "not_found", what: "commission" });
  const { commissionId: id, kind, orderId, affiliateId, currency } = row.commission;
  // A reassignment belongs to the order and applies to each of its commissions.
  const subjects = kind === "order" && orderId !== null ? [id, orderId] : [id];
  const [decisions, adjustments, history, owed] = await Promise.all([
    decisionsAbout(db(), shopId, subjects),
    adjustmentsOf(db(), shopId, [id]),
    kind === "manual" ? listAudit(db(), shopId, { kind: "commission", id, limit: 250 }) : [],
    wouldOwe(shopId, { affiliateId, currency }, row.line),
  ]);
  const posted = [id, ...adjustments.map((one) => one.adjustmentId)];
  const transfers = await ledgerEntriesOf(db(), shopId, posted);
  const added = history.find((event) => event.action === "added") ?? null;
  const names = new Map([[view.affiliate.id, view.affiliate.name]]);
  return {
    ...view,
    postings: transfers.map((one) => commissionPosting(one, names, [row.commission])),
    decisions: decisions.map(decisionView),
    adjustments: adjustments.map(adjustmentView),
    added: added && { note: noteOf(added.details), by: added.actorName },
    standing: { minor: row.line.pendingMinor + row.line.payableMinor, currency },
    wouldOwe: owed > 0n ? { minor: owed, currency } : null,
  };
}

function decisionView({ decisionId: id, kind, note, details, actorName: by, at }: DecisionRow): DecisionView {
  return { id, kind, note, to: reassignedTo(details), by, at };
}

function noteOf({ note }: Record<string, unknown>): string {
  return typeof note === "string" ? note : "";
}

const commissionIdOf = ({ commission }: NamedCommission) => commission.commissionId;

async function commissionViews(
  tx: Db,
  shopId: ShopId,
  rows: readonly NamedCommission[],
  now: Date,
): Promise<CommissionView[]> {
  const payments = await paymentsOfLines(tx, shopId, rows.map(commissionIdOf));
  const stopped = rows.filter(({ commission }) => ["held", "denied"].includes(commission.decision ?? ""));
  const deciders = await lastDeciders(tx, shopId, stopped.map(commissionIdOf));
  const names = await affiliateNames(tx, shopId, [
    ...new Set(rows.flatMap(({ orderCreditedTo }) => orderCreditedTo ?? [])),
  ]);
  return rows.map((row) => {
    const found = {
      payment: payments.get(commissionIdOf(row)) ?? null,
      decidedBy: deciders.get(commissionIdOf(row)) ?? null,
      creditedTo: names.get(row.orderCreditedTo ?? "") ?? null,
    };
    return commissionView(row, found, now);
  });
}

type CommissionFacts = {
  readonly payment: LinePayment | null;
  readonly decidedBy: LastDecider | null;
  /** Name of the affiliate who has the order's credit. */
  readonly creditedTo: string | null;
};

function commissionView(row: NamedCommission, found: CommissionFacts, now: Date): CommissionView {
  const { payment, decidedBy } = found;
  const { kind, decision, orderId, affiliateId, currency, releasedAt, approvesAt } = row.commission;
  const state = commissionState({ decision, waitsForApproval: waitsForApproval(row, now), line: row.line });
  const on = {
    decision,
    isReleased: releasedAt !== null,
    isOnHold: approvesAt === null || approvesAt > now,
  };
  const amounts = stateAmounts(row.line);
  const { pendingMinor, approvedMinor, inPayoutMinor, paidMinor } = amounts;
  const money = (minor: bigint): Money => ({ minor, currency });
  const flagKind = decidedBy?.flagKind ?? null;
  return {
    id: row.commission.commissionId,
    kind,
    status: state,
    reason: commissionReason(row, { ...found, state }, now),
    rule: flagKind === null ? null : { kind: flagKind },
    order: orderId === null ? null : { id: orderId, name: row.orderName ?? orderId },
    affiliate: { id: affiliateId, name: row.affiliateName },
    program: {
      id: row.commission.programId,
      name: row.programName,
      version: row.commission.programVersion,
    },
    amount: money(pendingMinor + approvedMinor + inPayoutMinor + paidMinor),
    pending: money(pendingMinor),
    approved: money(approvedMinor),
    inPayout: money(inPayoutMinor),
    paid: money(paidMinor),
    isPartlyPaid: isPartlyPaid(state, amounts),
    payment: isCovered(amounts) ? payment : null,
    approvesAt,
    releasedAt,
    createdAt: row.commission.createdAt,
    open: openDecisions(on),
  };
}

function deductionView(row: DeductionRow): DeductionView {
  const { orderId, orderName } = row;
  return {
    id: row.id,
    kind: "deduction",
    status: row.state,
    reason: deductionCode(row),
    commissionId: row.kind === "commission" ? row.lineId : null,
    order: orderId === null ? null : { id: orderId, name: orderName ?? orderId },
    affiliate: { id: row.affiliateId, name: row.affiliateName },
    program: row.program,
    amount: { minor: row.amountMinor, currency: row.currency },
    payment: row.payment,
    createdAt: row.at,
  };
}

function commissionReason(
  row: NamedCommission,
  { state, decidedBy, creditedTo }: CommissionFacts & { readonly state: CommissionState },
  now: Date,
): Reason {
  if (state === "reversed") {
    const { orderReason, orderCreditedTo } = row;
    const { kind, affiliateId } = row.commission;
    const code = reversedReason({ kind, affiliateId, orderReason, creditedTo: orderCreditedTo });
    return { code, affiliate: creditedTo ?? undefined };
  }
  return {
    code: reasonInState(row, { state, decidedBy }, now),
    approvesAt: row.commission.approvesAt ?? undefined,
    by: decidedBy?.name,
    note: decidedBy?.note,
    rule: decidedBy?.flagKind ?? undefined,
  };
}

/** M11: the reason why it is not released yet, or that it was. */
function reasonInState(
  row: NamedCommission,
  { state, decidedBy }: { readonly state: CommissionState; readonly decidedBy: LastDecider | null },
  now: Date,
): ReasonCode {
  const isByRule = (decidedBy?.flagKind ?? null) !== null;
  if (state === "denied") return isByRule ? "denied-by-rule" : "denied-by-hand";
  if (state === "on_hold") return isByRule ? "held-by-rule" : "held-by-hand";
  const isReleased = state === "approved" || state === "in_payout" || state === "paid";
  return isReleased ? "release-due" : releaseAnswer(row, now).reason;
}

/** The flagged order's commission of the flag's affiliate. Null for other flags, or if nothing was earned. */
export async function readFlaggedCommission(flag: FlagRow, now: Date): Promise<CommissionDetail | null> {
  const flagged = await commissionOfFlag(db(), flag);
  if (!flagged) return null;
  const found = await readCommission(flag.shopId, flagged.commissionId, now);
  return isRefusal(found) ? null : found;
}
