import { and, asc, count, desc, eq, isNotNull, isNull, max, ne, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { deliveries } from "./schema/inbox.ts";
import { installationFacts, shops } from "./schema/shops.ts";

/** PostgreSQL's major version, and true if the schema exists. */
export async function readDatabase(
  db: Db,
): Promise<{ readonly version: number; readonly hasTables: boolean }> {
  const { rows } = await db.execute<{ version: string; has_tables: boolean }>(
    sql`select current_setting('server_version_num') as version, to_regclass('installation_facts') is not null as has_tables`,
  );
  const [row] = rows;
  return { version: Math.floor(Number(row?.version ?? 0) / 10_000), hasTables: row?.has_tables ?? false };
}

/** @throws if the database does not answer */
export async function pingDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}

export type TopicSeen = { readonly topic: string; readonly at: Date };

/** Time of the last delivery by topic. */
export async function lastDeliveries(db: Db, shopId: ShopId): Promise<TopicSeen[]> {
  const rows = await db
    .select({ topic: deliveries.topic, at: max(deliveries.receivedAt) })
    .from(deliveries)
    // The app's own notes about orders have no version.
    .where(and(eq(deliveries.shopId, shopId), ne(deliveries.apiVersion, "")))
    .groupBy(deliveries.topic)
    .orderBy(asc(deliveries.topic));
  return rows.flatMap(({ topic, at }) => (at === null ? [] : [{ topic, at }]));
}

export async function countFailedDeliveries(db: Db, shopId: ShopId): Promise<number> {
  const [row] = await db
    .select({ number: count() })
    .from(deliveries)
    .where(and(eq(deliveries.shopId, shopId), eq(deliveries.status, "failed")));
  return row?.number ?? 0;
}

export type InstalledShop = { readonly shopId: ShopId; readonly domain: string };

/** Shops with the app, newest installation first. */
export async function listInstalledShops(db: Db): Promise<InstalledShop[]> {
  return await db
    .select({ shopId: shops.shopId, domain: shops.domain })
    .from(shops)
    .where(and(isNotNull(shops.installedAt), isNull(shops.uninstalledAt)))
    .orderBy(desc(shops.installedAt), asc(shops.shopId));
}

type FactName = "sealed-probe" | "hashed-probe" | "session-token";

type Fact = { readonly value: string; readonly at: Date };

/** Null if it was never stored. */
export async function findFact(db: Db, name: FactName): Promise<Fact | null> {
  const [row] = await db.select().from(installationFacts).where(eq(installationFacts.name, name));
  return row ?? null;
}

/** Stores a fact in place of an earlier one. */
export async function keepFact(db: Db, name: FactName, fact: Fact): Promise<void> {
  await db
    .insert(installationFacts)
    .values({ name, ...fact })
    .onConflictDoUpdate({ target: installationFacts.name, set: fact });
}

/** Stores the fact unless another process was first, and returns the stored one. */
export async function keepFirstFact(db: Db, name: FactName, fact: Fact): Promise<Fact> {
  await db
    .insert(installationFacts)
    .values({ name, ...fact })
    .onConflictDoNothing();
  return (await findFact(db, name)) ?? fact;
}
