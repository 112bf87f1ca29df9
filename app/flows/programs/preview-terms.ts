import type { Attribution } from "#app/domain/attribution.ts";
import { evaluate } from "#app/domain/commission.ts";
import { explain, type Explanation } from "#app/domain/explanation.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { noProgress, type Progress, readInputs, type StoredInputs } from "#app/domain/inputs.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { canonicalText, fromPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { type Basket, basketFacts, basketProgress } from "#app/domain/sample-basket.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { Evidence } from "#app/domain/touch.ts";
import { db } from "#app/platform/db.server.ts";
import { commissionsOfOrders, type CommissionRow } from "#app/store/commissions.ts";
import { affiliateNames } from "#app/store/names.ts";
import { listOrderRows, type OrderRow } from "#app/store/orders.ts";
import { findProgram } from "#app/store/programs.ts";
import { readOwnTerms } from "./own-terms.ts";
import { noSuchProgram } from "./program-refusals.ts";
import { termsOfInput, type TermsInput } from "./terms-of-input.ts";

const ordersShown = 10;

type Shop = {
  readonly shopId: ShopId;
  readonly currency: string;
  readonly defaultAttributionDays: number;
  readonly defaultHoldDays: number;
};

type PreviewAsked = {
  readonly programId?: string | undefined;
  readonly affiliateId?: string | undefined;
  readonly terms: TermsInput;
  readonly basket: Basket | null;
};

type Compared = { readonly draft: Explanation; readonly today: Explanation | null };
export type Preview = {
  readonly basket: Compared | null;
  readonly orders: readonly (Compared & {
    readonly id: string;
    readonly name: string;
    readonly placedAt: Date;
    /** Null where the order is reckoned as if somebody had been credited. */
    readonly affiliateName: string | null;
  })[];
};

/**
 * What a draft pays for a basket and for the shop's newest orders, line by line, beside the terms of today. The same
 * functions as live; nothing is written, and no other order is read: what an order keeps of others counts here too.
 */
export async function previewTerms(shop: Shop, asked: PreviewAsked): Promise<Preview | Refusal> {
  const today = await termsOfToday(shop.shopId, asked);
  if (isRefusal(today)) return today;
  const { defaultAttributionDays: attributionDays, defaultHoldDays: holdDays } = shop;
  const draft = termsOfInput(asked.terms, today ?? { attributionDays, holdDays }, shop.currency);
  if (isRefusal(draft)) return draft;
  return {
    basket: asked.basket && compareBasket(asked.basket, { draft, today }, shop.currency),
    orders: await compareOrders(shop.shopId, { draft, today }),
  };
}

async function termsOfToday(shopId: ShopId, asked: PreviewAsked): Promise<ProgramTerms | null | Refusal> {
  const { programId, affiliateId } = asked;
  if (programId === undefined) return null;
  if (affiliateId === undefined) return (await findProgram(db(), shopId, programId))?.terms ?? noSuchProgram;
  const own = await readOwnTerms(shopId, { programId, affiliateId });
  return isRefusal(own) ? own : own.terms;
}

type Two = { readonly draft: ProgramTerms; readonly today: ProgramTerms | null };

function compareBasket(basket: Basket, { draft, today }: Two, currency: string): Compared {
  const facts = basketFacts(basket, currency);
  const price = (terms: ProgramTerms) =>
    explained({ terms, facts, evidence: null, inputs: null, progress: basketProgress(basket, terms) });
  return { draft: price(draft), today: today && price(today) };
}

async function compareOrders(shopId: ShopId, two: Two): Promise<Preview["orders"]> {
  const rows = await listOrderRows(db(), shopId, { filter: {}, limit: ordersShown });
  const ids = rows.map((row) => row.orderId);
  const affiliateIds = [...new Set(rows.map((row) => row.affiliateId))].filter((id) => id !== null);
  const [commissions, names] = await Promise.all([
    commissionsOfOrders(db(), shopId, ids),
    affiliateNames(db(), shopId, affiliateIds),
  ]);
  return rows.map((row) => ({
    id: row.orderId,
    name: row.name,
    placedAt: row.placedAt,
    affiliateName: row.affiliateId && (names.get(row.affiliateId) ?? row.affiliateId),
    ...compareOrder(row, commissions.find((one) => isOf(one, row)) ?? null, two),
  }));
}

function isOf(commission: CommissionRow, row: OrderRow): boolean {
  const { orderId, affiliateId, kind } = commission;
  return orderId === row.orderId && affiliateId === row.affiliateId && kind === "order";
}

function compareOrder(row: OrderRow, commission: CommissionRow | null, { draft, today }: Two): Compared {
  const facts = readFacts(row.facts);
  const { decided } = fromPlain<{ decided?: Attribution }>(row.attribution);
  const evidence = decided?.winner?.evidence ?? null;
  const judged = decided?.winner?.version.terms ?? null;
  const kept = commission && readInputs(commission.inputs);
  const price = (terms: ProgramTerms) => {
    const isJudge = judged !== null && canonicalText(judged) === canonicalText(terms);
    const inputs = isJudge ? kept : null;
    return explained({ terms, facts, evidence, inputs, progress: progressOf(kept) });
  };
  return { draft: price(draft), today: today && price(today) };
}

/** What an order keeps of other orders, for terms that did not judge it. */
function progressOf(kept: StoredInputs | null): Progress {
  if (!kept) return noProgress();
  const { reached, customerOrderIndex, customerOrder } = kept;
  return { ...noProgress(), reached, customerOrderIndex, customerOrder };
}

type Pricing = {
  readonly terms: ProgramTerms;
  readonly facts: OrderFacts;
  readonly evidence: Evidence | null;
  readonly inputs: StoredInputs | null;
  readonly progress: Progress;
};

/** As if credited: a preview asks what terms pay, not to whom. */
function explained({ terms, facts, evidence, inputs, progress }: Pricing): Explanation {
  const affiliateId = evidence?.affiliateId ?? ("aff_preview" as AffiliateId);
  const programId = "prg_preview" as ProgramId;
  const effectiveFrom = facts.createdAt;
  const version = { id: "preview", programId, number: 1, effectiveFrom, affiliateId: null, terms };
  const winner = { affiliateId, programId, version, evidence };
  const attribution: Attribution = { winner, reason: "won-by-code", candidates: [] };
  const evaluation = evaluate({ terms, facts, attribution, inputs, progress });
  return explain({ facts, terms, attribution, evaluation });
}
