import { nextAffiliateStatuses, type AffiliateStatus, noSuchAffiliate } from "#app/domain/affiliate.ts";
import { affiliateLinkPath } from "#app/domain/affiliate-link.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { type Db, db } from "#app/platform/db.server.ts";
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

export type ReadingShop = { readonly shopId: ShopId; readonly domain: string; readonly currency: string };

export type AffiliateView = Affiliate & {
  readonly nextStatuses: readonly AffiliateStatus[];
  readonly referralLink: string;
  readonly discountCodes: readonly string[];
  readonly programs: readonly { readonly id: string; readonly name: string }[];
  readonly tags: readonly string[];
  /** Tags whose removal waits for the end of a notice period. */
  readonly endingTags: readonly { readonly tag: string; readonly endsAt: Date }[];
  readonly figures: Measures & { readonly currency: string };
  readonly balances: readonly Balances[];
};

export type AffiliatesAsked = {
  readonly filter: AffiliateFilter;
  readonly sort: AffiliateSort;
  readonly page: number;
  readonly limit: number;
  readonly after?: AffiliateCursor | undefined;
};

type AffiliatesRead = { affiliates: AffiliateView[]; total: number; next: AffiliateCursor | null };

/**
 * An affiliate as a row of the list. It has no codes, programs or balances, because the list does not show
 * them.
 */
export type AffiliateRow = Affiliate & Pick<AffiliateView, "figures" | "tags" | "endingTags">;

/** One page of affiliates with figures and balances, their total number, and the cursor of the next page. */
export async function readAffiliates(
  shop: ReadingShop,
  asked: AffiliatesAsked,
): Promise<AffiliatesRead | Refusal> {
  return await readWithin(thisList, async (tx) => ({
    ...(await readPage(tx, shop, asked)),
    total: await countAffiliates(tx, shop.shopId, asked.filter),
  }));
}

/** Reads one page for the screen's table, with only what a row shows. */
export async function readAffiliateRows(
  shop: ReadingShop,
  asked: AffiliatesAsked,
): Promise<{ affiliates: AffiliateRow[]; total: number } | Refusal> {
  const { shopId, currency } = shop;
  return await readWithin(thisList, async (tx) => {
    const { shown } = await listShown(tx, shop, asked);
    const ids = shown.map((row) => row.affiliateId);
    const figures = await figuresOf(tx, shopId, ids, currency);
    const tags = await tagsOf(tx, shopId, ids);
    const figuresFor = (row: Affiliate) => figures.get(row.affiliateId) ?? noMeasures;
    return {
      affiliates: shown.map((row) => ({
        ...row,
        ...tagsShown(tags.get(row.affiliateId)),
        figures: { ...figuresFor(row), currency },
      })),
      total: await countAffiliates(tx, shopId, asked.filter),
    };
  });
}

/**
 * Reads every affiliate of a filter in one snapshot. Each page is read after a cursor, so later pages cost no
 * more.
 */
export async function readAllAffiliates(
  shop: ReadingShop,
  asked: Pick<AffiliatesAsked, "filter" | "sort">,
  take: Take<AffiliateView>,
): Promise<null | Refusal> {
  const read = async (tx: Db, after: AffiliateCursor | undefined) => {
    const { affiliates, next } = await readPage(tx, shop, { ...asked, page: 1, limit: 250, after });
    return { rows: affiliates, next };
  };
  return await readWholeWithin(thisList, read, take);
}

/** One affiliate, or a refusal if the shop has none with that id. */
export async function readAffiliate(
  shop: ReadingShop,
  affiliateId: string,
): Promise<AffiliateView | Refusal> {
  const affiliate = await findAffiliate(db(), shop.shopId, affiliateId);
  const [view] = affiliate ? await withFigures(db(), shop, [affiliate]) : [];
  return view ?? noSuchAffiliate;
}

/** One affiliate by id, email address or referral code, or a refusal. */
export async function readAffiliateNamed(shop: ReadingShop, text: string): Promise<AffiliateView | Refusal> {
  const affiliate = await findAffiliateNamed(db(), shop.shopId, text);
  const [view] = affiliate ? await withFigures(db(), shop, [affiliate]) : [];
  return view ?? noSuchAffiliate;
}

async function readPage(
  tx: Db,
  shop: ReadingShop,
  asked: AffiliatesAsked,
): Promise<Omit<AffiliatesRead, "total">> {
  const { shown, next } = await listShown(tx, shop, asked);
  return { affiliates: await withFigures(tx, shop, shown), next };
}

async function listShown(
  tx: Db,
  shop: ReadingShop,
  { filter, sort, page, limit, after }: AffiliatesAsked,
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

async function withFigures(tx: Db, shop: ReadingShop, rows: readonly Affiliate[]): Promise<AffiliateView[]> {
  const { shopId, currency, domain } = shop;
  const ids = rows.map((row) => row.affiliateId);
  const codes = await listCodes(tx, shopId, ids);
  const memberships = await listMemberships(tx, shopId, ids);
  const tags = await tagsOf(tx, shopId, ids);
  const figures = await figuresOf(tx, shopId, ids, currency);
  const balances = await balancesOf(tx, shopId, ids);
  const codesOf = Map.groupBy(codes, (code) => code.affiliateId);
  const programsOf = Map.groupBy(memberships, (member) => member.affiliateId);
  return rows.map((row) => ({
    ...row,
    nextStatuses: nextAffiliateStatuses(row.status),
    referralLink: appAddress(affiliateLinkPath(row.referralCode, domain)),
    discountCodes: (codesOf.get(row.affiliateId) ?? []).map((one) => one.code),
    programs: (programsOf.get(row.affiliateId) ?? []).map(({ programId, name }) => ({ id: programId, name })),
    ...tagsShown(tags.get(row.affiliateId)),
    figures: { ...(figures.get(row.affiliateId) ?? noMeasures), currency },
    balances: balances.get(row.affiliateId) ?? [],
  }));
}

function tagsShown(held: readonly HeldTag[] = []): Pick<AffiliateView, "tags" | "endingTags"> {
  return {
    tags: held.filter(({ endsAt }) => endsAt === null).map(({ tag }) => tag),
    endingTags: held.flatMap(({ tag, endsAt }) => (endsAt === null ? [] : [{ tag, endsAt }])),
  };
}
