import { sql } from "drizzle-orm";
import { now } from "./clock.ts";
import { db } from "./db.server.ts";

/** Milliseconds that the database's clock is ahead of this machine's. Negative if it is behind. */
export async function aheadOfUsMs(): Promise<number> {
  const asked = now().getTime();
  const { rows } = await db().execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const answered = now().getTime();
  return Math.round((rows[0]?.ms ?? answered) - (asked + answered) / 2);
}
