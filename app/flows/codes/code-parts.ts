import type { Acting } from "#app/domain/context.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { refuse } from "#app/domain/refusal.ts";
import { uptimeMs } from "#app/platform/clock.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { updateAffiliate, type Affiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { assignCode } from "#app/store/codes.ts";

export type CodeShop = { readonly shopId: ShopId; readonly domain: string };

export type DiscountShop = CodeShop & { readonly currency: string; readonly timeZone: string };

/** A code of an affiliate, in any case. */
export type CodeKey = { readonly affiliateId: string; readonly code: string };

/**
 * Starts a stopwatch at `now` and returns the current instant by it. For codes that end only when the store has done
 * it.
 */
export function countingFrom(now: Date): () => Date {
  const begun = uptimeMs();
  return () => new Date(now.getTime() + Math.ceil(uptimeMs() - begun));
}

/** Tag in the store by which the app recognizes discounts that it created. */
export const discountTag = "affiliate-codes";

export const noSuchCode = refuse("not-found", { code: "not_found", what: "code" }, "code");
export const noSuchDiscount = refuse("not-found", { code: "not_found", what: "discount" });

/** Records a change of a code in the affiliate's history. */
export async function recordCodeEvent(
  tx: Tx,
  affiliate: Affiliate,
  what: { action: string; code: string; former?: string },
  by: Acting,
): Promise<void> {
  const { action, ...details } = what;
  await updateAffiliate(tx, affiliate, { updatedAt: by.now });
  await recordAudit(tx, affiliate.shopId, {
    subjectKind: "affiliate",
    subjectId: affiliate.affiliateId,
    action,
    actor: by.actor,
    details,
    now: by.now,
  });
}

type GiveCodeInput = {
  readonly affiliateId: AffiliateId;
  readonly code: string;
  readonly discountId: string;
};

/** Assigns a code to an affiliate and records it. False if somebody has the code. */
export async function giveCode(
  tx: Tx,
  shopId: ShopId,
  given: GiveCodeInput,
  { actor, now }: Acting,
): Promise<boolean> {
  const { affiliateId, code } = given;
  if (!(await assignCode(tx, { shopId, ...given, at: now }))) return false;
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: "was given a discount code",
    actor,
    details: { code },
    now,
  });
  return true;
}
