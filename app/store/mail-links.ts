import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { mailLinks } from "./schema/identity.ts";

export type MailLink = typeof mailLinks.$inferSelect;
export type MailLinkPurpose = MailLink["purpose"];

export async function insertMailLink(tx: Tx, link: Omit<MailLink, "usedAt">): Promise<void> {
  await tx.insert(mailLinks).values(link);
}

/** The link of a token, held until the transaction ends: of two who use it at once one comes too late. */
export async function lockMailLink(tx: Tx, shopId: ShopId, tokenHash: string): Promise<MailLink | null> {
  const [link] = await tx
    .select()
    .from(mailLinks)
    .where(and(eq(mailLinks.shopId, shopId), eq(mailLinks.tokenHash, tokenHash)))
    .for("update");
  return link ?? null;
}

export async function markLinkUsed(tx: Tx, link: MailLink, now: Date): Promise<void> {
  await tx
    .update(mailLinks)
    .set({ usedAt: now, newEmail: null })
    .where(and(eq(mailLinks.shopId, link.shopId), eq(mailLinks.mailLinkId, link.mailLinkId)));
}

/** Ends the affiliate's links that were not used yet: all of them, or those of one purpose. */
export async function endMailLinks(
  tx: Tx,
  shopId: ShopId,
  ended: { affiliateId: AffiliateId; purpose?: MailLinkPurpose; now: Date },
): Promise<void> {
  await tx
    .update(mailLinks)
    .set({ usedAt: ended.now, newEmail: null })
    .where(
      and(
        eq(mailLinks.shopId, shopId),
        eq(mailLinks.affiliateId, ended.affiliateId),
        ended.purpose === undefined ? undefined : eq(mailLinks.purpose, ended.purpose),
        isNull(mailLinks.usedAt),
      ),
    );
}

/** How many links were made for the affiliate after an instant. */
export async function countLinksSince(
  db: Db,
  shopId: ShopId,
  asked: { affiliateId: AffiliateId; since: Date },
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.shopId, shopId),
        eq(mailLinks.affiliateId, asked.affiliateId),
        gt(mailLinks.createdAt, asked.since),
      ),
    );
  return row?.count ?? 0;
}

/** The address that an affiliate has yet to confirm, through mail_links_affiliate. */
export async function findNewEmail(
  db: Db,
  shopId: ShopId,
  asked: { affiliateId: AffiliateId; now: Date },
): Promise<string | null> {
  const [row] = await db
    .select({ newEmail: mailLinks.newEmail })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.shopId, shopId),
        eq(mailLinks.affiliateId, asked.affiliateId),
        isNotNull(mailLinks.newEmail),
        isNull(mailLinks.usedAt),
        gt(mailLinks.expiresAt, asked.now),
      ),
    );
  return row?.newEmail ?? null;
}

/** The link of a token still works. */
export async function hasOpenLink(
  db: Db,
  shopId: ShopId,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: Date },
): Promise<boolean> {
  const [row] = await db
    .select({ id: mailLinks.mailLinkId })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.shopId, shopId),
        eq(mailLinks.tokenHash, tokenHash),
        gt(mailLinks.expiresAt, now),
        isNull(mailLinks.usedAt),
      ),
    )
    .limit(1);
  return row !== undefined;
}
