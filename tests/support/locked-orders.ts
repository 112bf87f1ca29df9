import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { db, inTransaction } from "#app/platform/db.server.ts";

/** Makes each writer of a shop's orders wait after it has read its inputs, with its rows not yet visible to others. */
export async function lockOrders(shopId: string) {
  const name = `held_${randomUUID().replaceAll("-", "")}`;
  await db().execute(`create function ${name}() returns trigger language plpgsql as $$ begin
    if new.shop_id = '${shopId}' then perform pg_advisory_xact_lock(hashtext('${name}')); end if;
    return new; end $$`);
  await db().execute(
    `create trigger ${name} before insert or update on orders for each row execute function ${name}()`,
  );
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = inTransaction(async (tx) => {
    await tx.execute(`select pg_advisory_xact_lock(hashtext('${name}'))`);
    held.resolve();
    await over.promise;
  });
  await held.promise;
  const waiting = async (): Promise<boolean> => {
    const { rows } = await db().execute(sql`
      select from pg_locks where locktype = 'advisory' and not granted and objid = (hashtext(${name}))::oid`);
    return rows.length > 0;
  };
  return {
    /** Resolves when somebody waits. */
    reached: async (): Promise<void> => {
      await expect.poll(waiting).toBe(true);
    },
    release: async (): Promise<void> => {
      over.resolve();
      await holding;
      await db().execute(`drop function ${name}() cascade`);
    },
  };
}
