import { sql } from "drizzle-orm";
import { db } from "#app/platform/db.server.ts";

/** Counts and hashes a shop's rows in each table that has a `shop_id`: two snapshots are equal when nothing changed. */
export async function snapshotOf(shopId: string): Promise<Record<string, string>> {
  const { rows } = await db().execute<{ name: string; snapshot: string }>(sql`
    ${sql.join(
      (await tenantTables()).map(
        (name) => sql`select ${name}::text as name, count(*) || ' ' ||
          coalesce(md5(string_agg(t::text, E'\n' order by t::text)), '') as snapshot
          from ${sql.identifier(name)} t where shop_id = ${shopId}`,
      ),
      sql` union all `,
    )}`);
  return Object.fromEntries(rows.map(({ name, snapshot }) => [name, snapshot]));
}

let tables: Promise<string[]> | undefined;

function tenantTables(): Promise<string[]> {
  tables ??= db()
    .execute<{ name: string }>(
      sql`
      select c.table_name as name from information_schema.columns c
      join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
      where c.column_name = 'shop_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      order by 1`,
    )
    .then(({ rows }) => rows.map(({ name }) => name));
  return tables;
}
