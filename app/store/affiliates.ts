import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import type { AffiliateStatus } from "#app/domain/affiliate.ts";
import type { ConfirmedMethod } from "#app/domain/payouts/details.ts";
import { isIdOf, type AffiliateId, type ProgramId, type ShopId } from "#app/domain/ids.ts";
import { tagKey } from "#app/domain/tags.ts";
import { type Db, plannedSelect, type Tx } from "#app/platform/db.server.ts";
import { holding } from "./like.ts";
import { insertRows, isOneOf, type OfAffiliates } from "./many-rows.ts";
import { emailMarkOf, insertMarks, markEmail } from "./affiliate-marks.ts";
import { affiliateCounts, affiliates, affiliateTags, programMembers } from "./schema/affiliates.ts";
import { referralCodes } from "./schema/links.ts";
import { programs } from "./schema/programs.ts";

export type Affiliate = typeof affiliates.$inferSelect;
export type AffiliateSort = "newest" | "oldest" | "name";
export type AffiliateFilter = {
  readonly status?: AffiliateStatus | undefined;
  readonly search?: string | undefined;
  readonly programId?: string | undefined;
  readonly tag?: string | undefined;
  /** Payout method of the last confirmed details. */
  readonly method?: ConfirmedMethod | undefined;
  /** Added from `since` on and before `until`. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
};
/** The last row of a page, with the value that it is sorted by. */
export type AffiliateCursor = { readonly key: Date | string; readonly affiliateId: AffiliateId };

/** Larger lists report this number, because counting further would scan the table. */
const countCap = 10_000;

function matching(shopId: ShopId, filter: AffiliateFilter): SQL | undefined {
  const pattern = filter.search ? holding(filter.search.toLowerCase()) : undefined;
  return and(
    eq(affiliates.shopId, shopId),
    filter.status ? eq(affiliates.status, filter.status) : undefined,
    pattern ? sql`${affiliates.searchText} like ${pattern}` : undefined,
    filter.programId
      ? sql`exists (select 1 from ${programMembers} m where m.shop_id = ${shopId} and m.program_id = ${filter.programId}
          and m.affiliate_id = ${affiliates.affiliateId} and m.left_at is null)`
      : undefined,
    filter.tag
      ? sql`exists (select 1 from ${affiliateTags} t where t.shop_id = ${shopId} and t.tag_key = ${tagKey(filter.tag)}
          and t.affiliate_id = ${affiliates.affiliateId} and (t.ends_at is null or t.ends_at > now()))`
      : undefined,
    filter.method && wantsToBePaid(shopId, filter.method),
    filter.since && gte(affiliates.createdAt, filter.since),
    filter.until && lt(affiliates.createdAt, filter.until),
  );
}

/** Reads payout_details_last, which has one row per affiliate. */
function wantsToBePaid(shopId: ShopId, method: ConfirmedMethod): SQL {
  const confirmed = sql`select 1 from payout_details d where d.shop_id = ${shopId}
    and d.affiliate_id = ${affiliates.affiliateId} and d.confirmed_at is not null and d.ended_at is null`;
  return method === "none"
    ? sql`not exists (${confirmed})`
    : sql`exists (${confirmed} and d.method = ${method})`;
}

const orders = {
  newest: [desc(affiliates.createdAt), desc(affiliates.affiliateId)],
  oldest: [asc(affiliates.createdAt), asc(affiliates.affiliateId)],
  name: [asc(affiliates.name), asc(affiliates.affiliateId)],
};

function beyond(sort: AffiliateSort, { key, affiliateId }: AffiliateCursor): SQL | undefined {
  const column = sort === "name" ? affiliates.name : affiliates.createdAt;
  const further = sort === "newest" ? lt : gt;
  return or(further(column, key), and(eq(column, key), further(affiliates.affiliateId, affiliateId)));
}

/** One page. With `after` the cost does not grow with depth. `offset` is for the first pages. */
export async function listAffiliates(
  db: Db,
  shopId: ShopId,
  page: {
    filter: AffiliateFilter;
    sort: AffiliateSort;
    limit: number;
    offset: number;
    after?: AffiliateCursor | undefined;
  },
): Promise<Affiliate[]> {
  return await db
    .select()
    .from(affiliates)
    .where(and(matching(shopId, page.filter), page.after ? beyond(page.sort, page.after) : undefined))
    .orderBy(...orders[page.sort])
    .limit(page.limit)
    .offset(page.after ? 0 : page.offset);
}

const countsOfShop = plannedSelect(({ shopId }: { shopId: ShopId }, on) =>
  on.select().from(affiliateCounts).where(eq(affiliateCounts.shopId, shopId)),
);

/** Stored counts by status. A status without affiliates is missing. */
export async function countsByStatus(
  db: Db,
  shopId: ShopId,
): Promise<Partial<Record<AffiliateStatus, number>>> {
  const rows = await countsOfShop(db, { shopId });
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}

/**
 * Number of affiliates that match a filter: from the stored counts if possible, otherwise counted up to
 * 10,000.
 */
export async function countAffiliates(db: Db, shopId: ShopId, filter: AffiliateFilter): Promise<number> {
  const { search, programId, tag, method, since, until } = filter;
  if (!search && !programId && !tag && !method && !since && !until) {
    const counts = await countsByStatus(db, shopId);
    if (filter.status) return counts[filter.status] ?? 0;
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  }
  const found = affiliatesFound(db, shopId, filter, countCap).as("found");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found);
  return row?.total ?? 0;
}

