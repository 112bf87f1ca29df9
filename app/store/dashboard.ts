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

/** How many programs credited orders right before each of some instants that follow each other: what changed, added up. */
export async function countActiveProgramsAt(
  db: Db,
  shopId: ShopId,
  instants: readonly Date[],
): Promise<number[]> {
  const texts = instants.map((at) => at.toISOString());
  const { rows } = await db.execute<{ place: number; change: number }>(sql`
    select width_bucket(since, ${sql.param(texts)}::timestamptz[]) as place, sum(change)::int as change
    from (
      select since, (status = 'active')::int
        - coalesce(lag((status = 'active')::int) over (partition by program_id order by ordinal), 0) as change
      from ${programStatusPeriods} where shop_id = ${shopId}
    ) as changes
    group by 1`);
  return texts.map((_, index) =>
    rows.reduce((sum, { place, change }) => (place <= index ? sum + change : sum), 0),
  );
}
