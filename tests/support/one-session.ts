import { sql } from "drizzle-orm";
import { db } from "#app/platform/db.server.ts";

/** Whether the tests' database is the embedded one: it takes one transaction at a time, and ends none that takes too long. */
export async function hasOneSession(): Promise<boolean> {
  const { rows } = await db().execute<{ version: string }>(sql`select version() as version`);
  return /emscripten/i.test(rows[0]?.version ?? "");
}
