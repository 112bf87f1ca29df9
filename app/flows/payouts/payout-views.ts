import type { Actor } from "#app/domain/actor.ts";
import type { Money } from "#app/domain/money.ts";
import type { SectionIdentity } from "#app/domain/payouts/section.ts";
import type { NotPaidReason } from "#app/domain/payouts/eligible.ts";
import { feeCap } from "#app/domain/payouts/settings.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { payoutStateOf, sectionStates, describeSectionState } from "#app/domain/payouts/section-state.ts";
import { namedLedgerEntry, type LedgerEntryRow } from "#app/store/ledger.ts";
import type { CoveredLine } from "#app/store/paid-lines.ts";
import type { StateSum } from "#app/store/payout-requests.ts";
import type { NamedPayment } from "#app/store/payout-payment-list.ts";
import type { Skipped, SkippedSum } from "#app/store/payout-skipped.ts";
import type { Payout, SectionRow } from "#app/store/payouts.ts";
import type { reconciledOfSection } from "#app/store/statement-matching.ts";
import type { PayeeInSection, PayoutPreview, PaySum } from "./preview-section.ts";

export type SectionView = ReturnType<typeof sectionViewOf>;

export function sectionViewOf(row: SectionRow) {
  const { section } = row;
  const { state, reason, next } = describeSectionState(row);
  const { currency, expectedCount, expectedMinor } = section;
  const isExpected = expectedCount !== null && expectedMinor !== null;
  return {
    id: section.sectionId,
    payout: section.payoutId,
    method: section.method,
    currency,
    state,
    reason,
    nextStep: next,
    status: section.status,
    schedule: section.scheduleKey === "" ? null : section.scheduleKey.slice(0, 10),
    cutoffAt: section.cutoffAt,
    chosen: section.chosen?.length ?? null,
    planned: { count: section.paymentCount, total: { minor: section.totalMinor, currency } },
    expected: isExpected ? { count: expectedCount, total: { minor: expectedMinor, currency } } : null,
    needsApproval: section.needsApproval,
    createdBy: section.createdBy.name,
    createdAt: section.createdAt,
    confirmedBy: section.confirmedBy?.name ?? null,
    confirmerId: confirmerIdOf(section),
    confirmedAt: section.confirmedAt,
    approvedBy: section.approvedBy?.name ?? null,
    approvedAt: section.approvedAt,
    finishedAt: section.finishedAt,
    error: section.error,
  };
}

/** The person whose confirmation needs that of another one, or null. */
function confirmerIdOf({ confirmedBy, needsApproval }: SectionRow["section"]): string | null {
  return needsApproval && confirmedBy?.kind === "staff" ? confirmedBy.id : null;
}

/** True if another person than the actor has to give the second confirmation. */
export function needsAnotherPerson(sections: readonly SectionView[], actor: Actor): boolean {
  return actor.id !== null && sections.some((one) => one.confirmerId === actor.id);
}

/** A section with the number of its payments in each state. */
export function sectionDetailOf(row: SectionRow, states: readonly StateSum[]) {
  const { currency } = row.section;
  const sums = states.map(({ status, count, totalMinor: minor }) => ({
    status,
    count,
    total: { minor, currency },
  }));
  return { ...sectionViewOf(row), states: sums };
}

export type PayoutView = ReturnType<typeof payoutViewOf>;

const rank = ({ state }: SectionView) => sectionStates.indexOf(state);

/** A payout with its sections, those that wait for the merchant first. */
export function payoutViewOf(payout: Payout, facts: readonly SectionRow[]) {
  const sections = facts.map(sectionViewOf).toSorted((a, b) => rank(a) - rank(b));
  return {
    id: payout.payoutId,
    state: payoutStateOf(sections.map((one) => one.state)),
    schedule: payout.scheduleDay === "" ? null : payout.scheduleDay,
    totals: payoutTotals(sections),
    createdBy: payout.createdBy.name,
    createdAt: payout.createdAt,
    sections,
  };
}

/** Totals of a payout, without canceled sections unless all are. */
function payoutTotals(sections: readonly SectionView[]) {
  const alive = sections.filter((one) => one.state !== "canceled");
  const counted = alive.length > 0 ? alive : sections;
  return [...Map.groupBy(counted, (one) => one.currency)].map(([currency, same]) => ({
    count: same.reduce((sum, { planned }) => sum + planned.count, 0),
    total: { minor: same.reduce((sum, { planned }) => sum + planned.total.minor, 0n), currency },
  }));
}

/** Affiliates skipped for one reason. */
export function skippedSumOf({ currency, reason, count, payableMinor: minor }: SkippedSum) {
  return { reason, count, available: { minor, currency } };
}

export type SkippedView = ReturnType<typeof skippedViewOf>;

