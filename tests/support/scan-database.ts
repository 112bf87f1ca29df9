import { sql } from "drizzle-orm";
import { decrypt } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { sealedColumns } from "#app/store/sealed-values.ts";

/** A row of any table that holds one of the texts that were looked for. */
export type Found = { readonly table: string; readonly column: string; readonly text: string };

type Column = Record<"schema" | "table" | "column", string>;

/** Every column of every table that there is, whoever made it, partitions and the queue's own included. */
async function everyColumn(): Promise<Column[]> {
  const { rows } = await db().execute<Column>(sql`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
      and c.table_schema !~ '^(replay|forgotten)_'
    order by 1, 2, 3`);
  return rows;
}

/** Looks for texts, whatever their case, in all columns of all tables as they lie there. */
export async function findTexts(texts: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  const wanted = sql`${sql.param([...texts])}::text[]`;
  for (const [, columns] of Map.groupBy(await everyColumn(), (one) => `${one.schema}.${one.table}`)) {
    const [first] = columns;
    if (!first) continue;
    const table = sql`${sql.identifier(first.schema)}.${sql.identifier(first.table)}`;
    const cells = sql.join(
      columns.map(({ column }) => sql`(${column}, ${sql.identifier(column)}::text)`),
      sql`, `,
    );
    const { rows } = await db().execute<{ column: string; text: string }>(sql`
      select cell.name as column, wanted.text
      from ${table} as row cross join lateral (values ${cells}) as cell (name, content)
        join unnest(${wanted}) as wanted (text) on strpos(lower(cell.content), lower(wanted.text)) > 0
      limit 20`);
    found.push(...rows.map((one) => ({ table: first.table, ...one })));
  }
  return found;
}

/** Seals of random bytes, and those that name no shop. */
const ofNobody: ReadonlySet<string> = new Set(["visitor_salts", "platform_sessions"]);

/** Finds texts in a shop's sealed columns. A seal hides a text from others, not from the app. */
export async function findSealedTexts(shopId: string, texts: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const { table, column, key, contextOf } of sealedColumns.filter((one) => !ofNobody.has(one.table))) {
    const parts = key.map((name) => sql`${sql.identifier(name)}::text`);
    const { rows } = await db().execute<{ key: string[]; sealed: string }>(sql`
      select array[${sql.join(parts, sql`, `)}] as key, ${sql.identifier(column)} as sealed
      from ${sql.identifier(table)} where shop_id = ${shopId} and ${sql.identifier(column)} <> ''`);
    for (const { key: of, sealed } of rows) {
      const content = decrypt(sealed, contextOf(of)).toLowerCase();
      const held = texts.filter((text) => content.includes(text.toLowerCase()));
      found.push(...held.map((text) => ({ table, column, text })));
    }
  }
  return found;
}
