import { sql } from "drizzle-orm";
import { setTimeout as wait } from "node:timers/promises";
import type { Db } from "../platform/db.server.ts";

const longestMs = 30_000;
const lookMs = 100;

/**
 * Waits until every transaction that holds orders now has ended. Whoever wrote down what orders ask about looks for
 * them after this: one that was asking before is to be seen then, and one that asks later sees what was written. Nobody
 * waits for whoever waits here. @throws Error where one is open for too long: what asks is to be tried again.
 */
export async function afterOpenOrders(db: Db): Promise<void> {
  const open = await openTransactions(db);
  for (let waited = 0; open.size > 0; waited += lookMs) {
    if (waited >= longestMs) throw new Error("Orders are being taken into the books for too long.");
    await wait(lookMs);
    const still = await openTransactions(db);
    for (const name of open) if (!still.has(name)) open.delete(name);
  }
}

/** Names that no other transaction ever has. Who locks, writes or refers to an order has such a lock on their table. */
async function openTransactions(db: Db): Promise<Set<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct virtualtransaction as name from pg_locks
    where locktype = 'relation' and relation = 'orders'::regclass and granted
      and mode in ('RowShareLock', 'RowExclusiveLock')
      and database = (select oid from pg_database where datname = current_database())`);
  return new Set(rows.map((row) => row.name));
}
