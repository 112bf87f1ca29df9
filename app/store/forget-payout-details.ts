import { and, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { accountIdentity, type PayoutAccount } from "../domain/payouts/details.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { payoutMark } from "./affiliate-marks.ts";
import { openAccount, type PayoutDetails } from "./payout-details.ts";
import { affiliateMarks } from "./schema/flags.ts";
import { payoutDetails } from "./schema/payouts.ts";

/** The columns of deleted payout details. The row still shows that there were some, and when. */
const forgotten = { sealed: "", masked: "", contactEmail: "" };

const identityOf = (customerId: string) =>
  accountIdentity({ kind: "store-credit", customerId, email: "" } satisfies PayoutAccount);

/**
 * Payout details by which a customer of the store gets store credit as an affiliate. The customer id is sealed,
 * so confirmed details are found by the account's mark. Unconfirmed ones have none yet.
 */
export async function detailsOfCustomer(
  db: Db,
  shopId: ShopId,
  customerId: string,
): Promise<PayoutDetails[]> {
  const marked = db
    .select({ affiliateId: affiliateMarks.affiliateId })
    .from(affiliateMarks)
    .where(
      and(
        eq(affiliateMarks.shopId, shopId),
        eq(affiliateMarks.kind, "payout"),
        eq(affiliateMarks.hash, payoutMark(shopId, identityOf(customerId))),
      ),
    );
  const rows = await db
    .select()
    .from(payoutDetails)
    .where(
      and(
        eq(payoutDetails.shopId, shopId),
        eq(payoutDetails.method, "store_credit"),
        ne(payoutDetails.sealed, ""),
        or(isNull(payoutDetails.confirmedAt), inArray(payoutDetails.affiliateId, marked)),
      ),
    );
  return rows.filter((row) => accountIdentity(openAccount(shopId, row)) === identityOf(customerId));
}

/** Ends these details, and deletes the account and its mark. */
export async function forgetDetailsOfCustomer(
  tx: Tx,
  shopId: ShopId,
  of: { readonly customerId: string; readonly now: Date },
): Promise<PayoutDetails[]> {
  const found = await detailsOfCustomer(tx, shopId, of.customerId);
  for (const { detailsId, endedAt } of found) {
    const ended = endedAt !== null && endedAt < of.now ? endedAt : of.now;
    await tx
      .update(payoutDetails)
      .set({ ...forgotten, endedAt: ended })
      .where(and(eq(payoutDetails.shopId, shopId), eq(payoutDetails.detailsId, detailsId)));
  }
  await tx
    .delete(affiliateMarks)
    .where(
      and(
        eq(affiliateMarks.shopId, shopId),
        eq(affiliateMarks.kind, "payout"),
        eq(affiliateMarks.hash, payoutMark(shopId, identityOf(of.customerId))),
      ),
    );
  return found;
}

/** Deletes accounts of payout details that ended before an instant. Uses payout_details_ended. */
export async function forgetDetailsBefore(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db
    .update(payoutDetails)
    .set(forgotten)
    .where(
      and(eq(payoutDetails.shopId, shopId), lt(payoutDetails.endedAt, before), ne(payoutDetails.sealed, "")),
    );
}

/** Ends and deletes all payout details of a shop that pays nobody any more. */
export async function forgetAllDetails(tx: Tx, shopId: ShopId, now: Date): Promise<void> {
  await tx
    .update(payoutDetails)
    .set({ ...forgotten, endedAt: sql`least(coalesce(${payoutDetails.endedAt}, ${now}), ${now})` })
    .where(eq(payoutDetails.shopId, shopId));
}
