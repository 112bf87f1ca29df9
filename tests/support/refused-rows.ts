import { db } from "#app/platform/db.server.ts";

/**
 * Has the database refuse some rows of a table, as one that goes away does, until what it answers is called; `which` is
 * a condition on `new`.
 */
export async function refuseRows(table: string, which: string): Promise<() => Promise<void>> {
  const fault = `refused_${table}`;
  await db().execute(`create function ${fault}() returns trigger language plpgsql as $$ begin
    if ${which} then raise exception 'gone' using errcode = '57P01'; end if; return new; end $$`);
  await db().execute(
    `create trigger ${fault} before insert or update on ${table} for each row execute function ${fault}()`,
  );
  return async () => {
    await db().execute(`drop function ${fault}() cascade`);
  };
}
