import { sql, type SQL } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pg-proxy";
import { expect, test } from "vitest";
import type { ShopId } from "#app/domain/ids.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type CountedKey, ordersWithout, shopsWithout } from "#app/store/uncounted-orders.ts";

/** The statement that a function of the store sends, with its parameters in their places. */
async function sentBy(ask: (db: Db) => Promise<unknown>): Promise<SQL> {
  const sent: SQL[] = [];
  const listening = drizzle(async (text, parameters: unknown[]) => {
    const parts = text.split(/\$\d+/);
    sent.push(
      sql.join(
        parts.flatMap((part, place) => [
          sql.raw(part),
          ...(place < parameters.length ? [sql`${parameters[place]}`] : []),
        ]),
      ),
    );
    return { rows: [] };
  });
  await ask(listening as unknown as Db);
  const [statement] = sent;
  if (!statement) throw new Error("Nothing was asked.");
  return statement;
}

/** A thousand orders that were counted, and one that was not. */
async function insertOrders(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.execute(sql`
    insert into orders (shop_id, order_id, name, placed_at, changed_at, facts, facts_hash, currency, net_minor, credited,
      reason, attribution, counted, first_seen_at, processed_at)
    select ${shopId}, n::text, '', now(), now(), '{}', '', 'EUR', 0, false, 'no-signal', '{}',
      case n when 500 then '{}' else '{"signalDay": "2026-03-02", "dimensions": {}}' end::jsonb, now(), now()
    from generate_series(1, 1000) n`);
  await tx.execute(sql`analyze orders`);
}

test.each<[CountedKey, string]>([
  ["signalDay", "orders_unsignalled"],
  ["dimensions", "orders_unreported"],
])("orders without %s are found by the index of those alone", async (counted, index) => {
  await inTransaction(async (tx) => {
    const shopId = newId<ShopId>("shp", new Date("2026-03-02T10:00:00Z"));
    await insertOrders(tx, shopId);
    const asked = { counted, after: "", limit: 200 };
    expect(await ordersWithout(tx, shopId, asked)).toEqual(["500"]);
    expect(await shopsWithout(tx, counted)).toContain(shopId);
    const statements = [
      await sentBy((db) => ordersWithout(db, shopId, asked)),
      await sentBy((db) => shopsWithout(db, counted)),
    ];
    for (const statement of statements) {
      const { rows } = await tx.execute<{ "QUERY PLAN": string }>(sql`explain ${statement}`);
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(index);
    }
  });
});
