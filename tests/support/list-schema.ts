import type { Client } from "pg";

/**
 * A line for each object of the schema `public`, sorted by owner, kind and name. Column order is not listed: PostgreSQL
 * appends a column that is added later, so databases of one schema differ in it. PostgreSQL 18 lists not-null
 * constraints in pg_constraint (type `n`) and earlier versions don't: `not null` is read from the column.
 */
const catalog = `
with extension_objects as (
  select classid, objid from pg_depend where deptype = 'e'
), relations as (
  select c.* from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and ('pg_class'::regclass, c.oid) not in (select classid, objid from extension_objects)
), objects as (
  select '' as owner, 1 as rank, 'extension ' || extname as line
  from pg_extension where extname <> 'plpgsql'
union all
  select '', 2, 'type ' || format_type(t.oid, null) || coalesce(
    ' enum ' || (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder)
      from pg_enum where enumtypid = t.oid), ' as ' || format_type(nullif(t.typbasetype, 0), t.typtypmod), '')
  from pg_type t
  where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd', 'r')
    and ('pg_type'::regclass, t.oid) not in (select classid, objid from extension_objects)
union all
  select '', 3, 'sequence ' || s.relname || ' ' || format_type(q.seqtypid, null) || ' start ' || q.seqstart
    || ' increment ' || q.seqincrement || ' min ' || q.seqmin || ' max ' || q.seqmax || ' cache ' || q.seqcache
    || case when q.seqcycle then ' cycle' else '' end
    || coalesce((select ' owned by ' || d.refobjid::regclass || '.' || a.attname from pg_depend d
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')), '')
  from pg_class s join pg_sequence q on q.seqrelid = s.oid where s.relnamespace = 'public'::regnamespace
union all
  select '', 4, pg_get_functiondef(p.oid) from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
    and ('pg_proc'::regclass, p.oid) not in (select classid, objid from extension_objects)
union all
  select r.relname, 0,
    case r.relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'f' then 'foreign table ' else 'table ' end
    || r.relname
    || coalesce(' partition of ' || (select inhparent::regclass from pg_inherits where inhrelid = r.oid)
      || ' ' || pg_get_expr(r.relpartbound, r.oid), '')
    || case when r.relkind = 'p' then ' partition by ' || pg_get_partkeydef(r.oid) else '' end
    || case when r.relkind in ('v', 'm') then ' as ' || pg_get_viewdef(r.oid) else '' end
    || case r.relpersistence when 'u' then ' unlogged' else '' end
    || case when r.relrowsecurity then ' row security' else '' end
    || coalesce(' with ' || array_to_string(r.reloptions, ', '), '')
  from relations r
union all
  select r.relname, 1, a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attcollation not in (t.typcollation, 0) then ' collate ' || a.attcollation::regcollation else '' end
    || case when a.attnotnull then ' not null' else '' end
    || case a.attidentity when 'a' then ' identity always' when 'd' then ' identity by default' else '' end
    || coalesce(case a.attgenerated when '' then ' default ' else ' generated ' || a.attgenerated::text || ' ' end
      || pg_get_expr(d.adbin, d.adrelid), '')
  from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
union all
  select r.relname, 2, 'constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid)
    || case when c.convalidated then '' else ' not validated' end
  from relations r join pg_constraint c on c.conrelid = r.oid and c.contype not in ('n', 't')
union all
  select r.relname, 3, 'index ' || x.relname || ' ' || regexp_replace(pg_get_indexdef(i.indexrelid),
    '^CREATE (UNIQUE )?INDEX .* ON (ONLY )?public\\.[^ ]+ USING', '\\1using')
    || case when i.indisvalid then '' else ' invalid' end
  from relations r join pg_index i on i.indrelid = r.oid join pg_class x on x.oid = i.indexrelid
  where not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
union all
  select r.relname, 4, regexp_replace(pg_get_triggerdef(t.oid), '^CREATE (CONSTRAINT )?TRIGGER', 'trigger')
    || case t.tgenabled when 'O' then '' else ' enabled ' || t.tgenabled::text end
  from relations r join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal
union all
  select r.relname, 5, 'policy ' || p.polname || ' ' || p.polcmd::text || ' ' || p.polroles::regrole[]::text
    || coalesce(' using ' || pg_get_expr(p.polqual, p.polrelid), '')
    || coalesce(' check ' || pg_get_expr(p.polwithcheck, p.polrelid), '')
  from relations r join pg_policy p on p.polrelid = r.oid
union all
  select r.relname, 6, 'comment ' || coalesce(a.attname || ' ', '') || quote_literal(d.description)
  from relations r join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = r.oid
  left join pg_attribute a on a.attrelid = r.oid and a.attnum = d.objsubid and d.objsubid > 0
)
select owner, rank, line from objects order by owner collate "C", rank, line collate "C"`;

/** The schema `public` of a database as readable text, the same for PostgreSQL 15 to 18. */
export async function listSchema(client: Client): Promise<string> {
  const { rows } = await client.query<{ owner: string; rank: number; line: string }>(catalog);
  return rows
    .map(({ owner, rank, line }) => {
      if (owner === "") return `${line}\n`;
      return rank === 0 ? `\n${line}\n` : `  ${line}\n`;
    })
    .join("");
}