/** One row for each affiliate that matches a filter, at most `cap`, to be counted. */
export function affiliatesFound(db: Db, shopId: ShopId, filter: AffiliateFilter, cap: number) {
  return db
    .select({ one: sql`1`.as("one") })
    .from(affiliates)
    .where(matching(shopId, filter))
    .limit(cap);
}

const byId = (shopId: ShopId, affiliateId: string) =>
  and(eq(affiliates.shopId, shopId), eq(affiliates.affiliateId, affiliateId as AffiliateId));

/** Also null for a text that is no id: addresses are typed, and PostgreSQL rejects some texts. */
export async function findAffiliate(db: Db, shopId: ShopId, affiliateId: string): Promise<Affiliate | null> {
  if (!isIdOf("affiliate", affiliateId)) return null;
  const [row] = await db.select().from(affiliates).where(byId(shopId, affiliateId));
  return row ?? null;
}

export async function findAffiliateByEmail(
  db: Db,
  shopId: ShopId,
  emailKey: string,
): Promise<Affiliate | null> {
  const [row] = await db
    .select()
    .from(affiliates)
    .where(and(eq(affiliates.shopId, shopId), eq(affiliates.emailKey, emailKey)));
  return row ?? null;
}

/** An affiliate by id, email address or referral code, as a person types it. Null if there is none. */
export async function findAffiliateNamed(db: Db, shopId: ShopId, text: string): Promise<Affiliate | null> {
  const key = text.trim().toLowerCase();
  // PostgreSQL can't store this text, so no affiliate has it.
  if (key.includes("\u0000")) return null;
  if (isIdOf("affiliate", key)) return findAffiliate(db, shopId, key);
  const [row] = await db
    .select()
    .from(affiliates)
    .where(and(eq(affiliates.shopId, shopId), or(eq(affiliates.emailKey, key), eq(affiliates.codeKey, key))))
    .limit(1);
  return row ?? null;
}

/** Locks an affiliate until the transaction ends, so that two changes run one after the other. */
export async function lockAffiliate(tx: Tx, shopId: ShopId, affiliateId: string): Promise<Affiliate | null> {
  if (!isIdOf("affiliate", affiliateId)) return null;
  const [row] = await tx.select().from(affiliates).where(byId(shopId, affiliateId)).for("update");
  return row ?? null;
}

/**
 * Locks affiliates in the order of their ids, after the orders and before balances and figures. Tiers, caps
 * and bonuses depend on everything that an affiliate earned, so one transaction at a time may calculate them.
 */
export async function lockAffiliates(
  tx: Tx,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
): Promise<void> {
  if (affiliateIds.length === 0) return;
  await tx
    .select({ affiliateId: affiliates.affiliateId })
    .from(affiliates)
    .where(and(eq(affiliates.shopId, shopId), isOneOf(affiliates.affiliateId, affiliateIds)))
    .orderBy(asc(affiliates.affiliateId))
    .for("no key update");
}

