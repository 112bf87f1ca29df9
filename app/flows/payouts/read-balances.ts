import type { ShopWith } from "#app/domain/context.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import type { Db } from "#app/platform/db.server.ts";
import { cutPage, readWholeWithin, readWithin, type Take } from "#app/store/read-within.ts";
import type { Balances } from "#app/store/ledger.ts";
import { affiliateNames } from "#app/store/names.ts";
import {
  countOwed,
  listOwed,
  type OwedFilter,
  type OwedPosition,
  type OwedTotal,
  owedTo,
  totalsOwed,
} from "#app/store/owed.ts";

/** The affiliates, and the shop's day at whose end balances are read. The current balances by default. */
export type BalancesQuery = OwedFilter & { readonly asOf?: string | undefined };

export type BalanceTotalView = {
  readonly pending: Money;
  /** Never below zero. */
  readonly available: Money;
  readonly inTransit: Money;
  readonly paid: Money;
  /** The amount that affiliates owe the shop. Never above zero. */
  readonly negative: Money;
};

/** The balances of one affiliate in one currency. */
export type BalanceView = BalanceTotalView & {
  readonly affiliate: { readonly id: string; readonly name: string };
};

const thenOwed = { what: "owed" } as const;

type BalancesPage = {
  readonly page: number;
  readonly limit: number;
  readonly after?: OwedPosition | undefined;
};

/**
 * One page of balances, the cursor of the next page, the number of rows and the shop's totals, in one snapshot.
 * Refuses when it takes too long: a past day is computed as today's balances less everything recorded since.
 */
export async function readBalances(
  shop: ShopWith<"timeZone">,
  { asOf, ...filter }: BalancesQuery,
  { page, limit, after, now }: BalancesPage & { readonly now: Date },
  limitMs?: number,
): Promise<
  { owed: BalanceView[]; next: OwedPosition | null; total: number; totals: BalanceTotalView[] } | Refusal
> {
  const until = balancesUntil(shop, asOf, now);
  return await readWithin({ ...thenOwed, limitMs }, async (tx) => {
    const { shopId } = shop;
    const paged = { filter, until, after, limit: limit + 1, offset: (page - 1) * limit };
    const found = await listOwed(tx, shopId, paged);
    const { shown, last } = cutPage(found, limit);
    return {
      owed: await balanceViews(tx, shopId, { positions: shown, until }),
      next: last ?? null,
      total: await countOwed(tx, shopId, { filter, until }),
      totals: (await totalsOwed(tx, shopId, until)).map(balanceTotalView),
    };
  });
}

const exportedAtOnce = 1_000;

/** Reads every match in one snapshot. */
export async function readAllBalances(
  shop: ShopWith<"timeZone">,
  { asOf, now, ...filter }: BalancesQuery & { readonly now: Date },
  take: Take<BalanceView>,
): Promise<null | Refusal> {
  const { shopId } = shop;
  const until = balancesUntil(shop, asOf, now);
  const read = async (tx: Db, after: OwedPosition | undefined) => {
    const page = { filter, until, after, limit: exportedAtOnce, offset: 0 };
    const positions = await listOwed(tx, shopId, page);
    const next = positions.length === exportedAtOnce ? (positions.at(-1) ?? null) : null;
    return { rows: await balanceViews(tx, shopId, { positions, until }), next };
  };
  return await readWholeWithin(thenOwed, read, take);
}

/** The instant after the day. Null for today and later, for which the stored balances are right. */
function balancesUntil({ timeZone }: ShopWith<"timeZone">, asOf: string | undefined, now: Date): Date | null {
  return asOf === undefined || asOf >= dayIn(timeZone, now) ? null : dayStart(timeZone, dayAfter(asOf, 1));
}

async function balanceViews(
  tx: Db,
  shopId: ShopId,
  { positions, until }: { readonly positions: readonly OwedPosition[]; readonly until: Date | null },
): Promise<BalanceView[]> {
  const affiliateIds = [...new Set(positions.map((one) => one.affiliateId as AffiliateId))];
  const balances = await owedTo(tx, shopId, { affiliateIds, until });
  const names = await affiliateNames(tx, shopId, affiliateIds);
  return positions.flatMap(({ affiliateId, currency }) => {
    const found = balances.get(`${affiliateId} ${currency}`);
    if (!found) return [];
    const affiliate = { id: affiliateId, name: names.get(affiliateId) ?? affiliateId };
    return [{ affiliate, ...balanceTotalView(withoutDebt(found)) }];
  });
}

/** One account holds what an affiliate gets and what they owe. */
function withoutDebt(balances: Balances): OwedTotal {
  const { payableMinor } = balances;
  if (payableMinor >= 0n) return { ...balances, negativeMinor: 0n };
  return { ...balances, payableMinor: 0n, negativeMinor: payableMinor };
}

function balanceTotalView({ currency, ...of }: OwedTotal): BalanceTotalView {
  return {
    pending: { minor: of.pendingMinor, currency },
    available: { minor: of.payableMinor, currency },
    inTransit: { minor: of.inTransitMinor, currency },
    paid: { minor: of.paidMinor, currency },
    negative: { minor: of.negativeMinor, currency },
  };
}
