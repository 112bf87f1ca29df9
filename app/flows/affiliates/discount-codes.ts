import type { Actor } from "#app/domain/actor.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { hasDiscountCode } from "#app/gateways/shopify/discount-codes.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import {
  assignCode,
  findAffiliate,
  listCodes,
  lockAffiliate,
  removeCode,
  updateAffiliate,
  type Affiliate,
} from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { noSuchAffiliate } from "./affiliate-refusals.ts";

type Shop = { readonly shopId: ShopId; readonly domain: string };
type By = { readonly actor: Actor; readonly now: Date };
export type OwnedCode = { readonly code: string; readonly assignedAt: Date };

/** The discount codes of an affiliate. */
export async function readDiscountCodes(shopId: ShopId, affiliateId: string): Promise<OwnedCode[] | Refusal> {
  const affiliate = await findAffiliate(db(), shopId, affiliateId);
  return affiliate ? await listCodes(db(), shopId, [affiliate.affiliateId]) : noSuchAffiliate;
}

/** Gives a discount code of the store to an affiliate; from now on orders that use it count for them (M19). */
export async function assignDiscountCode(
  shop: Shop,
  affiliateId: string,
  code: string,
  by: By,
): Promise<Refusal | null> {
  const { shopId } = shop;
  if (!(await findAffiliate(db(), shopId, affiliateId))) return noSuchAffiliate;
  const missing = await missingRefusal(shop.domain, code);
  if (missing) return missing;
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    const owned = await listCodes(tx, shopId, [affiliate.affiliateId]);
    if (owned.some((one) => one.codeKey === code.toLowerCase())) return null;
    if (!(await assignCode(tx, { shopId, affiliateId: affiliate.affiliateId, code, at: by.now }))) {
      return refuse("conflict", "Another affiliate has this discount code", "code");
    }
    await tell(tx, affiliate, { action: "was given a discount code", code }, by);
    return null;
  });
}

/** Takes a discount code back; what was earned with it stays. */
export async function removeDiscountCode(
  shopId: ShopId,
  affiliateId: string,
  code: string,
  by: By,
): Promise<Refusal | null> {
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    const isText = code.isWellFormed() && !code.includes("\u0000");
    if (!isText || !(await removeCode(tx, shopId, affiliate.affiliateId, code))) {
      return refuse("not-found", "This affiliate has no such discount code", "code");
    }
    await tell(tx, affiliate, { action: "lost a discount code", code }, by);
    return null;
  });
}

async function missingRefusal(domain: string, code: string): Promise<Refusal | null> {
  try {
    if (await hasDiscountCode(domain, code)) return null;
    return refuse("invalid", "The store has no discount with this code", "code");
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return refuse("unavailable", "Shopify could not be asked about this code. Please try again.", "code");
  }
}

async function tell(tx: Tx, affiliate: Affiliate, what: { action: string; code: string }, by: By) {
  await updateAffiliate(tx, affiliate, { updatedAt: by.now });
  await recordAudit(tx, affiliate.shopId, {
    subjectKind: "affiliate",
    subjectId: affiliate.affiliateId,
    action: what.action,
    actor: by.actor,
    details: { code: what.code },
    now: by.now,
  });
}
