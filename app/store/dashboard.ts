import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { affiliates } from "./schema/affiliates.ts";
import { programStatusPeriods } from "./schema/programs.ts";

/**
 * How many affiliates came in each of some times that follow each other: from every instant of `starts` up to the next
 * one, from the last up to `until`.
 */
export async function countNewcomers(
  db: Db,
  shopId: ShopId,
  { starts, until }: { readonly starts: readonly Date[]; readonly until: Date },
): Promise<number[]> {
  const instants = starts.map((at) => at.toISOString());
  const { rows } = await db.execute<{ place: number; count: number }>(sql`
    select width_bucket(created_at, ${sql.param(instants)}::timestamptz[]) as place, count(*)::int as count
    from ${affiliates}
    where shop_id = ${shopId} and created_at >= ${instants[0]} and created_at < ${until.toISOString()}
    group by 1`);
  const counts = new Map(rows.map(({ place, count }) => [place, count]));
  return starts.map((_, index) => counts.get(index + 1) ?? 0);
}

/** How many programs credited orders at an instant. */
export async function countActiveProgramsAt(db: Db, shopId: ShopId, at: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select distinct on (program_id) status from ${programStatusPeriods}
      where shop_id = ${shopId} and since < ${at.toISOString()} order by program_id, ordinal desc
    ) as standing where status = 'active'`);
  return rows[0]?.count ?? 0;
}
