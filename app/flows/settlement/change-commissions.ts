import type { Winner } from "#app/domain/attribution.ts";
import type { Evaluation, RatePart } from "#app/domain/commission.ts";
import type { CommissionEventName } from "#app/domain/events.ts";
import type { CommissionId, ShopId } from "#app/domain/ids.ts";
import { reachedFor, type StoredInputs } from "#app/domain/inputs.ts";
import {
  type CommissionPosting,
  entriesForDifference,
  type Posted,
  type EntryCode,
  type EntryDraft,
} from "#app/domain/ledger/entries.ts";
import { entriesForReassignment } from "#app/domain/ledger/reassignment.ts";
import { toDecimal, toPercent } from "#app/domain/money.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { toPlain } from "#app/domain/plain.ts";
import { approvesAtMs, orderApprovesAtMs } from "#app/domain/release.ts";
import { isReached } from "#app/domain/terms/pay.ts";
import { periodDays } from "#app/domain/terms/period-days.ts";
import { fallbackKey, type Pay, type ProgramTerms } from "#app/domain/terms/terms.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { CommissionRow, ApprovalState } from "#app/store/commissions.ts";
import type { FigureChange } from "#app/store/figures.ts";
import { versionId } from "#app/store/standings.ts";
import type { Posting } from "#app/store/ledger.ts";
import type { NewEvent } from "#app/store/outbox.ts";
import type { CreditedOrder, KeptAttribution } from "./credit-orders.ts";

/** Changes of commissions to write, for an order or for bonuses. */
export type CommissionsWritten = {
  readonly created: readonly CommissionRow[];
  readonly postings: readonly Posting[];
  readonly holds: readonly ApprovalState[];
};

type CommissionChange = {
  readonly created: CommissionRow | null;
  readonly postings: readonly Posting[];
  readonly holds: readonly ApprovalState[];
};

type CommissionInput = {
  readonly shopId: ShopId;
  readonly facts: OrderFacts;
  /** The stored facts before this change. Null if the order was unknown. */
  readonly factsBefore: OrderFacts | null;
  readonly attribution: KeptAttribution;
  readonly evaluation: Evaluation;
  /** The order's commissions, without its bonuses and manual commissions. */
  readonly existing: readonly CommissionRow[];
  /** Terms of the existing commissions, by `versionId`. */
  readonly terms: ReadonlyMap<string, ProgramTerms | null>;
  readonly posted: ReadonlyMap<CommissionId, Posted>;
  readonly revision: number;
  /** Decision that flags make about a new commission. */
  readonly bornAs?: CommissionRow["decision"];
  /** When the platform or a person made the change. */
  readonly happenedAt: Date;
  readonly now: Date;
};

const nothingPosted: Posted = { pendingMinor: 0n, payableMinor: 0n };

const versionOf = ({ programId, programVersion }: CommissionRow) =>
  versionId({ programId, number: programVersion });

/** Postings from an order's current commissions to the expected ones: always the difference, never an edit. */
export function changeCommissions(input: CommissionInput): CommissionChange {
  const { winner } = input.attribution.decided;
  const mine = input.existing.find((one) => one.affiliateId === winner?.affiliateId) ?? null;
  const created = mine === null ? newCommission(input) : null;
  const all = [...input.existing, ...(created ? [created] : [])];
  const changes = all.map((row) => {
    const isCredited = row === (mine ?? created);
    return changeCommission(row, isCredited && winner ? winner.version.terms : null, input);
  });
  const postings = changes.flatMap((one) => one.drafts);
  const holds = changes.flatMap((one) => one.hold ?? []);
  const own = holds.find((one) => one.commissionId === created?.commissionId);
  return {
    created: created && { ...created, ...own },
    postings: postings.map((draft) => ({ ...draft, happenedAt: input.happenedAt })),
    holds: holds.filter((one) => one !== own),
  };
}

