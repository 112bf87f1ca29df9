import { tagsAt, type TagPeriod } from "#app/domain/tags.ts";
import {
  attribute,
  type Attribution,
  type AttributionInput,
  type AttributionRules,
  chooseRules,
  type Evidence,
  type RulesVersion,
  type Winner,
} from "#app/domain/attribution.ts";
import { evaluate, type Evaluation } from "#app/domain/commission.ts";
import type { AffiliateId, ClaimId, ClickId, CommissionId, ProgramId } from "#app/domain/ids.ts";
import type { Progress, StoredInputs } from "#app/domain/inputs.ts";
import { compareInstants, statusAt } from "#app/domain/instant.ts";
import { affiliateBalances } from "#app/domain/ledger/balance.ts";
import {
  type CommissionPosting,
  entriesForDifference,
  releaseEntries,
  type EntryDraft,
} from "#app/domain/ledger/entries.ts";
import type { OrderFacts, OrderNews } from "#app/domain/order.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { approvesAtMs, mayRelease, needsApproval, orderApprovesAtMs } from "#app/domain/release.ts";
import { needsOf } from "#app/domain/terms/pay.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { periodDays } from "#app/domain/terms/period-days.ts";
import { mergeNews } from "#app/flows/settlement/merge-news.ts";
import { boundEvidence, renewedEvidence } from "./evidence-of-customers.ts";
import type { EvidenceMade, History, Told } from "./history.ts";
import { type Row, rowsOf } from "./sold-rows.ts";
import { newsOf } from "./told-news.ts";
import { postedAfter } from "../support/posted-after.ts";

type Commission = {
  readonly id: CommissionId;
  posting: CommissionPosting;
  inputs: StoredInputs;
  approvesAt: string | null;
  isReleased: boolean;
  /** An edit after a release began the hold anew; the order's own hold is past. */
  isHeldAnew: boolean;
};

type ProductOrder = {
  facts: OrderFacts | null;
  /** Its deletion was told before the order itself, and counts with it. */
  isDeletedEarly: boolean;
  winner: Winner | null;
  evaluation: Evaluation | null;
  commission: Commission | null;
  /** The lifetime customer's affiliate when this order was first evaluated; null before (M5). */
  bound: readonly Evidence[] | null;
  /** Its first order, as it stood then (M23). */
  renewed: readonly Evidence[] | null;
  rows: Row[];
};

/** The product's own functions, walked through as its flows walk through them, without a database. */
export type ProductWorld = {
  readonly history: History;
  readonly standings: Pick<AttributionInput, "affiliates" | "programs">;
  readonly rules: readonly RulesVersion[];
  readonly dayOf: (instant: string) => string;
  readonly orders: Map<string, ProductOrder>;
  readonly entries: EntryDraft[];
};

const longAgo = "2026-01-01T00:00:00Z";
const tail = (index: number): string => String(index).padStart(26, "0");
export const affiliateAt = (index: number): AffiliateId => fromPlain<AffiliateId>(`aff_${tail(index)}`);
export const programAt = (index: number): ProgramId => fromPlain<ProgramId>(`prg_${tail(index)}`);

export function newProductWorld(history: History, dayOf: ProductWorld["dayOf"]): ProductWorld {
  const affiliates = history.affiliates.map(({ suspendedAt }, index) => ({
    id: affiliateAt(index),
    statuses: [
      { status: "active" as const, at: longAgo },
      ...(suspendedAt === null ? [] : [{ status: "suspended" as const, at: suspendedAt }]),
    ],
    memberships: history.programs.map((_, program) => ({
      programId: programAt(program),
      joinedAt: longAgo,
      leftAt: null,
    })),
  }));
  const programs = history.programs.map(({ pausedAt }, index) => ({
    id: programAt(index),
    statuses: [
      { status: "active" as const, at: longAgo },
      ...(pausedAt === null ? [] : [{ status: "paused" as const, at: pausedAt }]),
    ],
    versions: history.versions
      .filter((one) => one.programIndex === index)
      .map(({ number, effectiveFrom, affiliateIndex, terms, withdrawnAt }) => ({
        id: `ver_${number}`,
        programId: programAt(index),
        number,
        effectiveFrom,
        affiliateId: affiliateIndex === null ? null : affiliateAt(affiliateIndex),
        terms,
        withdrawnAt,
      })),
  }));
  const rules = history.rules.map((one, index) => ({ ...one, version: index + 1 }));
  return { history, dayOf, standings: { affiliates, programs }, rules, orders: new Map(), entries: [] };
}

