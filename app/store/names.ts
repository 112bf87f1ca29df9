import { and, eq, inArray, or } from "drizzle-orm";
import type { AffiliateId, ProgramId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import { affiliates } from "./schema/affiliates.ts";
import { programs } from "./schema/programs.ts";

/** Names of affiliates, for lists that know them by id. */
export async function affiliateNames(
  db: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
): Promise<Map<string, string>> {
  if (affiliateIds.length === 0) return new Map();
  const rows = await db
    .select({ id: affiliates.affiliateId, name: affiliates.name })
    .from(affiliates)
    .where(and(eq(affiliates.shopId, shopId), inArray(affiliates.affiliateId, [...affiliateIds])));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Names of programs, deleted ones too: what was earned under them still names them (M20). */
export async function programNames(
  db: Db,
  shopId: ShopId,
  programIds: readonly ProgramId[],
): Promise<Map<string, string>> {
  if (programIds.length === 0) return new Map();
  const rows = await db
    .select({ id: programs.programId, name: programs.name })
    .from(programs)
    .where(and(eq(programs.shopId, shopId), inArray(programs.programId, [...programIds])));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Affiliates whom people name by id, e-mail address or referral code, by what was written, lower-cased. */
export async function affiliatesNamed(
  db: Db,
  shopId: ShopId,
  names: readonly string[],
): Promise<Map<string, { affiliateId: AffiliateId; name: string }>> {
  if (names.length === 0) return new Map();
  const keys = [...new Set(names.map((one) => one.trim().toLowerCase()))];
  const rows = await db
    .select({
      affiliateId: affiliates.affiliateId,
      name: affiliates.name,
      emailKey: affiliates.emailKey,
      codeKey: affiliates.codeKey,
    })
    .from(affiliates)
    .where(
      and(
        eq(affiliates.shopId, shopId),
        or(
          isOneOf(affiliates.affiliateId, keys as AffiliateId[]),
          isOneOf(affiliates.emailKey, keys),
          isOneOf(affiliates.codeKey, keys),
        ),
      ),
    );
  const named = new Map<string, { affiliateId: AffiliateId; name: string }>();
  for (const { affiliateId, name, emailKey, codeKey } of rows) {
    for (const key of [codeKey, emailKey, affiliateId.toLowerCase()]) named.set(key, { affiliateId, name });
  }
  return named;
}