/** `terms`: those of the credited affiliate's commission, null for all others. */
function changeCommission(row: CommissionRow, terms: ProgramTerms | null, input: CommissionInput) {
  const { evaluation, happenedAt, now } = input;
  // A denied commission stays at zero, whatever arrives (M12).
  const currentMinor = terms === null || row.decision === "denied" ? 0n : evaluation.currentMinor;
  const posting = commissionPosting(row, input);
  const drafts = entriesForDifference({ ...posting, currentMinor });
  const hold = (approvesAt: Date | null, releasedAt: Date | null) => {
    return { commissionId: row.commissionId, approvesAt, releasedAt };
  };
  const isRaised = drafts.some((draft) => draft.code === "earned");
  const given = isRaised ? grantedBy(row, input) : null;
  if (given) {
    const taken = entriesForReassignment(posting, { currentMinor, had: given.had });
    return {
      drafts: taken,
      hold: isReleased(taken) ? hold(row.approvesAt, now) : hold(given.approvesAt, null),
    };
  }
  if (terms && isRaised && row.releasedAt !== null) {
    const until = new Date(approvesAtMs(happenedAt.toISOString(), terms.approvalDays));
    return { drafts, hold: hold(until, null) };
  }
  const own = terms ?? input.terms.get(versionOf(row));
  const followed = own ? followHold(row, own, input) : null;
  return { drafts, hold: followed && hold(followed.until, null) };
}

function isReleased(drafts: readonly EntryDraft[]): boolean {
  return drafts.at(-1)?.code === "released";
}

type PostedGift = { readonly had: Posted; readonly approvesAt: Date | null };

/**
 * The amounts that the former affiliate had when a person reassigned the order (M12), with the end of the
 * approval period of the pending part. Null if nothing was released: the new affiliate then starts from the
 * facts. A commission on hold stays pending, whatever was released (M11).
 */
function grantedBy(
  row: CommissionRow,
  { attribution, existing, posted }: CommissionInput,
): PostedGift | null {
  if (row.decision === "held" || attribution.reassigned?.affiliateId !== row.affiliateId) return null;
  const had = { pendingMinor: 0n, payableMinor: 0n };
  let approvesAt: Date | null = null;
  for (const one of existing.filter(({ commissionId }) => commissionId !== row.commissionId)) {
    const { pendingMinor, payableMinor } = posted.get(one.commissionId) ?? nothingPosted;
    had.pendingMinor += pendingMinor;
    had.payableMinor += payableMinor;
    if (pendingMinor > 0n) approvesAt = one.approvesAt;
  }
  return had.payableMinor > 0n ? { had, approvesAt } : null;
}

/**
 * Moves an approval period that starts with payment or fulfillment when new facts arrive (M11), even while
 * another affiliate has the credit. Null if it does not move. A period that a person ended, or that began again
 * after a release, no longer depends on the facts.
 */
function followHold(
  row: CommissionRow,
  terms: ProgramTerms,
  { facts, factsBefore }: Pick<CommissionInput, "facts" | "factsBefore">,
): { readonly until: Date | null } | null {
  if (factsBefore === null || row.releasedAt !== null || row.decision === "approved") return null;
  const [before, after] = [orderApprovesAtMs(factsBefore, terms), orderApprovesAtMs(facts, terms)];
  if (before === after || (row.approvesAt?.getTime() ?? null) !== before) return null;
  return { until: after === null ? null : new Date(after) };
}

/** Moves the approval period of the bonuses that an order reached (T11). */
export function followBonusHold(
  row: CommissionRow,
  terms: ProgramTerms,
  facts: Pick<CommissionInput, "facts" | "factsBefore">,
): ApprovalState | null {
  const followed = followHold(row, terms, facts);
  return followed && { commissionId: row.commissionId, approvesAt: followed.until, releasedAt: null };
}

/** Null if there is nobody to credit or nothing to earn. The order then keeps its reason. */
function newCommission(input: CommissionInput): CommissionRow | null {
  const { winner } = input.attribution.decided;
  if (winner === null || input.evaluation.originalMinor === 0n) return null;
  return {
    ...commissionOf(winner, input),
    decision: input.bornAs ?? null,
    kind: "order",
    role: "affiliate",
    bonusKey: null,
    currency: input.facts.currency,
    inputs: toPlain(input.evaluation.inputs) as Record<string, unknown>,
  };
}

/** Columns that all commissions that begin with an order share. */
export function commissionOf(
  winner: Pick<Winner, "affiliateId" | "programId" | "version">,
  { shopId, facts, now }: Pick<CommissionInput, "shopId" | "facts" | "now">,
) {
  const until = orderApprovesAtMs(facts, winner.version.terms);
  return {
    shopId,
    commissionId: newId<CommissionId>("com", now),
    orderId: facts.id,
    affiliateId: winner.affiliateId,
    programId: winner.programId,
    programVersion: winner.version.number,
    decision: null,
    approval: winner.version.terms.approval,
    revision: 0,
    createdAt: now,
    approvesAt: until === null ? null : new Date(until),
    releasedAt: null,
  };
}