function evidenceOf(made: EvidenceMade, index: number): Evidence {
  const { kind, at, programIndex, subId } = made;
  const affiliateId = affiliateAt(made.affiliateIndex);
  const link = { programId: programIndex === null ? null : programAt(programIndex), subId };
  if (kind === "landing") return { kind, affiliateId, code: "A", parameter: "ref", at: null, ...link };
  if (kind === "claim") {
    return { kind, affiliateId, claimId: fromPlain<ClaimId>(`clm_${tail(index)}`), at: null };
  }
  const since = at ?? longAgo;
  if (kind === "code") return { kind, affiliateId, code: "WELCOME", at: since };
  if (kind === "customer") return { kind, affiliateId, boundBy: "", at: since };
  if (kind === "product") return { kind, affiliateId, productId: String(index), at: since };
  const clickId = fromPlain<ClickId>(`clk_${tail(index)}`);
  return { kind, affiliateId, clickId, at: since, ...link };
}

function typedEvidence({ typedCodes }: OrderFacts): Evidence[] {
  return (typedCodes ?? []).map((code) => {
    const affiliateId = affiliateAt(Number(code.replace(/\D/g, "")));
    return { kind: "tag", affiliateId, code, at: null, programId: null };
  });
}

/**
 * Hears one message; answers whether the platform would have to be asked although the order itself was heard of. Where
 * an older body told more than a newer one it is asked only to be sure: what is merged is right by itself.
 */
export function hearNews(world: ProductWorld, told: Told): boolean {
  const order = world.orders.get(told.orderId) ?? {
    facts: null,
    isDeletedEarly: false,
    winner: null,
    evaluation: null,
    commission: null,
    bound: null,
    renewed: null,
    rows: [],
  };
  world.orders.set(told.orderId, order);
  const before = order.facts;
  const news = newsOf(told, told.kind === "order" ? told.facts.catalog : null);
  const deleted: OrderNews[] = order.isDeletedEarly ? [{ kind: "deleted", orderId: told.orderId }] : [];
  const merged = mergeNews(
    order.facts,
    [news, ...deleted].map((one) => ({ news: one, fresh: false })),
  );
  order.facts = merged.facts;
  order.isDeletedEarly = order.facts === null && (order.isDeletedEarly || told.kind === "deleted");
  if (order.facts !== null) settle(world, order, order.facts);
  const isLate =
    before !== null && told.kind !== "deleted" && compareInstants(told.facts.updatedAt, before.updatedAt) < 0;
  return merged.mustRefetch && !isLate;
}

function settle(world: ProductWorld, order: ProductOrder, facts: OrderFacts): void {
  const found = (world.history.evidence.get(facts.id) ?? []).map(evidenceOf);
  const { rules } = chooseRules(world.rules, facts.createdAt);
  order.bound ??= boundEvidence(world.orders, facts, rules);
  order.renewed ??= renewedEvidence(world.orders, facts);
  const attribution: Attribution = attribute({
    ...world.standings,
    orderCreatedAt: facts.createdAt,
    evidence: [...found, ...order.bound, ...order.renewed, ...typedEvidence(facts)],
    rules,
  });
  order.winner = attribution.winner;
  const { winner } = attribution;
  if (winner === null) return;
  const { terms } = winner.version;
  const inputs = order.evaluation?.inputs ?? null;
  const progress = progressOf(world, order, { facts, winner, rules });
  const evaluation = evaluate({ terms, facts, attribution, inputs, progress });
  order.evaluation = evaluation;
  order.rows = facts.test ? [] : rowsOf(facts, evaluation.originalMinor, world.dayOf);
  if (order.commission === null && evaluation.originalMinor === 0n) return;
  order.commission ??= newCommission(winner, facts, evaluation.inputs);
  const { commission } = order;
  const drafts = entriesForDifference({ ...commission.posting, currentMinor: evaluation.currentMinor });
  followHold(commission, { facts, terms, isRaised: drafts.some((one) => one.code === "earned") });
  write(world, commission, drafts);
}

type Following = { readonly facts: OrderFacts; readonly terms: ProgramTerms; readonly isRaised: boolean };

/** M11: the hold follows the facts, until something is earned after a release. */
function followHold(commission: Commission, { facts, terms, isRaised }: Following): void {
  if (commission.isReleased && isRaised) {
    commission.isReleased = false;
    commission.isHeldAnew = true;
    commission.approvesAt = new Date(approvesAtMs(facts.updatedAt, terms.approvalDays)).toISOString();
  } else if (!commission.isReleased && !commission.isHeldAnew) {
    const ends = orderApprovesAtMs(facts, terms);
    commission.approvesAt = ends === null ? null : new Date(ends).toISOString();
  }
}

function newCommission(winner: Winner, facts: OrderFacts, inputs: StoredInputs): Commission {
  const id = fromPlain<CommissionId>(`com_${tail(Number(facts.id))}`);
  const posting = {
    commissionId: id,
    affiliateId: winner.affiliateId,
    currency: facts.currency,
    revision: 1,
    posted: { pendingMinor: 0n, payableMinor: 0n },
  };
  return { id, posting, inputs, approvesAt: null, isReleased: false, isHeldAnew: false };
}

