import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, inTransaction } from "#app/platform/db.server.ts";

test("the tests' database is migrated and takes transactions", async () => {
  const { rows } = await db().execute(sql`select count(*)::int as tables from information_schema.tables
    where table_schema = 'public'`);
  expect(Number(rows[0]?.["tables"])).toBeGreaterThan(10);
  const answer = await inTransaction(async (tx) => (await tx.execute(sql`select 42 as n`)).rows[0]?.["n"]);
  expect(answer).toBe(42);
});