function commissionPosting(row: CommissionRow, { posted, revision }: CommissionInput): CommissionPosting {
  return {
    commissionId: row.commissionId,
    affiliateId: row.affiliateId,
    currency: row.currency,
    revision,
    posted: posted.get(row.commissionId) ?? nothingPosted,
  };
}

type EventCause = {
  /** Commissions of the postings. */
  readonly commissions: readonly CommissionRow[];
  readonly postings: readonly Posting[];
  readonly orderName: string | null;
  /** Reason code of the order's credit, from domain/reasons.ts. */
  readonly reason: string | null;
  /** The percentages that make up a new commission. */
  readonly parts?: readonly RatePart[];
};

/** Events for postings of orders' commissions: one per commission and kind of change. */
export function commissionEvents(name: CommissionEventName, code: EntryCode, cause: EventCause): NewEvent[] {
  return cause.commissions
    .filter((one) => one.kind === "order")
    .flatMap((commission) => {
      const amountMinor = movedBy(cause.postings, code, commission.commissionId);
      return amountMinor === 0n ? [] : [commissionEvent(name, { ...cause, commission, amountMinor })];
    });
}

function movedBy(postings: readonly Posting[], code: EntryCode, commissionId: CommissionId): bigint {
  return postings
    .filter((one) => one.code === code && one.subject.id === commissionId)
    .reduce((sum, one) => sum + one.amountMinor, 0n);
}

function commissionEvent(
  name: CommissionEventName,
  {
    commission,
    amountMinor,
    orderName,
    reason,
    parts = [],
  }: Pick<EventCause, "orderName" | "reason" | "parts"> & {
    readonly commission: CommissionRow;
    readonly amountMinor: bigint;
  },
): NewEvent {
  const { commissionId, affiliateId, programId, orderId, currency } = commission;
  const onWire = (minor: bigint) => ({ amount: toDecimal({ minor, currency }), currencyCode: currency });
  const of = { subjectId: commissionId, affiliateId };
  const amount = onWire(amountMinor);
  const payload = { commissionId, affiliateId, programId, orderId, orderName, amount, reason };
  if (name !== "commission.created") return { name, ...of, payload };
  const calculation = parts.map(({ rateBps, eligibleMinor }) => ({
    percent: toPercent(rateBps),
    eligible: onWire(eligibleMinor),
  }));
  return { name, ...of, payload: { ...payload, calculation } };
}

type CountedOrder = { readonly figures: readonly FigureChange[]; readonly day: string };

/** Events for the tiers that a new order reaches (T6), from the progress before it and its own figures. */
export function tierEvents(
  { facts, attribution }: CreditedOrder,
  inputs: StoredInputs,
  { figures, day }: CountedOrder,
): NewEvent[] {
  const { winner } = attribution.decided;
  if (winner === null) return [];
  const { affiliateId, programId, version } = winner;
  const { rules, commission } = version.terms;
  const own = figures.filter((one) => one.affiliateId === affiliateId && one.programId === programId);
  const pays: [string | null, Pay][] = [
    ...rules.map((one): [string, Pay] => [one.id, one.pay]),
    [null, commission],
  ];
  return pays.flatMap(([ruleId, pay]) => {
    if (pay.kind !== "tiered") return [];
    const before = reachedFor(inputs, ruleId ?? fallbackKey);
    const after = {
      orders: own.reduce((sum, one) => sum + one.keptOrders, before.orders),
      salesMinor: own.reduce((sum, one) => sum + one.revenueMinor, before.salesMinor),
    };
    const [last, next] = [before, after].map((reached) =>
      pay.steps.findLastIndex((step) => isReached(step.atLeast, reached, facts.currency)),
    );
    if (last === undefined || next === undefined || next <= last) return [];
    const since = pay.period.kind === "rolling" ? "" : (periodDays(pay.period, day).first ?? "");
    const tier = next + 1;
    const subject = [affiliateId, programId, version.number, ruleId ?? fallbackKey, tier, since].join(":");
    const payload = { affiliateId, programId, version: version.number, ruleId, tier, orderId: facts.id };
    return [{ name: "tier.reached", subjectId: subject, affiliateId, payload }];
  });
}