/** Current and former codes of affiliates and links that begin with one of these texts, in lower case. */
export async function takenCodes(db: Db, shopId: ShopId, stems: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select distinct c.code_key as key from unnest(${sql.param([...new Set(stems)])}::text[]) stem
      join referral_codes c on c.shop_id = ${shopId}
        and c.code_key >= stem and c.code_key < stem || ${"\uffff"}`);
  return new Set(rows.map(({ key }) => key));
}

/** Those of these lower-case codes that an affiliate or a link has or had. */
export async function takenCodesOf(db: Db, shopId: ShopId, keys: readonly string[]): Promise<Set<string>> {
  return new Set((await referralOwners(db, shopId, keys)).keys());
}

/** Owners of these lower-case codes of affiliates and links, former ones included. */
export async function referralOwners(
  db: Db,
  shopId: ShopId,
  keys: readonly string[],
): Promise<Map<string, AffiliateId>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ codeKey: referralCodes.codeKey, affiliateId: referralCodes.affiliateId })
    .from(referralCodes)
    .where(and(eq(referralCodes.shopId, shopId), isOneOf(referralCodes.codeKey, keys)));
  return new Map(rows.map((row) => [row.codeKey, row.affiliateId]));
}

/** @throws a unique violation of `affiliates_email` or `affiliates_code`. */
export async function insertAffiliate(tx: Tx, row: typeof affiliates.$inferInsert): Promise<void> {
  await tx.insert(affiliates).values(row);
  await markEmail(tx, row, row.createdAt);
  await moveStatusCount(tx, row.shopId, row.status, 1);
}

/** Inserts the affiliates of a batch, like `insertAffiliate`. Statements do not depend on their number. */
export async function insertAffiliates(
  tx: Tx,
  shopId: ShopId,
  rows: readonly (typeof affiliates.$inferInsert)[],
): Promise<void> {
  await insertRows(tx, affiliates, rows);
  await insertMarks(
    tx,
    rows.map((row) => emailMarkOf(row, row.createdAt)),
  );
  // In sorted order, so that two transactions never deadlock.
  const byStatus = [...Map.groupBy(rows, ({ status }) => status)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [status, some] of byStatus) await moveStatusCount(tx, shopId, status, some.length);
}

/**
 * Saves a change of an affiliate that `lockAffiliate` locked, and moves the stored counts if the status
 * changed.
 */
export async function updateAffiliate(
  tx: Tx,
  before: Affiliate,
  change: Partial<Omit<Affiliate, "shopId" | "affiliateId" | "searchText">>,
): Promise<void> {
  await tx
    .update(affiliates)
    .set({ ...change, revision: before.revision + 1 })
    .where(byId(before.shopId, before.affiliateId));
  const { shopId, affiliateId } = before;
  const email = change.email ?? before.email;
  if (email !== before.email) {
    await markEmail(tx, { shopId, affiliateId, email }, change.updatedAt ?? before.updatedAt);
  }
  if (!change.status || change.status === before.status) return;
  await moveStatusCount(tx, before.shopId, before.status, -1);
  await moveStatusCount(tx, before.shopId, change.status, 1);
}

/** Keeps the revision, so that a simultaneous edit by the merchant does not conflict. */
export async function setAffiliateLanguage(
  db: Db,
  { shopId, affiliateId, language }: Pick<Affiliate, "shopId" | "affiliateId" | "language">,
): Promise<void> {
  await db.update(affiliates).set({ language }).where(byId(shopId, affiliateId));
}

/** Keeps the revision, like the language. */
export async function setEmailFrequency(
  db: Db,
  { shopId, affiliateId, emailFrequency }: Pick<Affiliate, "shopId" | "affiliateId" | "emailFrequency">,
): Promise<void> {
  await db.update(affiliates).set({ emailFrequency }).where(byId(shopId, affiliateId));
}

async function moveStatusCount(tx: Tx, shopId: ShopId, status: AffiliateStatus, by: number): Promise<void> {
  await tx
    .insert(affiliateCounts)
    .values({ shopId, status, count: by })
    .onConflictDoUpdate({
      target: [affiliateCounts.shopId, affiliateCounts.status],
      set: { count: sql`${affiliateCounts.count} + ${by}` },
    });
}

const membershipsOf = plannedSelect(({ shopId, affiliateIds }: OfAffiliates, on) =>
  on
    .select({
      affiliateId: programMembers.affiliateId,
      programId: programMembers.programId,
      name: programs.name,
      status: programs.status,
      joinedAt: programMembers.joinedAt,
      acceptedVersion: programMembers.acceptedVersion,
    })
    .from(programMembers)
    .innerJoin(
      programs,
      and(eq(programs.shopId, programMembers.shopId), eq(programs.programId, programMembers.programId)),
    )
    .where(
      and(
        eq(programMembers.shopId, shopId),
        isOneOf(programMembers.affiliateId, affiliateIds),
        isNull(programMembers.leftAt),
        isNull(programs.deletedAt),
      ),
    )
    .orderBy(asc(programMembers.joinedAt), asc(programMembers.programId)),
);

/** The programs of these affiliates, earliest joined first. */
export async function listMemberships(db: Db, shopId: ShopId, affiliateIds: readonly AffiliateId[]) {
  if (affiliateIds.length === 0) return [];
  return await membershipsOf(db, { shopId, affiliateIds });
}

/** Adds an affiliate to a program. One who left before joins again. */
export async function joinPrograms(
  tx: Tx,
  members: readonly { shopId: ShopId; affiliateId: AffiliateId; programId: ProgramId; at: Date }[],
): Promise<void> {
  await insertRows(
    tx,
    programMembers,
    members.map(({ at, ...member }) => ({ ...member, joinedAt: at })),
    // An affiliate who returns within the notice period never left.
    sql`on conflict (shop_id, affiliate_id, program_id) do update set
      joined_at = case when program_members.left_at > excluded.joined_at then program_members.joined_at
        else excluded.joined_at end,
      accepted_version = case when program_members.left_at > excluded.joined_at
        then program_members.accepted_version end,
      left_at = null
    where program_members.left_at is not null`,
  );
}

/** Records the terms version that an affiliate accepted. */
export async function acceptVersion(
  tx: Tx,
  member: { shopId: ShopId; affiliateId: AffiliateId; programId: ProgramId; version: number },
): Promise<void> {
  const { shopId, affiliateId, programId, version } = member;
  await tx
    .update(programMembers)
    .set({ acceptedVersion: version })
    .where(
      and(
        eq(programMembers.shopId, shopId),
        eq(programMembers.affiliateId, affiliateId),
        eq(programMembers.programId, programId),
      ),
    );
}

export async function leaveProgram(
  tx: Tx,
  member: { shopId: ShopId; affiliateId: AffiliateId; programId: ProgramId; at: Date },
): Promise<void> {
  await tx
    .update(programMembers)
    .set({ leftAt: member.at })
    .where(
      and(
        eq(programMembers.shopId, member.shopId),
        eq(programMembers.affiliateId, member.affiliateId),
        eq(programMembers.programId, member.programId),
        isNull(programMembers.leftAt),
      ),
    );
}

/** Affiliates who joined one of these programs and are in it at an instant, including suspended ones. */
export async function joinedAffiliates(
  db: Db,
  shopId: ShopId,
  { programIds, at }: { readonly programIds: readonly ProgramId[]; readonly at: Date },
): Promise<AffiliateId[]> {
  const rows = await db
    .selectDistinct({ affiliateId: affiliates.affiliateId })
    .from(affiliates)
    .innerJoin(
      programMembers,
      and(
        eq(programMembers.shopId, affiliates.shopId),
        eq(programMembers.affiliateId, affiliates.affiliateId),
      ),
    )
    .where(
      and(
        eq(affiliates.shopId, shopId),
        inArray(affiliates.status, ["active", "suspended"]),
        inArray(programMembers.programId, [...programIds]),
        or(isNull(programMembers.leftAt), gt(programMembers.leftAt, at)),
      ),
    );
  return rows.map((row) => row.affiliateId);
}
