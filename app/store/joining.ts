import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { defaultJoining, type Joining } from "../domain/applications/joining.ts";
import type { ProgramId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { programJoining } from "./schema/applications.ts";
import { programs } from "./schema/programs.ts";

type JoiningRow = typeof programJoining.$inferSelect;

const settingsOf = ({
  mode,
  slug,
  fields,
  rules,
  isIndexable,
  reapplyDays,
  revision,
}: JoiningRow): Joining => ({
  mode,
  slug,
  fields,
  rules,
  isIndexable,
  reapplyDays,
  revision,
});

/** How people join a program. */
export async function findJoining(db: Db, shopId: ShopId, programId: ProgramId): Promise<Joining> {
  const [row] = await db
    .select()
    .from(programJoining)
    .where(and(eq(programJoining.shopId, shopId), eq(programJoining.programId, programId)));
  return row ? settingsOf(row) : defaultJoining;
}

/** Joining of several programs, by program. Programs without saved settings are missing. */
export async function joiningOf(
  db: Db,
  shopId: ShopId,
  programIds: readonly ProgramId[],
): Promise<Map<ProgramId, Joining>> {
  if (programIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(programJoining)
    .where(and(eq(programJoining.shopId, shopId), inArray(programJoining.programId, [...programIds])));
  return new Map(rows.map((row) => [row.programId, settingsOf(row)]));
}

/** Saves a program's joining. The caller has locked the program. */
export async function saveJoining(
  tx: Tx,
  of: {
    readonly shopId: ShopId;
    readonly programId: ProgramId;
    readonly joining: Joining;
    readonly now: Date;
  },
): Promise<void> {
  const { shopId, programId, joining, now } = of;
  const values = { ...joining, updatedAt: now };
  await tx
    .insert(programJoining)
    .values({ shopId, programId, ...values })
    .onConflictDoUpdate({ target: [programJoining.shopId, programJoining.programId], set: values });
}

/** The program with this join page address. */
export async function findProgramOfSlug(db: Db, shopId: ShopId, slug: string): Promise<ProgramId | null> {
  const [row] = await db
    .select({ programId: programJoining.programId })
    .from(programJoining)
    .where(and(eq(programJoining.shopId, shopId), eq(programJoining.slug, slug)));
  return row?.programId ?? null;
}

/**
 * Join page addresses of the shop's other programs. Until the transaction ends, no other transaction can take
 * one.
 */
export async function lockTakenSlugs(tx: Tx, shopId: ShopId, programId: ProgramId): Promise<Set<string>> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${shopId} || ' join pages', 0))`);
  const rows = await tx
    .select({ slug: programJoining.slug })
    .from(programJoining)
    .where(and(eq(programJoining.shopId, shopId), ne(programJoining.programId, programId)));
  return new Set(rows.map((row) => row.slug));
}

export type OpenProgram = {
  readonly programId: ProgramId;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly isIndexable: boolean;
};

/** Active programs with a join page, oldest first. */
export async function listOpenPrograms(db: Db, shopId: ShopId): Promise<OpenProgram[]> {
  return await db
    .select({
      programId: programs.programId,
      slug: programJoining.slug,
      name: programs.name,
      description: programs.description,
      isIndexable: programJoining.isIndexable,
    })
    .from(programJoining)
    .innerJoin(
      programs,
      and(eq(programs.shopId, programJoining.shopId), eq(programs.programId, programJoining.programId)),
    )
    .where(
      and(
        eq(programJoining.shopId, shopId),
        eq(programJoining.mode, "open"),
        eq(programs.status, "active"),
        isNull(programs.deletedAt),
      ),
    )
    .orderBy(asc(programs.createdAt), asc(programs.programId));
}

/** Joining of each program with saved settings. */
export async function listJoining(db: Db, shopId: ShopId): Promise<JoiningRow[]> {
  return await db.select().from(programJoining).where(eq(programJoining.shopId, shopId));
}