/** M3: what was posted under one key is posted once; a revision bears each key once. */
function write(world: ProductWorld, commission: Commission, drafts: readonly EntryDraft[]): void {
  if (drafts.length === 0) return;
  for (const draft of drafts) {
    if (world.entries.some((one) => one.idempotencyKey === draft.idempotencyKey)) {
      throw new Error(`The key ${draft.idempotencyKey} was used before.`);
    }
    world.entries.push(draft);
  }
  const { posting } = commission;
  commission.posting = {
    ...posting,
    revision: posting.revision + 1,
    posted: postedAfter(posting.posted, drafts),
  };
}

/** M5: as the flow reads it, from the rows of the other orders. */
function progressOf(
  world: ProductWorld,
  order: ProductOrder,
  { facts, winner, rules }: { facts: OrderFacts; winner: Winner; rules: AttributionRules },
): Progress {
  const needs = needsOf(winner.version.terms);
  const day = world.dayOf(facts.createdAt);
  const others = [...world.orders.values()].filter((one) => one !== order && one.facts !== null);
  const mine = others.filter((one) => one.winner?.affiliateId === winner.affiliateId);
  const rows = mine.filter((one) => one.winner?.programId === winner.programId).flatMap((one) => one.rows);
  const within = (first: string | null, last: string | null): Row[] =>
    rows.filter((row) => (first === null || row.day >= first) && (last === null || row.day <= last));
  const cap = needs.cap === null ? null : periodDays(needs.cap, day);
  const ofCustomer = (of: readonly ProductOrder[]): string[] =>
    of
      .flatMap((one) => (one.facts ? [one.facts] : []))
      .filter((one) => one.customerHash === facts.customerHash)
      .map((one) => one.createdAt)
      .filter((at) => compareInstants(at, facts.createdAt) < 0)
      .toSorted(compareInstants);
  // A test order is credited to nobody, whoever it would point to.
  const credited = mine.filter((one) => one.facts?.test === false);
  const known =
    facts.customerHash === null
      ? null
      : {
          all: ofCustomer(others),
          toAny: ofCustomer(others.filter((one) => one.winner !== null && one.facts?.test === false)),
          credited: ofCustomer(credited),
        };
  const { newCustomer } = rules;
  return {
    reached: Object.fromEntries(
      needs.tiers.map(({ key, period }) => {
        const counted = within(periodDays(period, day).first, day);
        const salesMinor = counted.reduce((total, row) => total + row.salesMinor, 0n);
        return [key, { orders: counted.reduce((total, row) => total + row.kept, 0), salesMinor }];
      }),
    ),
    capUsedMinor:
      cap === null ? 0n : within(cap.first, cap.last).reduce((total, row) => total + row.earnedMinor, 0n),
    customerOrderIndex: known && (newCustomer === "store" ? known.all : known.toAny).length + 1,
    customerCountedBy: newCustomer,
    customerOrder: known && {
      number: known.credited.length + 1,
      firstAt: known.credited[0] ?? facts.createdAt,
    },
    affiliateTags: needs.affiliateTags ? tagsAt(tagsIn(world, winner.affiliateId), facts.createdAt) : null,
  };
}

function tagsIn({ history }: ProductWorld, affiliateId: AffiliateId): TagPeriod[] {
  return history.tags.filter((one) => affiliateAt(one.affiliateIndex) === affiliateId);
}

/** M11: releases what is due; answers the orders. */
export function releaseDueIn(world: ProductWorld, now: string): string[] {
  return [...world.orders].filter(([, order]) => releaseOne(world, order, now)).map(([orderId]) => orderId);
}

function releaseOne(world: ProductWorld, { commission, facts, winner }: ProductOrder, now: string): boolean {
  if (commission === null || facts === null || winner === null || commission.isReleased) return false;
  // No person decides here, so a commission under manual approval waits for good.
  if (needsApproval({ approval: winner.version.terms.approval, decision: null })) return false;
  const affiliateStatus = statusNow(world, winner.affiliateId, now);
  const { approvesAt } = commission;
  const isOver = approvesAt !== null && compareInstants(approvesAt, now) <= 0;
  // As the flow does: nothing waits any more when the hold is over, and what comes later waits anew.
  if (isOver && commission.posting.posted.pendingMinor === 0n) commission.isReleased = true;
  const question = { facts, affiliateStatus, isHeld: false, approvesAt, now };
  if (!mayRelease({ ...question, needsApproval: false }).release) return false;
  const drafts = releaseEntries(commission.posting);
  commission.isReleased ||= drafts.length > 0;
  write(world, commission, drafts);
  return drafts.length > 0;
}

function statusNow(world: ProductWorld, affiliateId: AffiliateId, now: string) {
  const affiliate = world.standings.affiliates.find((one) => one.id === affiliateId);
  return statusAt(affiliate?.statuses ?? [], now) ?? "pending";
}

/** Balance of each affiliate, from the ledger entries. */
export function productBalances(world: ProductWorld): Map<AffiliateId, { pending: bigint; payable: bigint }> {
  return new Map(
    world.standings.affiliates.map(({ id }) => {
      const { pending, payable } = affiliateBalances(world.entries, id);
      return [id, { pending, payable }];
    }),
  );
}
