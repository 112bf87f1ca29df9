import { type AffiliateId, type ClaimId, idPrefixes, type ShopId } from "#app/domain/ids.ts";
import { type AffiliateRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { lockAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  type ClaimFilter,
  countClaims,
  countOpenClaims,
  insertClaim,
  listClaims,
  type NamedClaim,
} from "#app/store/claims.ts";
import { byOffset, readWholeWithin, readWithin, type Take, thisList } from "#app/store/read-within.ts";
import { findOrderNamed } from "#app/store/orders.ts";

/** More could not be reviewed at once. */
const mostOpen = 20;
const ownShown = 50;

export type ClaimView = ReturnType<typeof claimView>;

export function claimView({ claimId: id, affiliateId, affiliateName, ...claim }: NamedClaim) {
  return { ...claim, id, affiliate: { id: affiliateId, name: affiliateName } };
}

/** One page of claims, newest first, and their total number. */
export async function readClaims(
  shopId: ShopId,
  { page, limit, ...filter }: ClaimFilter & { readonly page: number; readonly limit: number },
): Promise<{ claims: ClaimView[]; total: number } | Refusal> {
  return await readWithin(thisList, async (tx) => ({
    claims: (await listClaims(tx, shopId, { filter, limit, offset: (page - 1) * limit })).map(claimView),
    total: await countClaims(tx, shopId, filter),
  }));
}

/** Reads every match in one snapshot. */
export async function readAllClaims(
  shopId: ShopId,
  filter: ClaimFilter,
  take: Take<ClaimView>,
): Promise<null | Refusal> {
  const read = byOffset(async (tx, part) =>
    (await listClaims(tx, shopId, { filter, ...part })).map(claimView),
  );
  return await readWholeWithin(thisList, read, take);
}

/** The newest claims of an affiliate. */
export async function readOwnClaims(
  shopId: ShopId,
  affiliateId: AffiliateId,
): Promise<ClaimView[] | Refusal> {
  const newest = { filter: { affiliateId }, limit: ownShown, offset: 0 };
  return await readWithin(thisList, async (tx) => (await listClaims(tx, shopId, newest)).map(claimView));
}

/**
 * Creates an affiliate's claim that an order was theirs, for a person to decide. The answer does not say if there is
 * such an order, because that is not the affiliate's business yet.
 */
export async function createClaim(
  of: { readonly shopId: ShopId; readonly affiliateId: AffiliateId },
  said: { readonly order: string; readonly note: string },
  now: Date,
): Promise<AffiliateRefusal | null> {
  const { shopId, affiliateId } = of;
  return inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (affiliate?.status !== "active") {
      return refuse("not-possible", { code: "claims_inactive" }, "order");
    }
    if ((await countOpenClaims(tx, shopId, affiliateId)) >= mostOpen) {
      return refuse("not-possible", { code: "too_many_claims", count: mostOpen }, "order");
    }
    const order = await findOrderNamed(tx, shopId, said.order);
    const open = await listClaims(tx, shopId, {
      filter: { status: "open", affiliateId },
      limit: mostOpen,
      offset: 0,
    });
    if (open.some((one) => isSameOrderName(one.orderName, said.order))) {
      return refuse("conflict", { code: "already_claimed" }, "order");
    }
    const claimId = newId<ClaimId>(idPrefixes.claim, now);
    const orderId = order?.orderId ?? null;
    const row = { shopId, claimId, affiliateId, orderName: said.order, orderId, note: said.note };
    await insertClaim(tx, { ...row, status: "open", madeAt: now });
    await recordAudit(tx, shopId, {
      subjectKind: "affiliate",
      subjectId: affiliateId,
      action: "claim-made",
      actor: { kind: "affiliate", id: affiliateId, name: affiliate.name, email: affiliate.email },
      details: { claimId, order: said.order },
      now,
    });
    return null;
  });
}

function isSameOrderName(a: string, b: string): boolean {
  return normalizedOrderName(a) === normalizedOrderName(b);
}

function normalizedOrderName(name: string): string {
  return name.trim().replace(/^#/, "").toLowerCase();
}
