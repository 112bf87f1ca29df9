import { type BonusPaid, bonusesOfBasket, reachedBy } from "#app/domain/bonus-preview.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import type { Basket } from "#app/domain/sample-basket.ts";
import type { Bonus, ProgramTerms } from "#app/domain/terms/terms.ts";
import { db } from "#app/platform/db.server.ts";
import { affiliateNames } from "#app/store/names.ts";
import { type AffiliateReached, mostReached, sumsOfWindows } from "#app/store/progress.ts";

/** Those who reached the most are named; beyond them it is only said that there are more. */
const namedAtMost = 100;

type Shop = { readonly shopId: ShopId; readonly currency: string };

/** Whom the draft would judge: an affiliate by their own terms, or everybody else in the program; nobody in a new one. */
export type Judged = {
  readonly programId?: string | undefined;
  readonly affiliateId?: string | undefined;
};

/** A bonus of the draft, and who is there already by today's counts. */
export type BonusByCounts = {
  readonly bonus: Bonus;
  readonly reached: readonly {
    readonly affiliateId: AffiliateId;
    readonly name: string;
    readonly times: number;
  }[];
  /** There are more than those. */
  readonly isMore: boolean;
};

export type PreviewedBonuses = {
  readonly basket: { readonly draft: BonusPaid[]; readonly today: BonusPaid[] | null } | null;
  readonly affiliates: readonly BonusByCounts[];
};

/** What bonuses a basket reaches under a draft and under today's terms, and who has reached them already. */
export async function previewBonuses(
  shop: Shop,
  terms: { readonly draft: ProgramTerms; readonly today: ProgramTerms | null },
  { basket, judged }: { readonly basket: Basket | null; readonly judged: Judged },
): Promise<PreviewedBonuses> {
  const today = terms.today?.bonuses ?? [];
  const paid = (of: Basket, { bonuses }: ProgramTerms, earlier: readonly Bonus[] = []) =>
    bonusesOfBasket(of, bonuses, shop.currency, earlier);
  return {
    basket: basket && {
      draft: paid(basket, terms.draft, today),
      today: terms.today && paid(basket, terms.today),
    },
    affiliates: await byCounts(shop, { bonuses: terms.draft.bonuses, today }, judged),
  };
}

type Compared = { readonly bonuses: readonly Bonus[]; readonly today: readonly Bonus[] };

async function byCounts(shop: Shop, { bonuses, today }: Compared, judged: Judged): Promise<BonusByCounts[]> {
  const { shopId, currency } = shop;
  const measures = [...new Set(bonuses.map((one) => one.atLeast.measure))];
  const counts = new Map(
    await Promise.all(measures.map(async (by) => [by, await countsOf(shop, judged, by)] as const)),
  );
  const found = bonuses.map((bonus) => {
    const all = reachedBy(bonus, counts.get(bonus.atLeast.measure) ?? [], currency, today);
    return { bonus, named: all.slice(0, namedAtMost), isMore: all.length > namedAtMost };
  });
  const ids = new Set(found.flatMap(({ named }) => named.map(({ who }) => who.affiliateId)));
  const names = await affiliateNames(db(), shopId, [...ids]);
  return found.map(({ bonus, named, isMore }) => ({
    bonus,
    isMore,
    reached: named.map(({ who, times }) => ({
      affiliateId: who.affiliateId,
      name: names.get(who.affiliateId) ?? who.affiliateId,
      times,
    })),
  }));
}

/** Those who reached the most of a measure, one more than are named. The flow before has seen that both ids are there. */
async function countsOf(
  { shopId, currency }: Shop,
  judged: Judged,
  by: "orders" | "sales",
): Promise<readonly AffiliateReached[]> {
  const { programId, affiliateId } = judged as { programId?: ProgramId; affiliateId?: AffiliateId };
  if (programId === undefined) return [];
  if (affiliateId === undefined) {
    return await mostReached(db(), shopId, { programId, currency, by, limit: namedAtMost + 1 });
  }
  const window = { affiliateId, programId, currency, first: null, last: null };
  const sums = await sumsOfWindows(db(), shopId, [window]);
  return sums.map((sum) => ({ ...sum, affiliateId }));
}
