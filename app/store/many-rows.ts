import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { type Column, getTableColumns, getTableName, is, Placeholder, sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

type Shape = {
  readonly into: SQL;
  readonly given: SQL;
  readonly columns: readonly (readonly [string, string])[];
};

const shapes = new Map<string, Shape>();

/** Parts of an insert that are equal for all rows with these fields. */
function shapeOf(table: PgTable, fields: readonly string[]): Shape {
  const name = getTableName(table);
  const key = `${name} ${fields.join(" ")}`;
  const known = shapes.get(key);
  if (known) return known;
  const all: Record<string, Column> = getTableColumns(table);
  const columns = fields.flatMap((field) => {
    const column = all[field];
    return column ? [{ field, name: column.name, type: column.getSQLType() }] : [];
  });
  const names = columns.map((column) => `"${column.name}"`).join(", ");
  const typed = columns.map((column) => `"${column.name}" ${column.type}`).join(", ");
  const shape = {
    into: sql.raw(`insert into "${name}" (${names}) select ${names} from jsonb_to_recordset(`),
    given: sql.raw(`::jsonb) as given (${typed})`),
    columns: columns.map((column) => [column.field, column.name] as const),
  };
  shapes.set(key, shape);
  return shape;
}

/** Fields that at least one row has. */
function fieldsOf(rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  const fields = new Set<string>();
  for (const row of rows) {
    for (const field in row) if (row[field] !== undefined) fields.add(field);
  }
  return [...fields];
}

/**
 * Inserts rows in their order with one statement and one parameter. With a parameter per value, building the
 * statement takes longer than running it. A field that only some rows have is null in the others. One that no
 * row has takes its default. `conflict` is an `on conflict` clause and may end with `returning`, whose rows
 * are returned. Without rows it does nothing.
 */
export async function insertRows<Table extends PgTable, Returned extends Record<string, unknown> = never>(
  tx: Db,
  table: Table,
  rows: readonly Table["$inferInsert"][],
  conflict: SQL = sql``,
): Promise<Returned[]> {
  if (rows.length === 0) return [];
  const { rows: returned } = await tx.execute(sql`${insertStatement(table, rows)} ${conflict}`);
  return returned as Returned[];
}

/** The insert of `insertRows`, as part of another statement. */
export function insertStatement<Table extends PgTable>(
  table: Table,
  rows: readonly Table["$inferInsert"][],
): SQL {
  const { into, given, columns } = shapeOf(table, fieldsOf(rows));
  const plain = rows.map((row: Record<string, unknown>) => {
    const fields: Record<string, unknown> = {};
    for (const [field, name] of columns) {
      const value = row[field];
      fields[name] = typeof value === "bigint" ? value.toString() : value;
    }
    return fields;
  });
  return sql`${into}${JSON.stringify(plain)}${given}`;
}

/** Values of a planned statement about some affiliates. */
export type OfAffiliates = { readonly shopId: ShopId; readonly affiliateIds: readonly AffiliateId[] };

/**
 * True for rows whose column has one of the values. Uses one parameter for any number of values. They can be a
 * placeholder of a planned statement.
 */
export function isOneOf<Value>(column: Column & { _: { data: Value } }, values: readonly Value[]): SQL {
  return sql`${column} = any(${is(values, Placeholder) ? values : sql.param([...values])})`;
}
