import { and, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { accountIdentity, type PayoutAccount } from "../domain/payouts/details.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { payoutMark } from "./affiliate-marks.ts";
import { openAccount, type PayoutDetails } from "./payout-details.ts";
import { affiliateMarks } from "./schema/flags.ts";
import { payoutDetails } from "./schema/payouts.ts";

/** What is left of details whose account is forgotten: that there were some, and when. */
const forgotten = { sealed: "", masked: "", contactEmail: "" };

const identityOf = (customerId: string) =>
  accountIdentity({ kind: "store-credit", customerId, email: "" } satisfies PayoutAccount);

/**
 * The details by which a customer of the store is paid store credit as an affiliate. Their number stands sealed; the
 * mark of the account leads there, and those that were not confirmed have none yet.
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

/** Ends these details and forgets the account, and by what it was known again. */
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

/** Forgets the accounts of details that ended before an instant, through payout_details_ended. */
export async function forgetDetailsBefore(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db
    .update(payoutDetails)
    .set(forgotten)
    .where(
      and(eq(payoutDetails.shopId, shopId), lt(payoutDetails.endedAt, before), ne(payoutDetails.sealed, "")),
    );
}

/** Ends and forgets all details of a shop that pays nobody any more. */
export async function forgetAllDetails(tx: Tx, shopId: ShopId, now: Date): Promise<void> {
  await tx
    .update(payoutDetails)
    .set({ ...forgotten, endedAt: sql`least(coalesce(${payoutDetails.endedAt}, ${now}), ${now})` })
    .where(eq(payoutDetails.shopId, shopId));
}
