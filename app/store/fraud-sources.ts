import { type SQL, sql } from "drizzle-orm";
import type { Finding, FlagAction, FlagStatus, RuleAction } from "../domain/fraud/rules.ts";
import type { AffiliateId, FlagId, ShopId } from "../domain/ids.ts";
import type { ClickEvidence } from "../domain/attribution.ts";
import type { Db } from "../platform/db.server.ts";

export type KeptRule = {
  readonly kind: string;
  readonly action: RuleAction;
  readonly limits: Readonly<Record<string, number>>;
};

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
  readonly rules: readonly KeptRule[];
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
  const asked = sql.param([...affiliateIds]);
  return sql`select unnest(${asked}::text[]) union
    select o.affiliate_id from affiliate_marks m join affiliate_marks o on o.shop_id = m.shop_id
      and o.kind = m.kind and o.hash = m.hash
    where m.shop_id = ${shopId} and m.affiliate_id = any(${asked}) and m.kind = 'payout'`;
}
