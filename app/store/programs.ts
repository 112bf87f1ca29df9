import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import { isIdOf, type ProgramId, type ShopId } from "#app/domain/ids.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import type { ProgramStatus, ProgramTerms } from "#app/domain/program.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { programMembers } from "./schema/affiliates.ts";
import { programs, programStatusPeriods, programVersions } from "./schema/programs.ts";

export type ProgramRow = typeof programs.$inferSelect;
export type Program = ProgramRow & { readonly terms: ProgramTerms };
export type ProgramFilter = {
  readonly status?: ProgramStatus | undefined;
  readonly search?: string | undefined;
};
export type ProgramSort = "newest" | "oldest" | "name";
/** Where a page ended, in the order of its sort. */
export type ProgramCursor = { readonly key: Date | string; readonly programId: ProgramId };

const newestTerms = and(
  eq(programVersions.shopId, programs.shopId),
  eq(programVersions.programId, programs.programId),
  eq(programVersions.version, programs.version),
);

/** Programs that are shown: those not deleted. Few per shop, so a search may look at each name. */
function shown(shopId: ShopId, filter: ProgramFilter): SQL | undefined {
  const pattern = filter.search
    ? `%${filter.search.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`
    : undefined;
  return and(
    eq(programs.shopId, shopId),
    isNull(programs.deletedAt),
    filter.status ? eq(programs.status, filter.status) : undefined,
    pattern ? sql`lower(${programs.name}) like ${pattern}` : undefined,
  );
}

const asProgram = (row: { program: ProgramRow; terms: Record<string, unknown> }): Program => ({
  ...row.program,
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
  /** Newest first when not given. */
  sort?: ProgramSort | undefined;
  limit: number;
  offset: number;
  after?: ProgramCursor | undefined;
};

export async function listPrograms(db: Db, shopId: ShopId, page: ProgramPage): Promise<Program[]> {
  const { after, sort = "newest" } = page;
  const below = after ? beyond(sort, after) : undefined;
  const rows = await db
    .select({ program: programs, terms: programVersions.terms })
    .from(programs)
    .innerJoin(programVersions, newestTerms)
    .where(and(shown(shopId, page.filter), below))
    .orderBy(...orders[sort])
    .limit(page.limit)
    .offset(after ? 0 : page.offset);
  return rows.map(asProgram);
}

export async function countPrograms(db: Db, shopId: ShopId, filter: ProgramFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(programs)
    .where(shown(shopId, filter));
  return row?.total ?? 0;
}

/** A program by id, deleted ones left out; null where the shop has none of that id, or it is none. */
export async function findProgram(db: Db, shopId: ShopId, programId: string): Promise<Program | null> {
  if (!isIdOf("program", programId)) return null;
  const [row] = await db
    .select({ program: programs, terms: programVersions.terms })
    .from(programs)
    .innerJoin(programVersions, newestTerms)
    .where(and(shown(shopId, {}), eq(programs.programId, programId as ProgramId)));
  return row ? asProgram(row) : null;
}

/** The same, held until the transaction ends, so that two edits cannot pass each other. */
export async function lockProgram(tx: Tx, shopId: ShopId, programId: string): Promise<Program | null> {
  if (!isIdOf("program", programId)) return null;
  await tx.execute(
    sql`select 1 from ${programs} where shop_id = ${shopId} and program_id = ${programId} for update`,
  );
  return await findProgram(tx, shopId, programId);
}

export async function insertProgram(tx: Tx, row: typeof programs.$inferInsert): Promise<void> {
  await tx.insert(programs).values(row);
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

/** Freezes terms as a new version, from `at` on (M4: never backdated). */
export async function insertVersion(
  tx: Tx,
  version: {
    shopId: ShopId;
    programId: ProgramId;
    version: number;
    terms: ProgramTerms;
    at: Date;
    by: string;
  },
): Promise<void> {
  await tx.insert(programVersions).values({
    shopId: version.shopId,
    programId: version.programId,
    version: version.version,
    terms: toPlain(version.terms) as Record<string, unknown>,
    effectiveFrom: version.at,
    createdBy: version.by,
  });
}

export async function insertStatusPeriod(
  tx: Tx,
  period: { shopId: ShopId; programId: ProgramId; status: ProgramStatus; since: Date },
): Promise<void> {
  await tx.insert(programStatusPeriods).values({
    ...period,
    ordinal: sql`(select coalesce(max(ordinal), 0) + 1 from ${programStatusPeriods}
      where shop_id = ${period.shopId} and program_id = ${period.programId})`,
  });
}

/** Every version of a program, newest first. */
export async function listVersions(db: Db, shopId: ShopId, programId: ProgramId) {
  const rows = await db
    .select()
    .from(programVersions)
    .where(and(eq(programVersions.shopId, shopId), eq(programVersions.programId, programId)))
    .orderBy(desc(programVersions.version));
  return rows.map((row) => ({ ...row, terms: fromPlain<ProgramTerms>(row.terms) }));
}

/** How many affiliates are in each of these programs. */
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
