import { lt } from "drizzle-orm";
import type { AffiliateStatus } from "../domain/affiliate.ts";
import type { AffiliateId, LinkId, ProgramId, ShopId } from "../domain/ids.ts";
import { type Db, type Prepared, runPrepared } from "../platform/db.server.ts";
import { linkChanges } from "./schema/links.ts";

/** A shop's storefront. `storefrontUrl` is null until Shopify has returned it. */
export type Storefront = { readonly domain: string; readonly storefrontUrl: string | null };

/** A link with its affiliate, its target and its store. */
export type LinkOwner = Storefront & {
  readonly shopId: ShopId;
  readonly affiliateId: AffiliateId;
  readonly affiliateStatus: AffiliateStatus;
  /** As currently written. */
  readonly code: string;
  /** '' for the affiliate's own code. */
  readonly linkId: LinkId | "";
  readonly linkStatus: "active" | "paused" | "archived";
  /** Path and query in the store. '/' for the affiliate's own code. */
  readonly target: string;
  readonly subId: string;
  /** `source`, `medium` and others that the link has. */
  readonly utm: Readonly<Record<string, string>>;
  readonly programId: ProgramId | null;
  readonly discountCode: string | null;
  readonly currency: string;
  readonly timeZone: string;
  readonly uninstalledAt: Date | null;
};

const columns = `s.shop_id as "shopId", a.affiliate_id as "affiliateId", a.status as "affiliateStatus", r.code,
  coalesce(r.link_id, '') as "linkId", coalesce(l.status, 'active') as "linkStatus", coalesce(l.target, '/') as target,
  coalesce(l.sub_id, '') as "subId", coalesce(l.utm, '{}') as utm, l.program_id as "programId",
  l.discount_code as "discountCode", s.domain, s.storefront_url as "storefrontUrl", s.currency,
  s.time_zone as "timeZone", s.uninstalled_at as "uninstalledAt"`;
const affiliateAndLink = `join affiliates a on a.shop_id = r.shop_id and a.affiliate_id = r.affiliate_id
  left join links l on l.shop_id = r.shop_id and l.link_id = r.link_id`;

const ofShop: Prepared = {
  name: "link-owner-of-shop",
  text: `select ${columns} from shops s
    join referral_codes r on r.shop_id = s.shop_id and r.code_key = $1 ${affiliateAndLink}
    where s.domain = $2`,
};
const anywhere: Prepared = {
  name: "link-owner-anywhere",
  text: `select ${columns} from referral_codes r join shops s on s.shop_id = r.shop_id ${affiliateAndLink}
    where r.code_key = $1 order by r.created_at, r.affiliate_id limit 1`,
};

/**
 * Finds the owner of a current or former code of an affiliate or a link, in the named shop. Without a shop, the
 * one that had it first, so that a link without a shop that once worked keeps leading to the same affiliate.
 * Null if nobody has it.
 */
export async function findLinkOwner(codeKey: string, shopDomain: string | null): Promise<LinkOwner | null> {
  const rows =
    shopDomain === null
      ? await runPrepared<LinkOwner>(anywhere, [codeKey])
      : await runPrepared<LinkOwner>(ofShop, [codeKey, shopDomain]);
  return rows[0] ?? null;
}

const newest: Prepared = {
  name: "link-owners-newest",
  text: `select r.code_key as "codeKey", ${columns} from referral_codes r
    join shops s on s.shop_id = r.shop_id and s.uninstalled_at is null ${affiliateAndLink}
    order by r.created_at desc limit $1`,
};

/** Owners of the newest codes of all shops, with the code in lower case, to fill the cache of a new process. */
export async function newestLinkOwners(most: number): Promise<(LinkOwner & { readonly codeKey: string })[]> {
  return runPrepared(newest, [most]);
}

const importedLink: Prepared = {
  name: "imported-link",
  text: `select f.parameter, f.value, a.referral_code as code
    from shops s join jsonb_to_recordset($2::jsonb) as given (parameter text, value_key text) on true
    join imported_links f on f.shop_id = s.shop_id and f.parameter = given.parameter
      and f.value_key = given.value_key
    join affiliates a on a.shop_id = f.shop_id and a.affiliate_id = f.affiliate_id
    where s.domain = $1 order by f.parameter limit 1`,
};

/** A parameter of an address, name and value in lower case. */
export type ImportedParameter = { readonly parameter: string; readonly valueKey: string };

/** The own referral code of the affiliate of an imported link, or null. */
export async function findImportedCode(
  shopDomain: string,
  parameters: readonly ImportedParameter[],
): Promise<string | null> {
  const given = parameters.map((one) => ({ parameter: one.parameter, value_key: one.valueKey }));
  const rows = await runPrepared<{ code: string }>(importedLink, [shopDomain, JSON.stringify(given)]);
  return rows[0]?.code ?? null;
}

const named: Prepared = {
  name: "storefront-of-shop",
  text: `select domain, storefront_url as "storefrontUrl" from shops where domain = $1`,
};
const only: Prepared = {
  name: "storefront-of-only-shop",
  text: `select domain, storefront_url as "storefrontUrl" from shops
    where installed_at is not null and uninstalled_at is null limit 2`,
};

/** The storefront of the named shop, or of the only shop that has the app. Null if there is none. */
export async function findStorefront(shopDomain: string | null): Promise<Storefront | null> {
  if (shopDomain !== null) return (await runPrepared<Storefront>(named, [shopDomain]))[0] ?? null;
  const [shop, ...others] = await runPrepared<Storefront>(only, []);
  return shop && others.length === 0 ? shop : null;
}

export type LinkChange = {
  readonly shopId: ShopId;
  /** '' if the whole shop changed. */
  readonly codeKey: string;
  readonly changedAt: Date;
};

/** Changes, and the database's time, at which the next query begins. */
export type LinkNews = { readonly changes: readonly LinkChange[]; readonly at: Date };

const mostChanges = 10_000;

const latest: Prepared = {
  name: "link-changes",
  text: `select clock_timestamp() as at, c.shop_id as "shopId", c.code_key as "codeKey", c.changed_at as "changedAt"
    from (select 1) one left join (
      select * from link_changes where changed_at > $1::timestamptz order by changed_at desc limit ${mostChanges}
    ) c on true`,
};

/** Changes of links since then, in all shops. Null if there are too many to list. */
export async function linkNewsSince(
  since: Date,
  timeoutMs: number,
): Promise<LinkNews | { readonly at: Date; readonly changes: null }> {
  type Row = { at: Date } & (LinkChange | { shopId: null });
  const rows = await runPrepared<Row>(latest, [since.toISOString()], timeoutMs);
  const at = rows[0]?.at ?? since;
  if (rows.length >= mostChanges) return { at, changes: null };
  return { at, changes: rows.flatMap((row) => (row.shopId === null ? [] : [row])) };
}

/** Deletes changes that every process has seen. */
export async function forgetLinkChanges(db: Db, before: Date): Promise<void> {
  await db.delete(linkChanges).where(lt(linkChanges.changedAt, before));
}
