import { sql } from "drizzle-orm";
import type { Db } from "../platform/db.server.ts";

/** Throws when the database does not answer. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}

/** True on the embedded database: whoever begins a transaction there waits for the one that runs. */
export async function doesOneAtATime(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ embedded: boolean }>(sql`select version() like '%PGlite%' as embedded`);
  return rows[0]?.embedded === true;
}
