import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { VitalCount, VitalName } from "../domain/vitals.ts";
import type { Db } from "../platform/db.server.ts";
import { insertRows } from "./many-rows.ts";
import { dailyVitals } from "./schema/vitals.ts";

export type DailyVital = VitalCount & { readonly day: string; readonly name: VitalName };

/** Adds counts, in the order of their keys, so that two browsers never wait for each other. */
export async function addVitals(db: Db, shopId: ShopId, vitals: readonly DailyVital[]): Promise<void> {
  const byKey = new Map<string, DailyVital>();
  for (const vital of vitals) {
    const key = `${vital.day} ${vital.name} ${vital.bound}`;
    byKey.set(key, { ...vital, count: vital.count + (byKey.get(key)?.count ?? 0) });
  }
  const rows = [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, vital]) => ({ shopId, ...vital }));
  await insertRows(
    db,
    dailyVitals,
    rows,
    sql`on conflict (shop_id, day, name, bound) do update set count = daily_vitals.count + excluded.count`,
  );
}

/** Counts since a day, oldest first. Reads the primary key. */
export async function listVitals(db: Db, shopId: ShopId, since: string): Promise<DailyVital[]> {
  const { day, name, bound, count } = dailyVitals;
  return db
    .select({ day, name, bound, count })
    .from(dailyVitals)
    .where(and(eq(dailyVitals.shopId, shopId), gte(day, since)))
    .orderBy(asc(day), asc(name), asc(bound));
}

/** Deletes the counts of earlier days. */
export async function dropVitals(db: Db, shopId: ShopId, before: string): Promise<void> {
  await db.delete(dailyVitals).where(and(eq(dailyVitals.shopId, shopId), lt(dailyVitals.day, before)));
}
