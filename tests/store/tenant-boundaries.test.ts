import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#app/platform/db.server.ts";

/**
 * `shops` is the tenant itself; a platform session is stored before its tenant exists; a body is accepted for one shop
 * among all; facts about the installation concern no shop.
 */
const outside = new Set(["shops", "platform_sessions", "accepted_bodies", "installation_facts"]);

type Key = {
  table: string;
  name: string;
  kind: string;
  first: string;
  references: string | null;
  foreign: string | null;
};

async function keys(): Promise<Key[]> {
  const { rows } = await db().execute<Key>(sql`
    select c.relname as "table", i.relname as name, case when x.indisprimary then 'primary' else 'unique' end as kind,
      a.attname as first, null as references, null as foreign
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
    where n.nspname = 'public' and x.indisunique
    union all
    select c.relname, k.conname, 'foreign', a.attname, f.relname, b.attname
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      join pg_attribute b on b.attrelid = f.oid and b.attnum = k.confkey[1]
    where n.nspname = 'public' and k.contype = 'f'`);
  return rows;
}

describe("the boundaries between tenants", () => {
  it("begin every primary key, unique index and foreign key of tenant data with shop_id", async () => {
    const all = await keys();
    expect(all.length).toBeGreaterThan(20);
    const wrong = all.filter(
      (one) =>
        !outside.has(one.table) && (one.first !== "shop_id" || (one.foreign ?? "shop_id") !== "shop_id"),
    );
    expect(wrong).toEqual([]);
  });

  it("hold every table of tenant data", async () => {
    const { rows } = await db().execute<{ name: string }>(sql`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'shop_id' and a.attnotnull)`);
    expect(rows.map((row) => row.name).filter((name) => !outside.has(name))).toEqual([]);
  });
});
