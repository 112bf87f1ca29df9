import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { emailLinks } from "./schema/identity.ts";

export type EmailLink = typeof emailLinks.$inferSelect;
export type EmailLinkPurpose = EmailLink["purpose"];

export async function insertEmailLink(tx: Tx, link: Omit<EmailLink, "usedAt">): Promise<void> {
  await tx.insert(emailLinks).values(link);
}

/**
 * The link of a token, locked until the transaction ends. Of two simultaneous uses, the second finds it used.
 */
export async function lockEmailLink(tx: Tx, shopId: ShopId, tokenHash: string): Promise<EmailLink | null> {
  const [link] = await tx
    .select()
    .from(emailLinks)
    .where(and(eq(emailLinks.shopId, shopId), eq(emailLinks.tokenHash, tokenHash)))
    .for("update");
  return link ?? null;
}

export async function markLinkUsed(tx: Tx, link: EmailLink, now: Date): Promise<void> {
  await tx
    .update(emailLinks)
    .set({ usedAt: now, newEmail: null })
    .where(and(eq(emailLinks.shopId, link.shopId), eq(emailLinks.mailLinkId, link.mailLinkId)));
}

/** Ends the affiliate's unused links, all or those of one purpose. */
export async function endEmailLinks(
  tx: Tx,
  shopId: ShopId,
  ended: { affiliateId: AffiliateId; purpose?: EmailLinkPurpose; now: Date },
): Promise<void> {
  await tx
    .update(emailLinks)
    .set({ usedAt: ended.now, newEmail: null })
    .where(
      and(
        eq(emailLinks.shopId, shopId),
        eq(emailLinks.affiliateId, ended.affiliateId),
        ended.purpose === undefined ? undefined : eq(emailLinks.purpose, ended.purpose),
        isNull(emailLinks.usedAt),
      ),
    );
}

/** Number of links created for the affiliate after an instant. */
export async function countLinksSince(
  db: Db,
  shopId: ShopId,
  query: { affiliateId: AffiliateId; since: Date },
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(emailLinks)
    .where(
      and(
        eq(emailLinks.shopId, shopId),
        eq(emailLinks.affiliateId, query.affiliateId),
        gt(emailLinks.createdAt, query.since),
      ),
    );
  return row?.count ?? 0;
}

/** The address that an affiliate has yet to confirm. Reads email_links_affiliate. */
export async function findNewEmail(
  db: Db,
  shopId: ShopId,
  query: { affiliateId: AffiliateId; now: Date },
): Promise<string | null> {
  const [row] = await db
    .select({ newEmail: emailLinks.newEmail })
    .from(emailLinks)
    .where(
      and(
        eq(emailLinks.shopId, shopId),
        eq(emailLinks.affiliateId, query.affiliateId),
        isNotNull(emailLinks.newEmail),
        isNull(emailLinks.usedAt),
        gt(emailLinks.expiresAt, query.now),
      ),
    );
  return row?.newEmail ?? null;
}

/** True if the link of a token still works. */
export async function hasOpenLink(
  db: Db,
  shopId: ShopId,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: Date },
): Promise<boolean> {
  const [row] = await db
    .select({ id: emailLinks.mailLinkId })
    .from(emailLinks)
    .where(
      and(
        eq(emailLinks.shopId, shopId),
        eq(emailLinks.tokenHash, tokenHash),
        gt(emailLinks.expiresAt, now),
        isNull(emailLinks.usedAt),
      ),
    )
    .limit(1);
  return row !== undefined;
}
