import { and, desc, eq, ilike, sql, type SQL } from "drizzle-orm";
import { type AffiliateId, type ClaimId, isIdOf, type ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { affiliates } from "./schema/affiliates.ts";
import { claims } from "./schema/attribution.ts";

export type ClaimRow = typeof claims.$inferSelect;
export type NamedClaim = ClaimRow & { readonly affiliateName: string };
export type ClaimFilter = {
  readonly status?: ClaimRow["status"] | undefined;
  readonly affiliateId?: string | undefined;
  /** Part of the order's name, as the affiliate wrote it. */
  readonly search?: string | undefined;
};

/** Claims, newest first, with the affiliate's name. */
export async function listClaims(
  db: Db,
  shopId: ShopId,
  page: { readonly filter: ClaimFilter; readonly limit: number; readonly offset: number },
): Promise<NamedClaim[]> {
  const rows = await db
    .select({ claim: claims, affiliateName: affiliates.name })
    .from(claims)
    .innerJoin(affiliates, itsAffiliate)
    .where(filterOf(shopId, page.filter))
    .orderBy(desc(claims.madeAt), desc(claims.claimId))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(({ claim, affiliateName }) => ({ ...claim, affiliateName }));
}

/** One row for each claim that matches a filter, to be counted. */
export function claimsFound(db: Db, shopId: ShopId, filter: ClaimFilter) {
  return db
    .select({ one: sql`1`.as("one") })
    .from(claims)
    .where(filterOf(shopId, filter));
}

export async function countClaims(db: Db, shopId: ShopId, filter: ClaimFilter): Promise<number> {
  const found = claimsFound(db, shopId, filter).as("found");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found);
  return row?.total ?? 0;
}

/** Number of an affiliate's open claims. */
export async function countOpenClaims(tx: Tx, shopId: ShopId, affiliateId: AffiliateId): Promise<number> {
  return countClaims(tx, shopId, { status: "open", affiliateId });
}

/** The claims to an order, oldest first. */
export async function claimsToOrder(db: Db, shopId: ShopId, orderId: string): Promise<NamedClaim[]> {
  const rows = await db
    .select({ claim: claims, affiliateName: affiliates.name })
    .from(claims)
    .innerJoin(affiliates, itsAffiliate)
    .where(and(eq(claims.shopId, shopId), eq(claims.orderId, orderId)))
    .orderBy(claims.madeAt, claims.claimId);
  return rows.map(({ claim, affiliateName }) => ({ ...claim, affiliateName }));
}

export async function insertClaim(tx: Tx, row: typeof claims.$inferInsert): Promise<void> {
  await tx.insert(claims).values(row);
}

/** A claim with the affiliate's name, or null if the shop has none with that id. */
export async function findClaim(db: Db, shopId: ShopId, claimId: string): Promise<NamedClaim | null> {
  if (!isIdOf("claim", claimId)) return null;
  const [row] = await db
    .select({ claim: claims, affiliateName: affiliates.name })
    .from(claims)
    .innerJoin(affiliates, itsAffiliate)
    .where(and(eq(claims.shopId, shopId), eq(claims.claimId, claimId as ClaimId)));
  return row ? { ...row.claim, affiliateName: row.affiliateName } : null;
}

/** A claim without the name, locked until the transaction ends, or null. */
export async function lockClaim(tx: Tx, shopId: ShopId, claimId: string): Promise<ClaimRow | null> {
  if (!isIdOf("claim", claimId)) return null;
  const [row] = await tx
    .select()
    .from(claims)
    .where(and(eq(claims.shopId, shopId), eq(claims.claimId, claimId as ClaimId)))
    .for("update");
  return row ?? null;
}

export type ClaimDecision = Pick<ClaimRow, "status" | "orderId" | "decidedAt" | "decidedBy" | "answer">;

export async function saveClaimDecision(
  tx: Tx,
  shopId: ShopId,
  claimId: ClaimId,
  decided: ClaimDecision,
): Promise<void> {
  await tx
    .update(claims)
    .set(decided)
    .where(and(eq(claims.shopId, shopId), eq(claims.claimId, claimId)));
}

const itsAffiliate = and(
  eq(affiliates.shopId, claims.shopId),
  eq(affiliates.affiliateId, claims.affiliateId),
);

function filterOf(shopId: ShopId, { status, affiliateId, search }: ClaimFilter): SQL | undefined {
  const pattern = search && holding(search);
  return and(
    eq(claims.shopId, shopId),
    status ? eq(claims.status, status) : undefined,
    affiliateId ? eq(claims.affiliateId, affiliateId as AffiliateId) : undefined,
    pattern ? ilike(claims.orderName, pattern) : undefined,
  );
}
