import { and, desc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Finding, RuleAction, StoredFraudRule } from "../domain/fraud/rules.ts";
import { type AffiliateId, type FlagId, idPrefixes, isIdOf, type ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { newId } from "../platform/ids.server.ts";
import { holding } from "./like.ts";
import { insertRows } from "./many-rows.ts";
import { affiliates } from "./schema/affiliates.ts";
import { flags, fraudRules } from "./schema/flags.ts";
import { orders } from "./schema/orders.ts";

export type FlagRow = typeof flags.$inferSelect;
export type NamedFlag = FlagRow & {
  readonly affiliateName: string;
  /** The order's name for the merchant. Null if the flag is not about an order. */
  readonly orderName: string | null;
};
export type FlagFilter = {
  readonly status?: FlagRow["status"] | undefined;
  readonly kind?: string | undefined;
  readonly affiliateId?: string | undefined;
  /** Part of an affiliate's or order's name, or of a code. */
  readonly search?: string | undefined;
};

type FlagInput = Pick<FlagRow, "shopId" | "affiliateId" | "subjectKind" | "subjectId"> & {
  readonly finding: Finding;
  /** The shop's setting for the rule. */
  readonly action: RuleAction;
  readonly now: Date;
};

/** A new flag that nobody has decided about. */
export function openFlag({ finding, action, now, ...subject }: FlagInput): FlagRow {
  return {
    ...subject,
    ...finding,
    flagId: newId<FlagId>(idPrefixes.flag, now),
    action: action === "off" ? "note" : action,
    status: "open",
    raisedAt: now,
    decidedAt: null,
    decidedBy: null,
    note: "",
  };
}

/** Adds flags. A subject gets each kind of flag only once; an existing flag stays as it was decided. */
export async function insertFlags(tx: Db, rows: readonly (typeof flags.$inferInsert)[]): Promise<void> {
  await insertRows(tx, flags, rows, sql`on conflict (shop_id, subject_kind, subject_id, kind) do nothing`);
}

const itsAffiliate = and(eq(affiliates.shopId, flags.shopId), eq(affiliates.affiliateId, flags.affiliateId));
const itsOrder = and(
  eq(orders.shopId, flags.shopId),
  eq(flags.subjectKind, "order"),
  eq(orders.orderId, flags.subjectId),
);

function selectFlags(db: Db) {
  return db
    .select({ flag: flags, affiliateName: affiliates.name, orderName: orders.name })
    .from(flags)
    .innerJoin(affiliates, itsAffiliate)
    .leftJoin(orders, itsOrder);
}

type SelectedFlag = { flag: FlagRow; affiliateName: string; orderName: string | null };
const namedFlag = ({ flag, ...names }: SelectedFlag): NamedFlag => ({ ...flag, ...names });

/** Flags, newest first. */
export async function listFlags(
  db: Db,
  shopId: ShopId,
  page: { readonly filter: FlagFilter; readonly limit: number; readonly offset: number },
): Promise<NamedFlag[]> {
  const rows = await selectFlags(db)
    .where(filterOf(shopId, page.filter))
    .orderBy(desc(flags.raisedAt), desc(flags.flagId))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(namedFlag);
}

export async function countFlags(db: Db, shopId: ShopId, filter: FlagFilter): Promise<number> {
  const counted = db.select({ total: sql<number>`count(*)::int` }).from(flags);
  const joined = filter.search
    ? counted.innerJoin(affiliates, itsAffiliate).leftJoin(orders, itsOrder)
    : counted;
  const [row] = await joined.where(filterOf(shopId, filter));
  return row?.total ?? 0;
}

/** How many orders were credited to an affiliate, at most 10,000, and how many of them are flagged. */
export async function countFlaggedOrders(
  db: Db,
  shopId: ShopId,
  affiliateId: AffiliateId,
): Promise<{ readonly credited: number; readonly flagged: number }> {
  const { rows } = await db.execute<{ credited: number; flagged: number }>(sql`
    select
      (select count(*)::int from (
        select from orders where shop_id = ${shopId} and affiliate_id = ${affiliateId} limit 10000) as counted) as credited,
      (select count(distinct subject_id)::int from flags f
        join orders o on o.shop_id = f.shop_id and o.order_id = f.subject_id and o.affiliate_id = f.affiliate_id
        where f.shop_id = ${shopId} and f.affiliate_id = ${affiliateId} and f.subject_kind = 'order') as flagged`);
  return rows[0] ?? { credited: 0, flagged: 0 };
}

/** Open flags, at most `most`, to be counted. */
export function openFlagsFound(db: Db, shopId: ShopId, most: number) {
  return db
    .select({ flagId: flags.flagId })
    .from(flags)
    .where(and(eq(flags.shopId, shopId), eq(flags.status, "open")))
    .limit(most);
}

export async function findFlag(db: Db, shopId: ShopId, flagId: string): Promise<NamedFlag | null> {
  if (!isIdOf("flag", flagId)) return null;
  const [row] = await selectFlags(db).where(
    and(eq(flags.shopId, shopId), eq(flags.flagId, flagId as FlagId)),
  );
  return row ? namedFlag(row) : null;
}

/** The flags about some subjects of one kind, newest first. */
export async function flagsAbout(
  db: Db,
  shopId: ShopId,
  of: { readonly kind: FlagRow["subjectKind"]; readonly ids: readonly string[] },
): Promise<NamedFlag[]> {
  if (of.ids.length === 0) return [];
  const rows = await selectFlags(db)
    .where(
      and(eq(flags.shopId, shopId), eq(flags.subjectKind, of.kind), inArray(flags.subjectId, [...of.ids])),
    )
    .orderBy(desc(flags.raisedAt));
  return rows.map(namedFlag);
}

/** A flag, locked until the transaction ends, or null. The caller has locked its subject. */
export async function lockFlag(tx: Tx, shopId: ShopId, flagId: string): Promise<FlagRow | null> {
  if (!isIdOf("flag", flagId)) return null;
  const [row] = await tx
    .select()
    .from(flags)
    .where(and(eq(flags.shopId, shopId), eq(flags.flagId, flagId as FlagId)))
    .for("update");
  return row ?? null;
}

export async function saveFlagDecision(
  tx: Tx,
  shopId: ShopId,
  flagId: FlagId,
  decided: Pick<FlagRow, "status" | "decidedAt" | "decidedBy" | "note">,
): Promise<void> {
  await tx
    .update(flags)
    .set(decided)
    .where(and(eq(flags.shopId, shopId), eq(flags.flagId, flagId)));
}

/** The shop's settings of fraud rules. A rule without a row has its defaults. */
export async function chosenFraudRules(db: Db, shopId: ShopId): Promise<StoredFraudRule[]> {
  return db
    .select({ kind: fraudRules.kind, action: fraudRules.action, limits: fraudRules.limits })
    .from(fraudRules)
    .where(eq(fraudRules.shopId, shopId));
}

export async function saveFraudRule(
  tx: Tx,
  shopId: ShopId,
  rule: {
    readonly kind: string;
    readonly action: RuleAction;
    readonly limits: Readonly<Record<string, number>>;
    readonly updatedAt: Date;
  },
): Promise<void> {
  const { kind: _kind, ...set } = rule;
  await tx
    .insert(fraudRules)
    .values({ shopId, ...rule })
    .onConflictDoUpdate({ target: [fraudRules.shopId, fraudRules.kind], set });
}

/** Number of flags raised since then, by kind. */
export async function raisedSince(db: Db, shopId: ShopId, since: Date): Promise<Map<string, number>> {
  const rows = await db
    .select({ kind: flags.kind, count: sql<number>`count(*)::int` })
    .from(flags)
    .where(and(eq(flags.shopId, shopId), sql`${flags.raisedAt} >= ${since.toISOString()}`))
    .groupBy(flags.kind);
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

function filterOf(shopId: ShopId, { status, kind, affiliateId, search }: FlagFilter): SQL | undefined {
  const pattern = search && holding(search);
  return and(
    eq(flags.shopId, shopId),
    status ? eq(flags.status, status) : undefined,
    kind ? eq(flags.kind, kind) : undefined,
    affiliateId ? eq(flags.affiliateId, affiliateId as AffiliateId) : undefined,
    pattern
      ? or(ilike(affiliates.name, pattern), ilike(orders.name, pattern), ilike(flags.subjectId, pattern))
      : undefined,
  );
}

/** The open flags of orders that were raised because of a flag about a code or an affiliate. */
export async function flagsBecauseOf(
  db: Db,
  shopId: ShopId,
  { kind, subjectKind, subjectId, flagId }: FlagRow,
): Promise<FlagId[]> {
  const cause = subjectKind === "code" ? { key: "code", value: subjectId } : { key: "flag", value: flagId };
  const rows = await db
    .select({ flagId: flags.flagId })
    .from(flags)
    .where(
      and(
        eq(flags.shopId, shopId),
        eq(flags.subjectKind, "order"),
        eq(flags.kind, kind),
        eq(flags.status, "open"),
        sql`${flags.evidence} ->> ${cause.key}::text = ${cause.value}`,
      ),
    );
  return rows.map((row) => row.flagId);
}
