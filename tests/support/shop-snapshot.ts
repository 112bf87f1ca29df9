import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { db } from "#app/platform/db.server.ts";

/** Everything a shop has in every table that holds tenants' rows, as one hash by table: equal when nothing changed. */
export async function snapshotOf(shopId: string): Promise<Record<string, string>> {
  const { rows: tables } = await db().execute<{ name: string }>(sql`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
    where c.column_name = 'shop_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    order by 1`);
  const snapshot: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await db().execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(name)} t where shop_id = ${shopId} order by 1`,
    );
    const hash = createHash("sha256").update(rows.map(({ row }) => row).join("\n"));
    snapshot[name] = `${rows.length} ${hash.digest("hex").slice(0, 16)}`;
  }
  return snapshot;
}
