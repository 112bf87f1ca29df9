import type { AffiliateHistory, Attribution, ProgramHistory } from "#app/domain/attribution.ts";
import { evaluate, type Evaluation } from "#app/domain/commission.ts";
import type { AffiliateId, ClickId, CommissionId, ProgramId } from "#app/domain/ids.ts";
import type { StoredInputs } from "#app/domain/inputs.ts";
import { fromPlain } from "#app/domain/plain.ts";
import type { LineFacts, OrderFacts, ShippingFacts } from "#app/domain/order.ts";
import type { JudgingVersion, TermsVersion } from "#app/domain/program.ts";
import { defaultBase, type BaseTerms, noCaps, type ProgramTerms } from "#app/domain/terms/terms.ts";
import { unseenFacts } from "#app/domain/sample-order.ts";
import type { RefundAdjustmentFacts, RefundFacts } from "#app/domain/refund-facts.ts";

const tail = (seed: string): string => seed.padStart(26, "0");
export const affiliateId = (seed: string): AffiliateId => fromPlain<AffiliateId>(`aff_${tail(seed)}`);
export const programId = (seed: string): ProgramId => fromPlain<ProgramId>(`prg_${tail(seed)}`);
export const clickId = (seed: string): ClickId => fromPlain<ClickId>(`clk_${tail(seed)}`);
export const commissionId = (seed: string): CommissionId => fromPlain<CommissionId>(`com_${tail(seed)}`);

export const orderedAt = "2026-11-10T12:00:00Z";

/** An ordinary paid order without lines; every test says what it is about. */
export function orderOf(parts: Partial<OrderFacts> = {}): OrderFacts {
  return {
    ...unseenFacts("5001", "USD"),
    name: "#1001",
    createdAt: orderedAt,
    updatedAt: orderedAt,
    financialStatus: "paid",
    sourceName: "web",
    ...parts,
  };
}

/** One piece, nothing taken off, no tax, unless the test says so; `currentQuantity` unknown likewise. */
export function lineOf(id: string, priceMinor: bigint, parts: Partial<LineFacts> = {}): LineFacts {
  return {
    id,
    title: `Line ${id}`,
    quantity: 1,
    currentQuantity: null,
    priceMinor,
    discountMinor: 0n,
    taxMinor: 0n,
    giftCard: false,
    tip: false,
    productId: null,
    variantId: null,
    sku: null,
    vendor: null,
    subscription: false,
    ...parts,
  };
}

export function shippingOf(priceMinor: bigint, taxMinor = 0n, id = "1"): ShippingFacts {
  return { id, title: "Post", priceMinor, taxMinor };
}

export function refundOf(id: string, parts: Partial<RefundFacts> = {}): RefundFacts {
  const createdAt = "2026-11-12T09:00:00Z";
  return {
    id,
    createdAt,
    asOf: createdAt,
    status: "success",
    lines: [],
    shipping: [],
    adjustments: [],
    ...parts,
  };
}

/** A discrepancy as the platform signs it: below zero gave more than the lines say. */
export function discrepancyOf(amountMinor: bigint): RefundAdjustmentFacts {
  return { kind: "discrepancy", amountMinor, taxMinor: 0n };
}

export function percentOf(percent: number, base: Partial<BaseTerms> = {}): ProgramTerms {
  return {
    commission: { kind: "percentage", rateBps: percent * 100 },
    rules: [],
    base: { ...defaultBase, ...base },
    caps: noCaps,
    bonuses: [],
    windowDays: 30,
    approvalDays: 30,
    approvalFrom: "order",
    approval: "automatic",
  };
}

export function fixedOf(minor: bigint, currency = "USD", base: Partial<BaseTerms> = {}): ProgramTerms {
  return { ...percentOf(1, base), commission: { kind: "fixed", amount: { minor, currency } } };
}

export function versionOf(
  number: number,
  effectiveFrom: string,
  terms: ProgramTerms,
  program = programId("1"),
): JudgingVersion & TermsVersion {
  const id = `ver_${number}`;
  return { id, programId: program, number, effectiveFrom, affiliateId: null, terms, withdrawnAt: null };
}

/** Somebody is credited; who is beside the point. */
export function credited(terms: ProgramTerms): Attribution {
  const evidence = {
    kind: "code",
    affiliateId: affiliateId("1"),
    code: "MAYA",
    at: "2026-01-01T00:00:00Z",
  } as const;
  const version = versionOf(1, "2026-01-01T00:00:00Z", terms);
  return {
    winner: { affiliateId: evidence.affiliateId, programId: version.programId, version, evidence },
    reason: "won-by-code",
    candidates: [{ evidence, won: true, reason: "won-by-code", programId: version.programId }],
  };
}

export function evaluated(
  terms: ProgramTerms,
  facts: OrderFacts,
  inputs: StoredInputs | null = null,
): Evaluation {
  return evaluate({ terms, facts, attribution: credited(terms), inputs });
}

export function activeAffiliate(seed: string, parts: Partial<AffiliateHistory> = {}): AffiliateHistory {
  return {
    id: affiliateId(seed),
    statuses: [{ status: "active", at: "2026-01-01T00:00:00Z" }],
    memberships: [{ programId: programId("1"), joinedAt: "2026-01-01T00:00:00Z", leftAt: null }],
    ...parts,
  };
}

export function activeProgram(seed = "1", parts: Partial<ProgramHistory> = {}): ProgramHistory {
  const id = programId(seed);
  return {
    id,
    statuses: [{ status: "active", at: "2026-01-01T00:00:00Z" }],
    versions: [versionOf(1, "2026-01-01T00:00:00Z", percentOf(10), id)],
    ...parts,
  };
}
