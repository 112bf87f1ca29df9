import { and, asc, desc, eq, gt, inArray, isNull, lt, max, or, sql, type SQL } from "drizzle-orm";
import { isIdOf, type AffiliateId, type ProgramId, type ShopId } from "#app/domain/ids.ts";
import { toPlain, fromPlain } from "#app/domain/plain.ts";
import type { ProgramStatus } from "#app/domain/program.ts";
import { statusAt } from "#app/domain/instant.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { holding } from "./like.ts";
import { affiliates, programMembers } from "./schema/affiliates.ts";
import { programs, programStatusPeriods, programVersions, withdrawnVersions } from "./schema/programs.ts";
import { isInForce, itsWithdrawal } from "./waiting-versions.ts";

export type ProgramRow = typeof programs.$inferSelect;
/** A program with the terms in force. `version` is their number. */
export type Program = ProgramRow & { readonly terms: ProgramTerms };
export type ProgramFilter = {
  readonly status?: ProgramStatus | undefined;
  readonly search?: string | undefined;
};
export type ProgramSort = "newest" | "oldest" | "name";
/** The last row of a page, with the value that it is sorted by. */
export type ProgramCursor = { readonly key: Date | string; readonly programId: ProgramId };

const termsInForce = and(
  eq(programVersions.shopId, programs.shopId),
  eq(programVersions.programId, programs.programId),
  eq(
    programVersions.version,
    sql`(select v.version from program_versions v
      where v.shop_id = ${programs.shopId} and v.program_id = ${programs.programId} and v.affiliate_id is null
        and ${isInForce} order by v.effective_from desc, v.version desc limit 1)`,
  ),
);

/** Programs that are not deleted. A shop has few, so a search may scan all names. */
function matching(shopId: ShopId, filter: ProgramFilter): SQL | undefined {
  const pattern = filter.search ? holding(filter.search.toLowerCase()) : undefined;
  return and(
    eq(programs.shopId, shopId),
    isNull(programs.deletedAt),
    filter.status ? eq(programs.status, filter.status) : undefined,
    pattern ? sql`lower(${programs.name}) like ${pattern}` : undefined,
  );
}

const asProgram = (row: { program: ProgramRow; version: number; terms: unknown }): Program => ({
  ...row.program,
  version: row.version,
  terms: fromPlain<ProgramTerms>(row.terms),
});

const orders = {
  newest: [desc(programs.createdAt), desc(programs.programId)],
  oldest: [asc(programs.createdAt), asc(programs.programId)],
  name: [asc(programs.name), asc(programs.programId)],
};

function beyond(sort: ProgramSort, { key, programId }: ProgramCursor): SQL | undefined {
  const column = sort === "name" ? programs.name : programs.createdAt;
  const further = sort === "newest" ? lt : gt;
  return or(further(column, key), and(eq(column, key), further(programs.programId, programId)));
}

type ProgramPage = {
  filter: ProgramFilter;
  /** Newest first by default. */
  sort?: ProgramSort | undefined;
  limit: number;
  offset: number;
  after?: ProgramCursor | undefined;
};

export async function listPrograms(db: Db, shopId: ShopId, page: ProgramPage): Promise<Program[]> {
  const { after, sort = "newest" } = page;
  const below = after ? beyond(sort, after) : undefined;
  const rows = await db
    .select({ program: programs, version: programVersions.version, terms: programVersions.terms })
    .from(programs)
    .innerJoin(programVersions, termsInForce)
    .where(and(matching(shopId, page.filter), below))
    .orderBy(...orders[sort])
    .limit(page.limit)
    .offset(after ? 0 : page.offset);
  return rows.map(asProgram);
}

export async function countPrograms(db: Db, shopId: ShopId, filter: ProgramFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(programs)
    .where(matching(shopId, filter));
  return row?.total ?? 0;
}

/** A program by id. Null if the shop has none with that id, it is deleted, or the text is no id. */
export async function findProgram(db: Db, shopId: ShopId, programId: string): Promise<Program | null> {
  if (!isIdOf("program", programId)) return null;
  const [row] = await db
    .select({ program: programs, version: programVersions.version, terms: programVersions.terms })
    .from(programs)
    .innerJoin(programVersions, termsInForce)
    .where(and(matching(shopId, {}), eq(programs.programId, programId as ProgramId)));
  return row ? asProgram(row) : null;
}

