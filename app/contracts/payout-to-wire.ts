import type { Actor } from "#app/domain/actor.ts";
import type { LineKind } from "#app/domain/ledger/line.ts";
import type { BatchStatus } from "#app/domain/payouts/batch.ts";
import { type NotPaidReason, notPaidTexts, type Pay } from "#app/domain/payouts/eligible.ts";
import { feeCap } from "#app/domain/payouts/fees.ts";
import type { ItemState } from "#app/domain/payouts/item.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { payoutStateOf, sectionStates, standingOf } from "#app/domain/payouts/section-state.ts";
import { transferToWire } from "./ledger-to-wire.ts";
import type {
  PayoutDetailWire,
  PayoutHoldWire,
  PayoutItemDetailWire,
  PayoutItemWire,
  PayoutPreviewWire,
  PayoutSectionDetailWire,
  PayoutSectionWire,
  PayoutWire,
} from "./payout.ts";
import { instantOrNull, moneyToWire } from "./to-wire.ts";

type BatchToWrite = {
  readonly batchId: string;
  readonly payoutId: string;
  readonly method: PayoutMethod;
  readonly currency: string;
  readonly status: BatchStatus;
  readonly scheduleKey: string;
  readonly cutoffAt: Date | null;
  readonly chosen: readonly string[] | null;
  readonly itemCount: number;
  readonly totalMinor: bigint;
  readonly expectedCount: number | null;
  readonly expectedMinor: bigint | null;
  readonly needsApproval: boolean;
  readonly createdBy: Actor;
  readonly createdAt: Date;
  readonly confirmedBy: Actor | null;
  readonly confirmedAt: Date | null;
  readonly approvedBy: Actor | null;
  readonly approvedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly error: string;
};

type SectionToWrite = Parameters<typeof standingOf>[0] & { readonly batch: BatchToWrite };

export function sectionToWire(section: SectionToWrite): PayoutSectionWire {
  const { batch } = section;
  const { state, reason, next } = standingOf(section);
  const { currency, expectedCount, expectedMinor } = batch;
  const isExpected = expectedCount !== null && expectedMinor !== null;
  return {
    id: batch.batchId,
    payout: batch.payoutId,
    method: batch.method,
    currency,
    state,
    reason,
    nextStep: next,
    status: batch.status,
    schedule: batch.scheduleKey === "" ? null : batch.scheduleKey.slice(0, 10),
    cutoffAt: instantOrNull(batch.cutoffAt),
    chosen: batch.chosen?.length ?? null,
    planned: { count: batch.itemCount, total: moneyToWire(batch.totalMinor, currency) },
    expected: isExpected ? { count: expectedCount, total: moneyToWire(expectedMinor, currency) } : null,
    needsApproval: batch.needsApproval,
    createdBy: batch.createdBy.name,
    createdAt: batch.createdAt.toISOString(),
    confirmedBy: batch.confirmedBy?.name ?? null,
    confirmedAt: instantOrNull(batch.confirmedAt),
    approvedBy: batch.approvedBy?.name ?? null,
    approvedAt: instantOrNull(batch.approvedAt),
    finishedAt: instantOrNull(batch.finishedAt),
    error: batch.error,
  };
}

type StateToWrite = { readonly status: string; readonly count: number; readonly totalMinor: bigint };

/** A section with how many of its payments are in each state. */
export function sectionDetailToWire({
  section,
  states,
}: {
  readonly section: SectionToWrite;
  readonly states: readonly StateToWrite[];
}): PayoutSectionDetailWire {
  const sums = states.map(({ status, count, totalMinor }) => ({
    status,
    count,
    total: moneyToWire(totalMinor, section.batch.currency),
  }));
  return { ...sectionToWire(section), states: sums };
}

type PayoutToWrite = {
  readonly payout: {
    readonly payoutId: string;
    readonly scheduleDay: string;
    readonly createdBy: Actor;
    readonly createdAt: Date;
  };
  readonly sections: readonly SectionToWrite[];
};

const rank = ({ state }: SectionToWrite) => sectionStates.indexOf(state);

