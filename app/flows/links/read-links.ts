import { linkForms, type LinkForms, type LinkPlaces } from "#app/domain/affiliate-link.ts";
import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import { type DaySpan, spansOf } from "#app/domain/day-spans.ts";
import type { AffiliateId, ShopId, LinkId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayIn } from "#app/platform/clock.ts";
import { type Db, db } from "#app/platform/db.server.ts";
import { findAffiliate, listMemberships } from "#app/store/affiliates.ts";
import { listAudit, type AuditEvent } from "#app/store/audit.ts";
import { listCodes } from "#app/store/codes.ts";
import {
  countLinks,
  findLink,
  linkDays,
  listLinks,
  slugsOf,
  type LinkCursor,
  type LinkFilter,
  type LinkRow,
} from "#app/store/links.ts";
import { cutPage, readWholeWithin, readWithin, type Take, thisList } from "#app/store/read-within.ts";
import { noSuchLink, linkPlacesOf, type LinkShop } from "./link-fields.ts";
import type { LinkKey } from "./update-link.ts";

/** Above this, a list reports the number as a minimum, because counting further would scan the shop. */
const countedUpTo = 10_000;

/** A link with all its written forms. */
export type LinkView = Pick<
  LinkRow,
  | "name"
  | "status"
  | "slug"
  | "target"
  | "subId"
  | "utm"
  | "discountCode"
  | "revision"
  | "createdAt"
  | "updatedAt"
> & {
  readonly id: LinkId;
  readonly affiliate: { readonly id: AffiliateId; readonly name: string };
  readonly program: { readonly id: string; readonly name: string } | null;
  readonly forms: LinkForms;
  readonly figures: { readonly clicks: number; readonly orders: number };
};

export type LinkListInput = {
  readonly filter: LinkFilter;
  readonly page: number;
  readonly limit: number;
  readonly after?: LinkCursor | undefined;
};

type LinkPage = { readonly links: LinkView[]; readonly next: LinkCursor | null };

/** One page of links, newest first, the cursor of the next page, and their number, counted up to 10,000. */
export async function readLinks(
  shop: LinkShop,
  { filter, page, limit, after }: LinkListInput,
): Promise<(LinkPage & { total: number }) | Refusal> {
  const asked = { filter, limit, after, offset: after ? 0 : (page - 1) * limit };
  return await readWithin(thisList, async (tx) => ({
    ...(await readLinkPage(tx, shop, asked)),
    total: await countLinks(tx, shop.shopId, filter, countedUpTo),
  }));
}

/** One page of an affiliate's links. Refuses if the shop has no such affiliate. */
export async function readLinksOf(
  shop: LinkShop,
  affiliateId: string,
  asked: LinkListInput,
): Promise<(LinkPage & { total: number }) | Refusal> {
  const affiliate = await findAffiliate(db(), shop.shopId, affiliateId);
  if (!affiliate) return noSuchAffiliate;
  return await readLinks(shop, { ...asked, filter: { ...asked.filter, affiliateId: affiliate.affiliateId } });
}

/** Reads every link of a filter, newest first, in one snapshot. */
export async function readAllLinks(
  shop: LinkShop,
  filter: LinkFilter,
  take: Take<LinkView>,
): Promise<null | Refusal> {
  const read = async (tx: Db, after: LinkCursor | undefined) => {
    const { links, next } = await readLinkPage(tx, shop, { filter, limit: 250, offset: 0, after });
    return { rows: links, next };
  };
  return await readWholeWithin(thisList, read, take);
}

async function readLinkPage(
  tx: Db,
  shop: LinkShop,
  page: Parameters<typeof listLinks>[2],
): Promise<LinkPage> {
  const rows = await listLinks(tx, shop.shopId, { ...page, limit: page.limit + 1 });
  const { shown, last } = cutPage(rows, page.limit);
  const places = linkPlacesOf(shop);
  return {
    links: shown.map((row) => linkView(row, places)),
    next: last ? { createdAt: last.createdAt, linkId: last.linkId } : null,
  };
}

/** One link, or a refusal if the shop has none with that id or it belongs to another affiliate than `owner`. */
export async function readLink(shop: LinkShop, { linkId, owner }: LinkKey): Promise<LinkView | Refusal> {
  const row = await findLink(db(), shop.shopId, linkId);
  if (!row || (owner !== undefined && row.affiliateId !== owner)) return noSuchLink;
  return linkView(row, linkPlacesOf(shop));
}

function linkView(row: LinkRow, places: LinkPlaces): LinkView {
  const { linkId: id, affiliateId, affiliateName, programId, programName, clicks, orders, ...link } = row;
  return {
    ...link,
    id,
    affiliate: { id: affiliateId, name: affiliateName },
    program: programId === null ? null : { id: programId, name: programName ?? programId },
    forms: linkForms(row, places),
    figures: { clicks, orders },
  };
}

export type LinkDay = { readonly day: string; readonly clicks: number; readonly orders: number };

export type LinkStory = {
  readonly link: LinkView;
  /** Its earlier slugs, which still lead to it, newest first. */
  readonly formerSlugs: readonly string[];
  /** The last thirty days, oldest first; none if they have no clicks and no orders. */
  readonly days: readonly LinkDay[];
  readonly history: readonly AuditEvent[];
};

const daysShown = 30;
const thisStory = { what: "link" } as const;

/** A link with its clicks and orders by day and its history. */
export async function readLinkStory(
  shop: LinkShop & { readonly timeZone: string },
  named: LinkKey,
  now: Date,
): Promise<LinkStory | Refusal> {
  const link = await readLink(shop, named);
  if (isRefusal(link)) return link;
  const { shopId } = shop;
  const today = dayIn(shop.timeZone, now);
  const span = { from: dayAfter(today, 1 - daysShown), to: today };
  return await readWithin(thisStory, async (tx) => {
    const slugs = await slugsOf(tx, shopId, link.id);
    const formerSlugs = slugs.filter((one) => one.replacedAt !== null).map((one) => one.code);
    const days = everyDay(span, await linkDays(tx, shopId, link.id, span.from));
    return { link, formerSlugs, days, history: await listAudit(tx, shopId, { kind: "link", id: link.id }) };
  });
}

function everyDay(span: DaySpan, days: readonly LinkDay[]): LinkDay[] {
  if (days.length === 0) return [];
  const known = new Map(days.map((one) => [one.day, one]));
  return spansOf(span, "day").map(({ from: day }) => known.get(day) ?? { day, clicks: 0, orders: 0 });
}

export type LinkChoices = {
  readonly programs: readonly { readonly id: string; readonly name: string }[];
  readonly codes: readonly string[];
};

/** The programs and discount codes that a link of this affiliate may use. */
export async function readLinkChoices(shopId: ShopId, affiliateId: AffiliateId): Promise<LinkChoices> {
  const [memberships, codes] = await Promise.all([
    listMemberships(db(), shopId, [affiliateId]),
    listCodes(db(), shopId, [affiliateId]),
  ]);
  return {
    programs: memberships.map((one) => ({ id: one.programId, name: one.name })),
    codes: codes.map((one) => one.code),
  };
}
