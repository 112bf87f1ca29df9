import type { ShopId } from "#app/domain/ids.ts";
import { now } from "#app/platform/clock.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { type Basket, basketEvidence, basketFacts, basketProgress } from "#app/domain/sample-basket.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { db } from "#app/platform/db.server.ts";
import { findProgram } from "#app/store/programs.ts";
import { explainedAsIf, type Priced } from "./explained-as-if.ts";
import { readOwnTerms } from "./own-terms.ts";
import { previewBonuses, type PreviewedBonuses } from "./preview-bonuses.ts";
import { type PreviewedOrder, previewOrders } from "./preview-orders.ts";
import { noSuchProgram } from "./program-refusals.ts";
import {
  shopDefaults,
  type ShopDefaults,
  termsOfInput,
  type TermsInput,
} from "#app/domain/terms/terms-of-input.ts";

type Shop = ShopDefaults & { readonly shopId: ShopId; readonly currency: string; readonly timeZone: string };

type PreviewAsked = {
  readonly programId?: string | undefined;
  readonly affiliateId?: string | undefined;
  readonly terms: TermsInput;
  readonly basket: Basket | null;
};

export type Preview = {
  readonly basket: { readonly draft: Priced; readonly today: Priced | null } | null;
  readonly orders: readonly PreviewedOrder[];
  readonly bonuses: PreviewedBonuses;
};

/**
 * What a draft pays for a basket and for the shop's newest orders, line by line, beside the terms of today. The same
 * functions as live; nothing is written.
 */
export async function previewTerms(shop: Shop, asked: PreviewAsked): Promise<Preview | Refusal> {
  const today = await termsOfToday(shop.shopId, asked);
  if (isRefusal(today)) return today;
  const draft = termsOfInput(asked.terms, today ?? shopDefaults(shop), shop.currency);
  if (isRefusal(draft)) return draft;
  const price = (basket: Basket, terms: ProgramTerms) =>
    explainedAsIf({
      terms,
      facts: basketFacts(basket, shop.currency),
      evidence: basketEvidence(basket),
      inputs: null,
      progress: basketProgress(basket, terms),
    });
  const { basket } = asked;
  return {
    basket: basket && { draft: price(basket, draft), today: today && price(basket, today) },
    orders: await previewOrders(shop, { draft, today }),
    bonuses: await previewBonuses(shop, { draft, today }, { basket, judged: asked }),
  };
}

async function termsOfToday(shopId: ShopId, asked: PreviewAsked): Promise<ProgramTerms | null | Refusal> {
  const { programId, affiliateId } = asked;
  if (programId === undefined) return null;
  if (affiliateId === undefined) return (await findProgram(db(), shopId, programId))?.terms ?? noSuchProgram;
  const own = await readOwnTerms(shopId, { programId, affiliateId }, now());
  return isRefusal(own) ? own : own.terms;
}