export function skippedViewOf({ affiliateId: id, name, email, currency, reason, payableMinor }: Skipped) {
  return {
    affiliate: { id, name, email },
    available: { minor: payableMinor, currency },
    reason,
  };
}

export type PaymentView = ReturnType<typeof paymentViewOf>;

export function paymentViewOf(payment: NamedPayment) {
  const { currency } = payment;
  return {
    id: payment.paymentId,
    payout: payment.payoutId,
    section: payment.sectionId,
    affiliate: { id: payment.affiliateId, name: payment.affiliateName },
    method: payment.method,
    amount: { minor: payment.amountMinor, currency },
    withheld: { minor: payment.withheldMinor, currency },
    fee: { minor: payment.feeMinor, currency },
    status: payment.status,
    receiver: payment.receiver,
    reason: payment.reason,
    contradiction: payment.contradiction,
    provider: {
      paymentId: payment.providerItemId,
      transactionId: payment.providerTransactionId,
      status: payment.providerStatus,
    },
    plannedAt: payment.plannedAt,
    sentAt: payment.sentAt,
    settledAt: payment.settledAt,
    closedAt: payment.closedAt,
  };
}

type PaymentCoverings = { readonly lines: readonly CoveredLine[]; readonly total: number };

/** A payment with the lines that it covers and its ledger entries in the order of posting. */
export function paymentDetailOf(
  payment: NamedPayment,
  entries: readonly LedgerEntryRow[],
  covers: PaymentCoverings,
) {
  const { affiliateName } = payment;
  return {
    ...paymentViewOf(payment),
    covers,
    entries: entries.map((row) => namedLedgerEntry(row, affiliateName)),
  };
}

export type SectionBooks = {
  readonly sectionId: string;
  readonly currency: string;
  readonly identity: SectionIdentity;
  /** The section's totals according to bank statements. */
  readonly reconciled: Awaited<ReturnType<typeof reconciledOfSection>>;
};

/** The books of a section (M15), and how far bank statements agree with them. */
export function booksViewOf({ currency, identity, reconciled }: SectionBooks) {
  const money = (minor: bigint): Money => ({ minor, currency });
  const { payments, reconciled: agreed, paidMinor, toldMinor } = reconciled;
  return {
    started: money(identity.startedMinor),
    paid: money(identity.settledMinor),
    returned: money(identity.returnedMinor),
    canceled: money(identity.cancelledMinor),
    inTransit: money(identity.inTransitMinor),
    difference: money(identity.differenceMinor),
    holds: identity.differenceMinor === 0n,
    fee: money(identity.feeMinor),
    withheld: money(identity.withheldMinor),
    reconciled: {
      payments,
      agreed,
      here: money(paidMinor),
      there: money(toldMinor),
      feesHere: money(reconciled.feesMinor),
      feesThere: money(reconciled.toldFeesMinor),
      toTheCent: payments > 0 && agreed === payments && paidMinor === toldMinor,
    },
  };
}

/** A preview with the estimated fees of its methods, and one page of its affiliates. */
export function previewViewOf({ currencies, rows }: PayoutPreview) {
  return {
    currencies: currencies.map(({ currency, sections, notPaid, ...sum }) => ({
      currency,
      ...sumViewOf(sum, currency),
      sections: sections.map(({ method, ...of }) => ({
        method,
        ...sumViewOf(of, currency),
        feeCap: feeCapOf(method, currency),
      })),
      notPaid: notPaid.map((one) => skippedSumOf({ ...one, currency })),
    })),
    affiliates: rows.map(previewRowOf),
  };
}

function sumViewOf(sum: PaySum, currency: string) {
  const money = (minor: bigint): Money => ({ minor, currency });
  return {
    count: sum.count,
    total: money(sum.amountMinor),
    withheld: money(sum.withheldMinor),
    estimatedFees: money(sum.feeMinor),
    funding: money(sum.fundingMinor),
  };
}

function feeCapOf(method: PayoutMethod, currency: string): Money | null {
  const minor = feeCap(method, currency);
  return minor === null ? null : { minor, currency };
}

/** An affiliate with what a payout would pay them, or the reason for skipping them. */
export function previewRowOf({ payee, currency, method, pay }: PayeeInSection) {
  const money = (minor: bigint): Money => ({ minor, currency });
  const paid = typeof pay === "string" ? null : pay;
  const reason: NotPaidReason | null = typeof pay === "string" ? pay : null;
  return {
    affiliate: { id: payee.affiliateId, name: payee.name, email: payee.email },
    method,
    available: money(payee.payableMinor),
    amount: paid && money(paid.amountMinor),
    withheld: paid && money(paid.withheldMinor),
    estimatedFee: paid && money(paid.feeMinor),
    reason,
    receiver: payee.details?.masked ?? "",
    usableFrom: reason === "details_wait" ? payee.usableFrom : null,
  };
}
