import { asc, eq } from "drizzle-orm";
import type { AttributionRules, RulesVersion } from "../domain/attribution.ts";
import type { ShopId } from "../domain/ids.ts";
import { fromPlain, toPlain } from "../domain/plain.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { attributionVersions } from "./schema/attribution.ts";

export type StoredRulesVersion = RulesVersion & { readonly createdBy: string };

/** Every version of a shop's rules, oldest first. */
export async function listRules(db: Db, shopId: ShopId): Promise<StoredRulesVersion[]> {
  const rows = await db
    .select()
    .from(attributionVersions)
    .where(eq(attributionVersions.shopId, shopId))
    .orderBy(asc(attributionVersions.version));
  return rows.map(({ version, effectiveFrom, rules, createdBy }) => ({
    version,
    effectiveFrom: effectiveFrom.toISOString(),
    rules: fromPlain<AttributionRules>(rules),
    createdBy,
  }));
}

/** Adds a version; the caller holds the shop's lock, so that numbers follow each other. */
export async function insertRules(tx: Tx, shopId: ShopId, version: StoredRulesVersion): Promise<void> {
  await tx.insert(attributionVersions).values({
    shopId,
    version: version.version,
    effectiveFrom: new Date(version.effectiveFrom),
    rules: toPlain(version.rules) as Record<string, unknown>,
    createdBy: version.createdBy,
  });
}
