import { and, asc, eq, ne, sql } from "drizzle-orm";
import { plainEmail } from "../domain/fraud/traces.ts";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import { customerHash } from "../platform/crypto.server.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { insertRows } from "./many-rows.ts";
import { affiliateMarks } from "./schema/flags.ts";

export type Mark = typeof affiliateMarks.$inferInsert;

/** Keyed hash of an affiliate's or customer's email address. Spellings of one address give the same hash. */
export function emailMark(shopId: ShopId, email: string): string {
  return customerHash(shopId, plainEmail(email));
}

/** Keyed hash of a customer id. */
export function customerMark(shopId: ShopId, customerId: string): string {
  return customerHash(shopId, `customer:${customerId}`);
}

/** Keyed hash of an account that affiliates are paid to. */
export function payoutMark(shopId: ShopId, account: string): string {
  return customerHash(shopId, `payout:${account.replace(/\s+/g, "")}`);
}

/** Inserts marks, each once, in sorted order so that two transactions never deadlock. */
export async function insertMarks(tx: Tx, marks: readonly Mark[]): Promise<void> {
  const keyOf = (one: Mark) => `${one.affiliateId} ${one.kind} ${one.hash}`;
  const sorted = marks.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await insertRows(tx, affiliateMarks, sorted, sql`on conflict do nothing`);
}

/** Adds the mark of an affiliate's email address. Marks of earlier addresses stay. */
export async function markEmail(tx: Tx, of: MarkedEmail, since: Date): Promise<void> {
  await insertMarks(tx, [emailMarkOf(of, since)]);
}

type MarkedEmail = { readonly shopId: ShopId; readonly affiliateId: AffiliateId; readonly email: string };

export function emailMarkOf({ shopId, affiliateId, email }: MarkedEmail, since: Date): Mark {
  return { shopId, affiliateId, kind: "email", hash: emailMark(shopId, email), since };
}

/**
 * Adds the mark of an affiliate's payout account and returns the other affiliates paid to it. Only a keyed
 * hash is stored.
 */
export async function markPayoutDetails(
  tx: Tx,
  of: { readonly shopId: ShopId; readonly affiliateId: AffiliateId; readonly account: string },
  since: Date,
): Promise<AffiliateId[]> {
  const { shopId, affiliateId, account } = of;
  const hash = payoutMark(shopId, account);
  await insertMarks(tx, [{ shopId, affiliateId, kind: "payout", hash, since }]);
  const rows = await tx
    .select({ affiliateId: affiliateMarks.affiliateId })
    .from(affiliateMarks)
    .where(
      and(
        eq(affiliateMarks.shopId, shopId),
        eq(affiliateMarks.kind, "payout"),
        eq(affiliateMarks.hash, hash),
        ne(affiliateMarks.affiliateId, affiliateId),
      ),
    )
    .orderBy(asc(affiliateMarks.affiliateId));
  return rows.map((row) => row.affiliateId);
}

/** Records that Shopify was asked for the customer with an affiliate's address. */
export async function markLookedUp(
  tx: Tx,
  of: { readonly shopId: ShopId; readonly affiliateId: AffiliateId; readonly email: string },
  since: Date,
): Promise<void> {
  const { shopId, affiliateId, email } = of;
  await insertMarks(tx, [{ shopId, affiliateId, kind: "asked", hash: emailMark(shopId, email), since }]);
}

/** Affiliates whose current address Shopify was not asked about yet, by id, up to a limit. */
export async function affiliatesNotLookedUp(
  db: Db,
  shopId: ShopId,
  page: { readonly after: string; readonly limit: number },
): Promise<{ affiliateId: AffiliateId; email: string }[]> {
  const { rows } = await db.execute<{ affiliateId: AffiliateId; email: string }>(sql`
    select a.affiliate_id as "affiliateId", a.email from affiliates a
    where a.shop_id = ${shopId} and a.affiliate_id > ${page.after}
      and exists (select 1 from affiliate_marks e where e.shop_id = a.shop_id
        and e.affiliate_id = a.affiliate_id and e.kind = 'email'
        and not exists (select 1 from affiliate_marks q where q.shop_id = e.shop_id
          and q.affiliate_id = e.affiliate_id and q.kind = 'asked' and q.since >= e.since))
    order by a.affiliate_id limit ${page.limit}`);
  return rows;
}
