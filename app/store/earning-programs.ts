import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import { noticeDaysAt } from "../domain/notice.ts";
import { statusAt } from "../domain/instant.ts";
import type { AffiliateId, ProgramId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { programMembers } from "./schema/affiliates.ts";
import { programs, programStatusPeriods } from "./schema/programs.ts";

/** A program with the days of notice that hold now. */
export type EarningProgram = {
  readonly programId: ProgramId;
  readonly name: string;
  readonly noticeDays: number;
};

/**
 * The programs that an affiliate is in, or leaves when the notice period ends, and that are active or paused. A deleted
 * one counts until its notice period ends.
 */
export async function earningPrograms(
  db: Db,
  shopId: ShopId,
  { affiliateId, now }: { readonly affiliateId: AffiliateId; readonly now: Date },
): Promise<EarningProgram[]> {
  const { programId, name, noticeDays, nextNoticeDays, nextNoticeFrom } = programs;
  const rows = await db
    .select({ programId, name, noticeDays, nextNoticeDays, nextNoticeFrom })
    .from(programMembers)
    .innerJoin(
      programs,
      and(eq(programs.shopId, programMembers.shopId), eq(programs.programId, programMembers.programId)),
    )
    .where(
      and(
        eq(programMembers.shopId, shopId),
        eq(programMembers.affiliateId, affiliateId),
        or(isNull(programMembers.leftAt), gt(programMembers.leftAt, now)),
      ),
    );
  if (rows.length === 0) return [];
  const ids = rows.map((one) => one.programId);
  const periods = await db
    .select()
    .from(programStatusPeriods)
    .where(and(eq(programStatusPeriods.shopId, shopId), inArray(programStatusPeriods.programId, ids)))
    .orderBy(programStatusPeriods.programId, programStatusPeriods.ordinal);
  const changesOf = Map.groupBy(periods, (one) => one.programId);
  return rows.flatMap((row) => {
    const changes = (changesOf.get(row.programId) ?? []).map(({ status, since }) => ({
      status,
      at: since.toISOString(),
    }));
    const status = statusAt(changes, now.toISOString());
    if (status !== "active" && status !== "paused") return [];
    return [{ programId: row.programId, name: row.name, noticeDays: noticeDaysAt(row, now) }];
  });
}
