import type { RulesVersion } from "#app/domain/attribution.ts";
import type { CommissionKind } from "#app/domain/commission-state.ts";
import type { DecisionKind } from "#app/domain/decision.ts";
import type { Explanation, ExplainedCandidate } from "#app/domain/explanation.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { refundedOf } from "#app/domain/fraud/rules.ts";
import { attributionWire } from "./attribution.ts";
import { entryToWire, type EntryToWrite, newPartyOf, reasonToWire } from "./commission-to-wire.ts";
import type { OrderExplanationWire, OrderWire } from "./order.ts";
import { namedOf, type Names, postingToWire, type TransferToWrite } from "./posting-to-wire.ts";
import { moneyToWire } from "./to-wire.ts";
import { encode } from "./wire.ts";

export type OrderViewToWrite = {
  readonly row: {
    readonly orderId: string;
    readonly name: string;
    readonly placedAt: Date;
    readonly currency: string;
    readonly netMinor: bigint;
    readonly commissionMinor: bigint;
    readonly credited: boolean;
    readonly reason: string;
    readonly affiliateId: string | null;
    readonly programId: string | null;
    readonly programVersion: number | null;
  };
  readonly facts: OrderFacts;
  readonly standingMinor: bigint;
  readonly affiliateName: string | null;
  readonly programName: string | null;
  readonly part?: Part | undefined;
};

type Part = {
  readonly orders: number;
  readonly netMinor: bigint;
  readonly refundsMinor: bigint;
  readonly commissionMinor: bigint;
  readonly newCustomers: number;
};

function partToWire({ orders, newCustomers, ...minors }: Part, currency: string): OrderWire["part"] {
  return {
    orders,
    revenue: moneyToWire(minors.netMinor + minors.refundsMinor, currency),
    refunds: moneyToWire(minors.refundsMinor, currency),
    net: moneyToWire(minors.netMinor, currency),
    commission: moneyToWire(minors.commissionMinor, currency),
    newCustomers,
  };
}

/** An order as the API and the screens show it. */
export function orderToWire({ row, facts, standingMinor, part, ...names }: OrderViewToWrite): OrderWire {
  const { affiliateId, programId } = row;
  return {
    id: row.orderId,
    name: row.name,
    placedAt: row.placedAt.toISOString(),
    status: row.credited ? "credited" : "not-credited",
    reason: reasonToWire(row.reason),
    paymentStatus: facts.financialStatus,
    test: facts.test,
    cancelledAt: facts.cancelledAt,
    ...(facts.forgotten && { customerErasedAt: facts.forgotten.at }),
    revenue: moneyToWire(row.netMinor, row.currency),
    commission: moneyToWire(standingMinor, row.currency),
    ownCommission: moneyToWire(row.commissionMinor, row.currency),
    ...(part && { part: partToWire(part, row.currency) }),
    affiliate: affiliateId === null ? null : { id: affiliateId, name: names.affiliateName ?? affiliateId },
    program:
      programId === null
        ? null
        : { id: programId, name: names.programName ?? programId, version: row.programVersion ?? 1 },
  };
}

type Done = { readonly note: string; readonly actorName: string; readonly at: Date };
type DecisionToWrite = Done & {
  readonly decisionId: string;
  readonly subjectId: string;
  readonly kind: DecisionKind;
  readonly details: Record<string, unknown>;
};
type AdjustmentToWrite = Done & {
  readonly adjustmentId: string;
  readonly affiliateId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
};

function byWhom(id: string, { note, actorName, at }: Done) {
  return { id, note, by: actorName, at: at.toISOString() };
}

type CommissionOfOrder = {
  readonly commissionId: string;
  readonly kind: CommissionKind;
  readonly affiliateId: string;
};

function explainedTermsToWire(terms: NonNullable<Explanation["terms"]>, version: number) {
  return { ...terms, version, rules: [...terms.rules], alsoCounts: [...terms.alsoCounts] };
}

/** Why an order was credited or not, how each cent came about, and what was posted. */
export function explanationToWire(
  view: OrderViewToWrite & {
    readonly explanation: Explanation;
    readonly judgedBy: RulesVersion | null;
    readonly ifCounted: (Explanation & { readonly isUnread: boolean }) | null;
    readonly transfers: readonly TransferToWrite[];
    readonly commissions: readonly CommissionOfOrder[];
    readonly decisions: readonly DecisionToWrite[];
    readonly adjustments: readonly AdjustmentToWrite[];
    readonly names: Names;
  },
  /** The order's commissions, each followed by its deductions. */
  entries: readonly EntryToWrite[],
): OrderExplanationWire {
  const { explanation, ifCounted, names, facts } = view;
  const { currency, channel, renewal, terms } = explanation;
  return {
    order: orderToWire(view),
    channel,
    renewal: renewal && { firstOrder: renewal.firstOrderId },
    signals: explanation.attribution.candidates.map((one) => signalToWire(one, names)),
    judgedBy: view.judgedBy && encode(attributionWire, view.judgedBy),
    terms: terms && explainedTermsToWire(terms, view.row.programVersion ?? 1),
    ...arithmeticToWire(explanation),
    ifCounted: ifCounted && {
      reason: reasonToWire(ifCounted.uncredited?.reason ?? ifCounted.attribution.reason),
      ...arithmeticToWire(ifCounted),
      unread: ifCounted.isUnread,
    },
    commissions: entries.map(entryToWire),
    refunds: facts.refunds.map((refund) => ({
      id: refund.id,
      at: refund.createdAt,
      status: refund.status,
      amount: moneyToWire(refundedOf(refund, facts.taxesIncluded), currency),
    })),
    decisions: view.decisions.map((one) => {
      const about = view.commissions.find(({ commissionId }) => commissionId === one.subjectId);
      return {
        ...byWhom(one.decisionId, one),
        kind: one.kind,
        affiliate: about ? namedOf(about.affiliateId, names) : null,
        to: newPartyOf(one.details),
      };
    }),
    adjustments: view.adjustments.map((one) => ({
      ...byWhom(one.adjustmentId, one),
      affiliate: namedOf(one.affiliateId, names),
      amount: moneyToWire(one.amountMinor, one.currency),
    })),
    postings: view.transfers.map((transfer) => postingToWire(transfer, names, view.commissions)),
  };
}

function arithmeticToWire({ currency, knownBefore, lines, totals }: Explanation) {
  const money = (amount: string) => ({ amount, currencyCode: currency });
  return {
    knownBefore: [...knownBefore],
    lines: lines.map((line) => ({
      id: line.lineId,
      title: line.title,
      kind: line.kind,
      counts: line.counts,
      rules: line.rules.map(({ name, tried, matched, text }) => ({ name, tried, matched, text })),
      steps: line.steps.map((step) => ({ ...step, amount: money(step.amount) })),
      commission: money(line.commission),
      standing: money(line.standing),
    })),
    totals: {
      base: money(totals.base),
      remainingBase: money(totals.remainingBase),
      commission: money(totals.commission),
      standing: money(totals.standing),
    },
  };
}

function signalToWire(one: ExplainedCandidate, names: Names): OrderExplanationWire["signals"][number] {
  return {
    kind: one.kind,
    signal: one.signal,
    subId: one.subId,
    at: one.at,
    ...(one.windowDays !== undefined && { windowDays: one.windowDays }),
    affiliate: namedOf(one.affiliateId, names),
    program: one.programId === null ? null : namedOf(one.programId, names),
    won: one.won,
    reason: { code: one.reason, text: one.text },
  };
}