/** A program by id, locked until the transaction ends so that two edits can't overlap. */
export async function lockProgram(tx: Tx, shopId: ShopId, programId: string): Promise<Program | null> {
  if (!isIdOf("program", programId)) return null;
  await tx.execute(
    sql`select 1 from ${programs} where shop_id = ${shopId} and program_id = ${programId} for update`,
  );
  return await findProgram(tx, shopId, programId);
}

type FirstTerms = { readonly terms: ProgramTerms; readonly by: string };

/** Inserts a program with its first version and its status. */
export async function insertNewProgram(
  tx: Tx,
  program: Omit<typeof programs.$inferInsert, "version" | "updatedAt"> & {
    readonly status: ProgramStatus;
    readonly createdAt: Date;
  },
  { terms, by }: FirstTerms,
): Promise<void> {
  const { shopId, programId, status, createdAt: at } = program;
  await tx.insert(programs).values({ ...program, version: 1, updatedAt: at });
  await insertVersion(tx, { shopId, programId, version: 1, terms, at, by });
  await insertStatusPeriod(tx, { shopId, programId, status, since: at });
}

/** True for each use of a program: members or applicants, and commissions. */
export async function readProgramUse(
  db: Db,
  shopId: ShopId,
  programId: ProgramId,
): Promise<{ readonly hasMembers: boolean; readonly hasEarned: boolean }> {
  const { rows } = await db.execute<{ members: boolean; earned: boolean }>(sql`
    select exists (select 1 from program_members m where m.shop_id = ${shopId} and m.program_id = ${programId}
        and m.left_at is null)
        or exists (select 1 from applications a where a.shop_id = ${shopId} and a.program_id = ${programId}
          and a.status in ('unconfirmed', 'new')) as members,
      exists (select 1 from program_members m
        join commissions c on c.shop_id = m.shop_id and c.affiliate_id = m.affiliate_id and c.program_id = m.program_id
        where m.shop_id = ${shopId} and m.program_id = ${programId}) as earned`);
  return { hasMembers: rows[0]?.members ?? false, hasEarned: rows[0]?.earned ?? false };
}

export async function updateProgram(
  tx: Tx,
  shopId: ShopId,
  programId: ProgramId,
  change: Partial<Omit<ProgramRow, "shopId" | "programId">>,
): Promise<void> {
  await tx
    .update(programs)
    .set(change)
    .where(and(eq(programs.shopId, shopId), eq(programs.programId, programId)));
}

type NewVersion = {
  shopId: ShopId;
  programId: ProgramId;
  version: number;
  /** Set for the custom terms of one affiliate (T12). */
  affiliateId?: AffiliateId;
  /** Null if custom terms end. */
  terms: ProgramTerms | null;
  at: Date;
  /** Later than `at` if a reduction waits for the end of the notice period. `at` by default. */
  effectiveFrom?: Date;
  by: string;
};

/** Freezes terms as a new version, which is never backdated (M4). The caller has locked the program. */
export async function insertVersion(tx: Tx, version: NewVersion): Promise<void> {
  await tx.insert(programVersions).values({
    shopId: version.shopId,
    programId: version.programId,
    version: version.version,
    affiliateId: version.affiliateId ?? null,
    terms: version.terms && (toPlain(version.terms) as Record<string, unknown>),
    effectiveFrom: version.effectiveFrom ?? version.at,
    createdAt: version.at,
    createdBy: version.by,
  });
}

/** The number of the next version, with custom terms counted. The caller has locked the program. */
export async function nextVersionNumber(tx: Tx, shopId: ShopId, programId: ProgramId): Promise<number> {
  const [row] = await tx
    .select({ newest: sql<number>`coalesce(max(${programVersions.version}), 0)::int` })
    .from(programVersions)
    .where(and(eq(programVersions.shopId, shopId), eq(programVersions.programId, programId)));
  return (row?.newest ?? 0) + 1;
}

type StatusPeriod = { shopId: ShopId; programId: ProgramId; status: ProgramStatus; since: Date };

/**
 * Records a status from an instant on. It replaces a status that would begin later, after a notice period. The
 * caller has locked the program.
 */
export async function insertStatusPeriod(tx: Tx, period: StatusPeriod): Promise<void> {
  const { shopId, programId, since } = period;
  const [row] = await tx
    .select({ last: max(programStatusPeriods.since) })
    .from(programStatusPeriods)
    .where(and(eq(programStatusPeriods.shopId, shopId), eq(programStatusPeriods.programId, programId)));
  const instants = row?.last && row.last > since ? [since, row.last] : [since];
  for (const at of instants) {
    await tx.insert(programStatusPeriods).values({
      ...period,
      since: at,
      ordinal: sql`(select coalesce(max(ordinal), 0) + 1 from ${programStatusPeriods}
        where shop_id = ${shopId} and program_id = ${programId})`,
    });
  }
}

