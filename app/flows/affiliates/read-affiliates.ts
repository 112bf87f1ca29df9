import { nextAffiliateStatuses, type AffiliateStatus, noSuchAffiliate } from "#app/domain/affiliate.ts";
import { affiliateLinkPath } from "#app/domain/affiliate-link.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { type Db, db, together } from "#app/platform/db.server.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import {
  countAffiliates,
  findAffiliate,
  findAffiliateNamed,
  listAffiliates,
  listMemberships,
  type Affiliate,
  type AffiliateCursor,
  type AffiliateFilter,
  type AffiliateSort,
} from "#app/store/affiliates.ts";
import { listCodes } from "#app/store/codes.ts";
import { figuresOf, type Measures, noMeasures } from "#app/store/figures.ts";
import { balancesOf, type Balances } from "#app/store/ledger.ts";
import { type HeldTag, tagsOf } from "#app/store/tags.ts";
import { cutPage, readWholeWithin, readWithin, type Take, thisList } from "#app/store/read-within.ts";

export type AffiliateListShop = {
  readonly shopId: ShopId;
  readonly domain: string;
  readonly currency: string;
};

/** An affiliate as a row of the list, which shows no codes. */
export type AffiliateRow = Omit<Affiliate, "shopId" | "affiliateId"> & {
  readonly id: AffiliateId;
  readonly tags: readonly string[];
  /** Tags whose removal waits for the end of a notice period. */
  readonly endingTags: readonly { readonly tag: string; readonly endsAt: Date }[];
  readonly figures: {
    readonly clicks: number;
    readonly orders: number;
    readonly revenue: Money;
    readonly commission: Money;
  };
  readonly programs: readonly { readonly id: string; readonly name: string }[];
  readonly balances: readonly AffiliateBalance[];
};

export type AffiliateView = AffiliateRow & {
  readonly nextStatuses: readonly AffiliateStatus[];
  readonly referralLink: string;
  readonly discountCodes: readonly string[];
};

type AffiliateBalance = {
  readonly pending: Money;
  readonly available: Money;
  readonly inTransit: Money;
  readonly paid: Money;
};

export type AffiliateListInput = {
  readonly filter: AffiliateFilter;
  readonly sort: AffiliateSort;
  readonly page: number;
  readonly limit: number;
  readonly after?: AffiliateCursor | undefined;
};

type AffiliatePage = { affiliates: AffiliateView[]; total: number; next: AffiliateCursor | null };

/** One page of affiliates with figures and balances, their total number, and the cursor of the next page. */
export async function readAffiliates(
  shop: AffiliateListShop,
  asked: AffiliateListInput,
): Promise<AffiliatePage | Refusal> {
  return await readWithin(thisList, async (tx) => ({
    ...(await readAffiliatePage(tx, shop, asked)),
    total: await countAffiliates(tx, shop.shopId, asked.filter),
  }));
}

/** Reads one page for the screen's table, with only what a row shows. */
export async function readAffiliateRows(
  shop: AffiliateListShop,
  asked: AffiliateListInput,
): Promise<{ affiliates: AffiliateRow[]; total: number } | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const [affiliates, total] = await together(
      listShown(tx, shop, asked).then(({ shown }) => rowViews(tx, shop, shown)),
      countAffiliates(tx, shop.shopId, asked.filter),
    );
    return { affiliates, total };
  });
}

/**
 * Reads every affiliate of a filter in one snapshot. Each page is read after a cursor, so later pages cost no
 * more.
 */
export async function readAllAffiliates(
  shop: AffiliateListShop,
  asked: Pick<AffiliateListInput, "filter" | "sort">,
  take: Take<AffiliateView>,
): Promise<null | Refusal> {
  const read = async (tx: Db, after: AffiliateCursor | undefined) => {
    const { affiliates, next } = await readAffiliatePage(tx, shop, { ...asked, page: 1, limit: 250, after });
    return { rows: affiliates, next };
  };
  return await readWholeWithin(thisList, read, take);
}

/** One affiliate, or a refusal if the shop has none with that id. */
export async function readAffiliate(
  shop: AffiliateListShop,
  affiliateId: string,
): Promise<AffiliateView | Refusal> {
  const affiliate = await findAffiliate(db(), shop.shopId, affiliateId);
  const [view] = affiliate ? await affiliateViews(db(), shop, [affiliate]) : [];
  return view ?? noSuchAffiliate;
}

