import { and, eq, gte, ne, type SQL, sql } from "drizzle-orm";
import type { ClickEvidence } from "../domain/attribution.ts";
import type { Finding, FlagAction, FlagStatus, StoredFraudRule } from "../domain/fraud/rules.ts";
import type { AffiliateId, FlagId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { isDecidedByFlag } from "./decisions.ts";
import { flags } from "./schema/flags.ts";

export type KnownFlag = {
  readonly flagId: FlagId;
  readonly kind: string;
  readonly subjectKind: "order" | "affiliate" | "code";
  readonly subjectId: string;
  readonly affiliateId: AffiliateId;
  readonly score: number;
  readonly action: FlagAction;
  readonly status: FlagStatus;
};

/** A flag about an affiliate that also applies to their orders. */
export type AffiliateFlag = Pick<KnownFlag, "flagId" | "affiliateId" | "score"> & {
  readonly kind: "burst" | "shared-payout";
  readonly evidence: Finding["evidence"];
};

export type KnownMark = { readonly affiliateId: AffiliateId; readonly kind: string; readonly hash: string };

export type FraudSources = {
  readonly rules: readonly StoredFraudRule[];
  /** Flags about the orders and codes. */
  readonly flags: readonly KnownFlag[];
  /** Affiliates with one of the hashes. */
  readonly marks: readonly KnownMark[];
  /** Flags about the affiliates and those paid to the same account: only flags in force whose rule acts. */
  readonly accusing: readonly AffiliateFlag[];
  /** Ad click ids of clicks that came from ad networks, by click id. */
  readonly adClicks: Readonly<Record<string, string>>;
};

/** Reads the inputs of flagging orders, with one statement. Codes are in lower case. */
export async function fraudSources(
  db: Db,
  shopId: ShopId,
  of: {
    readonly orderIds: readonly string[];
    readonly codes: readonly string[];
    readonly hashes: readonly string[];
    readonly affiliateIds: readonly AffiliateId[];
    readonly clicks: readonly ClickEvidence[];
  },
): Promise<FraudSources> {
  const { rows } = await db.execute<FraudSources & Record<string, unknown>>(sql`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'action', action, 'limits', limits)), '[]')
        from fraud_rules where shop_id = ${shopId}) as rules,
      (select coalesce(jsonb_agg(jsonb_build_object('flagId', flag_id, 'kind', kind, 'subjectKind', subject_kind,
          'subjectId', subject_id, 'affiliateId', affiliate_id, 'score', score, 'action', action,
          'status', status)), '[]')
        from flags where shop_id = ${shopId}
          and ((subject_kind = 'order' and subject_id = any(${sql.param([...of.orderIds])}))
            or (subject_kind = 'code' and subject_id = any(${sql.param([...of.codes])})))) as flags,
      (select coalesce(jsonb_agg(jsonb_build_object('affiliateId', affiliate_id, 'kind', kind, 'hash', hash)), '[]')
        from affiliate_marks where shop_id = ${shopId} and kind in ('email', 'customer', 'address')
          and hash = any(${sql.param([...of.hashes])})) as marks,
      (select coalesce(jsonb_agg(jsonb_build_object('flagId', f.flag_id, 'kind', f.kind,
          'affiliateId', f.affiliate_id, 'score', f.score, 'evidence', f.evidence)), '[]')
        from fraud_rules r join flags f on f.shop_id = r.shop_id and f.kind = r.kind
        where r.shop_id = ${shopId} and r.kind in ('burst', 'shared-payout') and r.action in ('hold', 'deny')
          and f.subject_kind = 'affiliate' and f.status <> 'dismissed'
          and f.affiliate_id in (${withPartners(shopId, of.affiliateIds)})) as accusing,
      (select coalesce(jsonb_object_agg(click_id, ad_click), '{}') from clicks
        where shop_id = ${shopId} and click_id = any(${sql.param(of.clicks.map((one) => one.clickId))})
          and occurred_at = any(${sql.param(of.clicks.map((one) => one.at))}::timestamptz[])
          and ad_click <> '') as "adClicks"`);
  const [row] = rows;
  if (!row) throw new Error("A statement without a condition answered no row.");
  return {
    rules: row.rules,
    flags: row.flags,
    marks: row.marks,
    accusing: row.accusing,
    adClicks: row.adClicks,
  };
}

/** These affiliates and everybody paid to the same account as one of them. */
function withPartners(shopId: ShopId, affiliateIds: readonly AffiliateId[]): SQL {
  const ids = sql.param([...affiliateIds]);
  return sql`select unnest(${ids}::text[]) union
    select o.affiliate_id from affiliate_marks m join affiliate_marks o on o.shop_id = m.shop_id
      and o.kind = m.kind and o.hash = m.hash
    where m.shop_id = ${shopId} and m.affiliate_id = any(${ids}) and m.kind = 'payout'`;
}

/** Flags in force about affiliates, of some rules: bursts on some days, shared accounts at any time. */
export async function affiliateFlagsInForce(
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
 * Affiliates' orders without a released commission, a person's decision or a flag of this kind, newest first:
 * of one day of the shop, or all. Denied ones are excluded.
 */
export async function openOrdersUnflagged(
  db: Db,
  shopId: ShopId,
  of: {
    readonly affiliateIds: readonly AffiliateId[];
    readonly kind: string;
    readonly day: string | null;
    /** True for orders with another signal than a code. */
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

/** A code that a flag reports as leaked, in lower case. */
export type CodeFlag = { readonly code: string; readonly affiliateId: AffiliateId; readonly raisedAt: Date };

/** Flags of leaked codes in force, raised since then. */
export async function codeFlagsInForce(db: Db, shopId: ShopId, raisedSince: Date): Promise<CodeFlag[]> {
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
 * Orders since then that a code won, with no other signal than codes of the affiliate and without a flag
 * about a leaked code, newest first.
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