/** Ends of earning after `now` for programs that were paused, archived or deleted. */
export async function programsEarningUntil(
  db: Db,
  shopId: ShopId,
  { programIds, now }: { programIds: readonly ProgramId[]; now: Date },
): Promise<Map<ProgramId, Date>> {
  if (programIds.length === 0) return new Map();
  const { programId, status, since } = programStatusPeriods;
  const rows = await db
    .select({ programId, status, since })
    .from(programStatusPeriods)
    .innerJoin(
      programs,
      and(
        eq(programs.shopId, programStatusPeriods.shopId),
        eq(programs.programId, programStatusPeriods.programId),
      ),
    )
    .where(
      and(
        eq(programStatusPeriods.shopId, shopId),
        inArray(programStatusPeriods.programId, [...programIds]),
        inArray(programs.status, ["paused", "archived"]),
      ),
    )
    .orderBy(programStatusPeriods.programId, programStatusPeriods.ordinal);
  const found = new Map<ProgramId, Date>();
  for (const [id, periods] of Map.groupBy(rows, (row) => row.programId)) {
    const history = periods.map((one) => ({ status: one.status, at: one.since.toISOString() }));
    const last = Math.max(...periods.map((one) => one.since.getTime()));
    const isActive = statusAt(history, now.toISOString()) === "active";
    if (isActive && last > now.getTime()) found.set(id, new Date(last));
  }
  return found;
}

/** A version for display, with the name of the affiliate if it is custom terms. */
export type Version = Omit<typeof programVersions.$inferSelect, "terms"> & {
  readonly terms: ProgramTerms | null;
  readonly affiliateName: string | null;
  readonly withdrawnAt: Date | null;
};

/** The newest versions of a program, including custom terms, newest first. */
export async function listVersions(
  db: Db,
  shopId: ShopId,
  programId: ProgramId,
  page: { limit: number; affiliateId?: AffiliateId },
): Promise<Version[]> {
  const rows = await db
    .select({
      version: programVersions,
      affiliateName: affiliates.name,
      withdrawnAt: withdrawnVersions.withdrawnAt,
    })
    .from(programVersions)
    .leftJoin(withdrawnVersions, itsWithdrawal)
    .leftJoin(
      affiliates,
      and(
        eq(affiliates.shopId, programVersions.shopId),
        eq(affiliates.affiliateId, programVersions.affiliateId),
      ),
    )
    .where(
      and(
        eq(programVersions.shopId, shopId),
        eq(programVersions.programId, programId),
        page.affiliateId ? eq(programVersions.affiliateId, page.affiliateId) : undefined,
      ),
    )
    .orderBy(desc(programVersions.version))
    .limit(page.limit);
  return rows.map(({ version, affiliateName, withdrawnAt }) => ({
    ...version,
    terms: version.terms && fromPlain<ProgramTerms>(version.terms),
    affiliateName,
    withdrawnAt,
  }));
}

type CustomVersion = { readonly version: number; readonly terms: ProgramTerms | null };

/** The affiliate's custom version in force, even if it ends custom terms. Null if there is none. */
async function customVersionInForce(
  db: Db,
  shopId: ShopId,
  member: { programId: ProgramId; affiliateId: AffiliateId },
): Promise<CustomVersion | null> {
  const { rows } = await db.execute<{ version: number; terms: unknown }>(sql`
    select v.version, v.terms from program_versions v
    where v.shop_id = ${shopId} and v.program_id = ${member.programId} and v.affiliate_id = ${member.affiliateId}
      and ${isInForce}
    order by v.effective_from desc, v.version desc limit 1`);
  const [own] = rows;
  return own
    ? { version: own.version, terms: own.terms === null ? null : fromPlain<ProgramTerms>(own.terms) }
    : null;
}

/** The terms under which an affiliate currently earns in a program: custom ones or the program's (T12). */
export async function termsFor(
  db: Db,
  { shopId, programId, terms, version }: Program,
  affiliateId: AffiliateId,
): Promise<{ terms: ProgramTerms; version: number; isOwn: boolean; newestOwn: number }> {
  const [newest] = await listVersions(db, shopId, programId, { limit: 1, affiliateId });
  const newestOwn = newest?.version ?? 0;
  const own = await customVersionInForce(db, shopId, { programId, affiliateId });
  if (own?.terms) return { terms: own.terms, version: own.version, isOwn: true, newestOwn };
  return { terms, version, isOwn: false, newestOwn };
}

