import { sql, type SQLWrapper } from "drizzle-orm";
import { type Db, planned } from "../platform/db.server.ts";

/**
 * Counts the rows of several queries in one statement, which costs a fraction of one statement each, and is built and
 * planned once.
 */
export function countingAll<Values extends Readonly<Record<string, unknown>>, Name extends string>(
  queries: (values: Values, db: Db) => Readonly<Record<Name, SQLWrapper>>,
): (db: Db, values: Values) => Promise<Record<Name, number>> {
  const count = planned<Values, Record<Name, number>>((values, db) => {
    const counts = Object.entries<SQLWrapper>(queries(values, db)).map(
      ([name, query]) => sql`(select count(*)::int from (${query}) found) as ${sql.identifier(name)}`,
    );
    return sql`select ${sql.join(counts, sql`, `)}`;
  });
  return async (db, values) => {
    const [counted] = await count(db, values);
    if (!counted) throw new Error("A select without a table has one row.");
    return counted;
  };
}