/** One affiliate by id, email address or referral code, or a refusal. */
export async function readAffiliateNamed(
  shop: AffiliateListShop,
  text: string,
): Promise<AffiliateView | Refusal> {
  const affiliate = await findAffiliateNamed(db(), shop.shopId, text);
  const [view] = affiliate ? await affiliateViews(db(), shop, [affiliate]) : [];
  return view ?? noSuchAffiliate;
}

async function readAffiliatePage(
  tx: Db,
  shop: AffiliateListShop,
  asked: AffiliateListInput,
): Promise<Omit<AffiliatePage, "total">> {
  const { shown, next } = await listShown(tx, shop, asked);
  return { affiliates: await affiliateViews(tx, shop, shown), next };
}

async function listShown(
  tx: Db,
  shop: AffiliateListShop,
  { filter, sort, page, limit, after }: AffiliateListInput,
): Promise<{ shown: Affiliate[]; next: AffiliateCursor | null }> {
  const rows = await listAffiliates(tx, shop.shopId, {
    filter,
    sort,
    limit: limit + 1,
    offset: (page - 1) * limit,
    after,
  });
  const { shown, last } = cutPage(rows, limit);
  const next = last
    ? { key: sort === "name" ? last.name : last.createdAt, affiliateId: last.affiliateId }
    : null;
  return { shown, next };
}

async function rowViews(
  tx: Db,
  shop: AffiliateListShop,
  rows: readonly Affiliate[],
): Promise<AffiliateRow[]> {
  const { shopId, currency } = shop;
  const ids = rows.map((row) => row.affiliateId);
  const [tags, figures, balances, memberships] = await together(
    tagsOf(tx, shopId, ids),
    figuresOf(tx, shopId, ids, currency),
    balancesOf(tx, shopId, ids),
    listMemberships(tx, shopId, ids),
  );
  const programsOf = Map.groupBy(memberships, (member) => member.affiliateId);
  return rows.map(({ affiliateId: id, ...row }) => ({
    id,
    ...row,
    ...tagColumns(tags.get(id)),
    figures: figuresView(figures.get(id) ?? noMeasures, currency),
    programs: (programsOf.get(id) ?? []).map(({ programId, name }) => ({ id: programId, name })),
    balances: (balances.get(id) ?? []).map(balanceView),
  }));
}

async function affiliateViews(
  tx: Db,
  shop: AffiliateListShop,
  rows: readonly Affiliate[],
): Promise<AffiliateView[]> {
  const { shopId, domain } = shop;
  const ids = rows.map((row) => row.affiliateId);
  const codes = await listCodes(tx, shopId, ids);
  const codesOf = Map.groupBy(codes, (code) => code.affiliateId);
  return (await rowViews(tx, shop, rows)).map((row) => ({
    ...row,
    nextStatuses: nextAffiliateStatuses(row.status),
    referralLink: appAddress(affiliateLinkPath(row.referralCode, domain)),
    discountCodes: (codesOf.get(row.id) ?? []).map((one) => one.code),
  }));
}

function tagColumns(held: readonly HeldTag[] = []): Pick<AffiliateRow, "tags" | "endingTags"> {
  return {
    tags: held.filter(({ endsAt }) => endsAt === null).map(({ tag }) => tag),
    endingTags: held.flatMap(({ tag, endsAt }) => (endsAt === null ? [] : [{ tag, endsAt }])),
  };
}

function figuresView(figures: Measures, currency: string): AffiliateRow["figures"] {
  const { clicks, orders, revenueMinor, commissionMinor } = figures;
  return {
    clicks,
    orders,
    revenue: { minor: revenueMinor, currency },
    commission: { minor: commissionMinor, currency },
  };
}

function balanceView({ currency, ...balance }: Balances): AffiliateBalance {
  return {
    pending: { minor: balance.pendingMinor, currency },
    available: { minor: balance.payableMinor, currency },
    inTransit: { minor: balance.inTransitMinor, currency },
    paid: { minor: balance.paidMinor, currency },
  };
}