/**
 * True if any version of the terms asks for manual approval. Its commissions may wait long after it was
 * replaced.
 */
export async function hasManualApproval(db: Db, shopId: ShopId): Promise<boolean> {
  const isManual = sql`${programVersions.terms} ->> 'approval' = 'manual'`;
  const [row] = await db
    .select({ one: sql`1` })
    .from(programVersions)
    .where(and(eq(programVersions.shopId, shopId), isManual))
    .limit(1);
  return row !== undefined;
}

/** Programs in which an affiliate currently has custom terms. */
export async function programsOfCustomTerms(
  db: Db,
  shopId: ShopId,
  affiliateId: AffiliateId,
): Promise<ProgramId[]> {
  const { rows } = await db.execute<{ id: ProgramId }>(sql`
    select newest.program_id as id from (
      select distinct on (v.program_id) v.program_id, v.terms from program_versions v
      where v.shop_id = ${shopId} and v.affiliate_id = ${affiliateId} and ${isInForce}
      order by v.program_id, v.effective_from desc, v.version desc
    ) newest where newest.terms is not null`);
  return rows.map((row) => row.id);
}

/** True while the affiliate is in the program. */
export async function isMember(
  db: Db,
  shopId: ShopId,
  member: { programId: ProgramId; affiliateId: AffiliateId },
): Promise<boolean> {
  const rows = await db
    .select({ joinedAt: programMembers.joinedAt })
    .from(programMembers)
    .where(
      and(
        eq(programMembers.shopId, shopId),
        eq(programMembers.affiliateId, member.affiliateId),
        eq(programMembers.programId, member.programId),
        isNull(programMembers.leftAt),
      ),
    );
  return rows.length > 0;
}

/** Number of affiliates in each of these programs. */
export async function countMembers(
  db: Db,
  shopId: ShopId,
  programIds: readonly ProgramId[],
): Promise<Map<ProgramId, number>> {
  if (programIds.length === 0) return new Map();
  const rows = await db
    .select({ programId: programMembers.programId, count: sql<number>`count(*)::int` })
    .from(programMembers)
    .where(
      and(
        eq(programMembers.shopId, shopId),
        inArray(programMembers.programId, [...programIds]),
        isNull(programMembers.leftAt),
      ),
    )
    .groupBy(programMembers.programId);
  return new Map(rows.map((row) => [row.programId, row.count]));
}

/** Programs of a shop that currently earn for an affiliate who joined, including those that end later. */
export async function joinedPrograms(db: Db, shopId: ShopId, now: Date): Promise<ProgramRow[]> {
  const rows = await db
    .selectDistinct({ program: programs })
    .from(programs)
    .innerJoin(
      programMembers,
      and(eq(programMembers.shopId, programs.shopId), eq(programMembers.programId, programs.programId)),
    )
    .innerJoin(
      affiliates,
      and(eq(affiliates.shopId, programs.shopId), eq(affiliates.affiliateId, programMembers.affiliateId)),
    )
    .where(and(eq(programs.shopId, shopId), hasJoined(now)));
  const found = rows.map((row) => row.program);
  const programIds = found.map((program) => program.programId);
  const ending = await programsEarningUntil(db, shopId, { programIds, now });
  return found.filter(({ status, programId }) => status === "active" || ending.has(programId));
}

/** A member who accepted their invitation. The store owes them the notice period, even while they leave. */
function hasJoined(now: Date): SQL | undefined {
  return and(
    or(isNull(programMembers.leftAt), gt(programMembers.leftAt, now)),
    inArray(affiliates.status, ["active", "suspended"]),
  );
}

/** Number of affiliates who joined a program and earn in it, including those who leave later. */
export async function countJoined(
  db: Db,
  { shopId, programId }: Pick<ProgramRow, "shopId" | "programId">,
  now: Date,
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(programMembers)
    .innerJoin(
      affiliates,
      and(
        eq(affiliates.shopId, programMembers.shopId),
        eq(affiliates.affiliateId, programMembers.affiliateId),
      ),
    )
    .where(and(eq(programMembers.shopId, shopId), eq(programMembers.programId, programId), hasJoined(now)));
  return row?.count ?? 0;
}
