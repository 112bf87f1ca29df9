import { sql } from "drizzle-orm";
import { db } from "#app/platform/db.server.ts";

/** How many sessions of this test's database wait for a lock of another. */
export async function countLockWaits(): Promise<number> {
  const { rows } = await db().execute<{ waits: number }>(sql`
    select count(*)::int as waits from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.waits ?? 0;
}
