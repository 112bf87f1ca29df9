import { sql } from "drizzle-orm";
import type { FlagAction, FlagStatus, RuleAction } from "../domain/fraud/rules.ts";
import type { AffiliateId, FlagId, ShopId } from "../domain/ids.ts";
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

export type KnownMark = { readonly affiliateId: AffiliateId; readonly kind: string; readonly hash: string };

export type FraudSources = {
  readonly rules: readonly KeptRule[];
  /** Of the orders and the codes. */
  readonly flags: readonly KnownFlag[];
  /** Affiliates who are known by one of the hashes. */
  readonly marks: readonly KnownMark[];
};

/** What decides whether orders are flagged, with one statement. Codes are lower-cased. */
export async function fraudSources(
  db: Db,
  shopId: ShopId,
  of: {
    readonly orderIds: readonly string[];
    readonly codes: readonly string[];
    readonly hashes: readonly string[];
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
          and hash = any(${sql.param([...of.hashes])})) as marks`);
  const [row] = rows;
  if (!row) throw new Error("A statement without a condition answered no row.");
  return { rules: row.rules, flags: row.flags, marks: row.marks };
}