/** A payout with its sections: those first that wait for the merchant. */
export function payoutToWire({ payout, sections }: PayoutToWrite): PayoutWire {
  return {
    id: payout.payoutId,
    state: payoutStateOf(sections.map((one) => one.state)),
    schedule: payout.scheduleDay === "" ? null : payout.scheduleDay,
    totals: totalsOf(sections),
    createdBy: payout.createdBy.name,
    createdAt: payout.createdAt.toISOString(),
    sections: sections.toSorted((a, b) => rank(a) - rank(b)).map(sectionToWire),
  };
}

/** Payments that a payout has, without those of sections that were canceled, unless all were. */
function totalsOf(sections: readonly SectionToWrite[]) {
  const alive = sections.filter((one) => one.state !== "canceled");
  const counted = alive.length > 0 ? alive : sections;
  const currencies = [...new Set(counted.map((one) => one.batch.currency))];
  return currencies.map((currency) => {
    const same = counted.filter((one) => one.batch.currency === currency);
    const totalMinor = same.reduce((sum, one) => sum + one.batch.totalMinor, 0n);
    return {
      count: same.reduce((sum, one) => sum + one.batch.itemCount, 0),
      total: moneyToWire(totalMinor, currency),
    };
  });
}

type NotPaidToWrite = {
  readonly reason: NotPaidReason;
  readonly count: number;
  readonly payableMinor: bigint;
};

/** A payout with whom it skipped. */
export function payoutDetailToWire({
  leftOut,
  ...payout
}: PayoutToWrite & {
  readonly leftOut: readonly (NotPaidToWrite & { readonly currency: string })[];
}): PayoutDetailWire {
  return { ...payoutToWire(payout), skipped: leftOut.map((one) => notPaidToWire(one.currency)(one)) };
}

const notPaidToWire =
  (currency: string) =>
  ({ reason, count, payableMinor }: NotPaidToWrite) => ({
    reason,
    text: notPaidTexts[reason],
    count,
    payable: moneyToWire(payableMinor, currency),
  });

type ItemToWrite = {
  readonly itemId: string;
  readonly batchId: string;
  readonly payoutId: string;
  readonly affiliateId: string;
  readonly affiliateName: string;
  readonly method: PayoutMethod;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly withheldMinor: bigint;
  readonly feeMinor: bigint;
  readonly status: ItemState;
  readonly receiver: string;
  readonly reason: string;
  readonly contradiction: string;
  readonly providerItemId: string;
  readonly providerTransactionId: string;
  readonly providerStatus: string;
  readonly plannedAt: Date;
  readonly sentAt: Date | null;
  readonly settledAt: Date | null;
  readonly closedAt: Date | null;
};

export function payoutItemToWire(item: ItemToWrite): PayoutItemWire {
  const money = (minor: bigint) => moneyToWire(minor, item.currency);
  return {
    id: item.itemId,
    payout: item.payoutId,
    section: item.batchId,
    affiliate: { id: item.affiliateId, name: item.affiliateName },
    method: item.method,
    amount: money(item.amountMinor),
    withheld: money(item.withheldMinor),
    fee: money(item.feeMinor),
    status: item.status,
    receiver: item.receiver,
    reason: item.reason,
    contradiction: item.contradiction,
    provider: {
      itemId: item.providerItemId,
      transactionId: item.providerTransactionId,
      status: item.providerStatus,
    },
    plannedAt: item.plannedAt.toISOString(),
    sentAt: instantOrNull(item.sentAt),
    settledAt: instantOrNull(item.settledAt),
    closedAt: instantOrNull(item.closedAt),
  };
}

type RowToWrite = Parameters<typeof transferToWire>[0]["row"];

type CoveredLineToWrite = {
  readonly lineId: string;
  readonly kind: LineKind;
  readonly orderId: string | null;
  readonly orderName: string | null;
  readonly amountMinor: bigint;
};

