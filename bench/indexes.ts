import type pg from "pg";

/** Drops what only makes reading faster, and answers how to make it again. */
export async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
      where t.relname = any($1) and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) {
    // oxlint-disable-next-line no-await-in-loop
    await client.query(`drop index ${name}`);
  }
  return rows.map((row) => row.definition);
}
