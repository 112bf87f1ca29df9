import { and, eq, gte, ne, sql } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { isDecidedByFlag } from "./decisions.ts";
import type { AffiliateFlag } from "./fraud-sources.ts";
import { flags } from "./schema/flags.ts";

/** Flags about affiliates that stand, of some rules: of bursts those of some days, of accounts all. */
export async function standingAffiliateFlags(
  db: Db,
  shopId: ShopId,
  of: { readonly kinds: readonly string[]; readonly days: readonly string[] },
): Promise<AffiliateFlag[]> {
  const { rows } = await db.execute<AffiliateFlag & Record<string, unknown>>(sql`
    select flag_id as "flagId", kind, affiliate_id as "affiliateId", score, evidence from flags
    where shop_id = ${shopId} and subject_kind = 'affiliate' and status <> 'dismissed'
      and kind = any(${sql.param([...of.kinds])})
      and (kind <> 'burst' or evidence ->> 'day' = any(${sql.param([...of.days])}))
    order by flag_id`);
  return rows;
}

/**
 * Orders of affiliates of which nothing is released, about which nobody but flags decided and that no flag of this kind
 * is about yet, newest first; those of one day of the shop, or all. What is denied is not among them.
 */
export async function openOrdersUnflagged(
  db: Db,
  shopId: ShopId,
  of: {
    readonly affiliateIds: readonly AffiliateId[];
    readonly kind: string;
    readonly day: string | null;
    /** Those to which something else than a code led. */
    readonly visited: boolean;
    readonly timeZone: string;
    readonly limit: number;
  },
): Promise<string[]> {
  const begins = sql`(${of.day}::timestamp at time zone ${of.timeZone})`;
  const onDay = sql`and o.placed_at >= ${begins} and o.placed_at < (${of.day}::timestamp + interval '1 day')
    at time zone ${of.timeZone}`;
  const visited = sql`and exists (select 1 from jsonb_array_elements(o.attribution -> 'evidence') e
    where e ->> 'affiliateId' = o.affiliate_id and e ->> 'kind' <> 'code')`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select o.order_id as id from orders o join commissions c on c.shop_id = o.shop_id
      and c.order_id = o.order_id and c.affiliate_id = o.affiliate_id and c.kind = 'order'
    where o.shop_id = ${shopId} and o.affiliate_id = any(${sql.param([...of.affiliateIds])}) and o.credited
      and (c.decision is null or (c.decision = 'held' and ${isDecidedByFlag})) and c.released_at is null ${of.day === null ? sql`` : onDay}
      ${of.visited ? visited : sql``}
      and not exists (select 1 from flags f where f.shop_id = o.shop_id and f.subject_kind = 'order'
        and f.subject_id = o.order_id and f.kind = ${of.kind})
    order by o.placed_at desc limit ${of.limit}`);
  return rows.map((row) => row.id);
}

/** A code whose leak a flag says; its key is lower-cased. */
export type CodeFlag = { readonly code: string; readonly affiliateId: AffiliateId; readonly raisedAt: Date };

/** Flags of leaked codes that stand and were raised since. */
export async function standingCodeFlags(db: Db, shopId: ShopId, raisedSince: Date): Promise<CodeFlag[]> {
  return await db
    .select({ code: flags.subjectId, affiliateId: flags.affiliateId, raisedAt: flags.raisedAt })
    .from(flags)
    .where(
      and(
        eq(flags.shopId, shopId),
        eq(flags.subjectKind, "code"),
        ne(flags.status, "dismissed"),
        gte(flags.raisedAt, raisedSince),
      ),
    )
    .orderBy(flags.flagId);
}

/**
 * Orders that a code won since, to which nothing but codes of the affiliate led and that no flag says to be won by a
 * leaked code, newest first.
 */
export async function unflaggedByCode(
  db: Db,
  shopId: ShopId,
  of: {
    readonly codeKey: string;
    readonly affiliateId: AffiliateId;
    readonly since: Date;
    readonly limit: number;
  },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select o.order_id as id from orders o
    where o.shop_id = ${shopId} and o.affiliate_id = ${of.affiliateId} and o.placed_at >= ${of.since} and o.credited
      and o.reason = 'won-by-code'
      and lower(o.attribution #>> '{decided,winner,evidence,code}') = ${of.codeKey}
      and not exists (select 1 from jsonb_array_elements(o.attribution -> 'evidence') e
        where e ->> 'affiliateId' = o.affiliate_id and e ->> 'kind' <> 'code')
      and not exists (select 1 from flags f where f.shop_id = o.shop_id and f.subject_kind = 'order'
        and f.subject_id = o.order_id and f.kind = 'leaked-code')
    order by o.placed_at desc limit ${of.limit}`);
  return rows.map((row) => row.id);
}