/** An item with what it covers and its transfers, in the order of posting. */
export function payoutItemDetailToWire(
  item: ItemToWrite,
  transfers: readonly RowToWrite[],
  covers: { readonly lines: readonly CoveredLineToWrite[]; readonly total: number },
): PayoutItemDetailWire {
  const { affiliateName, currency } = item;
  return {
    ...payoutItemToWire(item),
    covers: {
      lines: covers.lines.map(({ lineId, kind, orderId, orderName, amountMinor }) => ({
        id: lineId,
        kind,
        order: orderId === null ? null : { id: orderId, name: orderName ?? orderId },
        amount: moneyToWire(amountMinor, currency),
      })),
      total: covers.total,
    },
    transfers: transfers.map((row) => transferToWire({ row, affiliateName })),
  };
}

type JudgedToWrite = {
  readonly payee: {
    readonly affiliateId: string;
    readonly name: string;
    readonly email: string;
    readonly payableMinor: bigint;
    readonly usableFrom: Date | null;
    readonly details: { readonly masked: string } | null;
  };
  readonly currency: string;
  readonly method: PayoutMethod | null;
  readonly pay: Pay | NotPaidReason;
};
type SumToWrite = {
  readonly count: number;
  readonly amountMinor: bigint;
  readonly withheldMinor: bigint;
  readonly feeMinor: bigint;
  readonly fundingMinor: bigint;
};
type PreviewToWrite = {
  readonly currencies: readonly (SumToWrite & {
    readonly currency: string;
    readonly sections: readonly (SumToWrite & { readonly method: PayoutMethod })[];
    readonly notPaid: readonly NotPaidToWrite[];
  })[];
  readonly rows: readonly JudgedToWrite[];
  readonly total: number;
};
type PayoutPreviewToWireInput = {
  readonly cutoffAt: Date | null;
  readonly page: number;
  readonly limit: number;
};

export function payoutPreviewToWire(
  { currencies, rows, total }: PreviewToWrite,
  { cutoffAt, page, limit }: PayoutPreviewToWireInput,
): PayoutPreviewWire {
  return {
    cutoffAt: instantOrNull(cutoffAt),
    currencies: currencies.map(({ currency, sections, notPaid, ...sum }) => ({
      currency,
      ...sumToWire(sum, currency),
      sections: sections.map(({ method, ...of }) => ({
        method,
        ...sumToWire(of, currency),
        feeCap: capToWire(method, currency),
      })),
      notPaid: notPaid.map(notPaidToWire(currency)),
    })),
    affiliates: rows.map(judgedToWire),
    pagination: { page, limit, total },
  };
}

function sumToWire(sum: SumToWrite, currency: string) {
  const money = (minor: bigint) => moneyToWire(minor, currency);
  return {
    count: sum.count,
    total: money(sum.amountMinor),
    withheld: money(sum.withheldMinor),
    estimatedFees: money(sum.feeMinor),
    funding: money(sum.fundingMinor),
  };
}

function capToWire(method: PayoutMethod, currency: string) {
  const cap = feeCap(method, currency);
  return cap === null ? null : moneyToWire(cap, currency);
}

export function judgedToWire({
  payee,
  currency,
  method,
  pay,
}: JudgedToWrite): PayoutPreviewWire["affiliates"][number] {
  const money = (minor: bigint) => moneyToWire(minor, currency);
  const isPaid = typeof pay !== "string";
  return {
    affiliate: { id: payee.affiliateId, name: payee.name, email: payee.email },
    method,
    payable: money(payee.payableMinor),
    amount: isPaid ? money(pay.amountMinor) : null,
    withheld: isPaid ? money(pay.withheldMinor) : null,
    estimatedFee: isPaid ? money(pay.feeMinor) : null,
    reason: isPaid ? null : pay,
    text: isPaid ? "" : notPaidTexts[pay],
    receiver: payee.details?.masked ?? "",
    usableFrom: pay === "details_wait" ? instantOrNull(payee.usableFrom) : null,
  };
}

export function payoutHoldToWire(
  hold: { readonly note: string; readonly by: Actor; readonly since: Date } | null,
): PayoutHoldWire {
  return {
    held: hold !== null,
    note: hold?.note ?? "",
    by: hold?.by.name ?? null,
    since: instantOrNull(hold?.since ?? null),
  };
}
