import { idPrefixes, type AffiliateId, type ShopId } from "#app/domain/ids.ts";
import { invitationMail, signInMail } from "#app/gateways/email/portal-mails.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { enqueueMail } from "#app/queue/mail.server.ts";
import type { Queue } from "#app/queue/queue.server.ts";
import { endMailLinks, insertMailLink, type MailLinkPurpose } from "#app/store/mail-links.ts";
import { makeToken } from "./portal-token.ts";

const invitationDays = 14;
const signInMinutes = 30;
const holdsMs: Record<MailLinkPurpose, number> = {
  invitation: invitationDays * 86_400_000,
  "sign-in": signInMinutes * 60_000,
};

/** The shop as its affiliates know it. */
export type LinkShop = {
  readonly shopId: ShopId;
  readonly domain: string;
  readonly displayName: string | null;
  readonly storeName: string | null;
  readonly contactEmail: string | null;
};

type Sending = {
  readonly shop: LinkShop;
  readonly affiliate: { readonly affiliateId: AffiliateId; readonly name: string; readonly email: string };
  readonly purpose: MailLinkPurpose;
  readonly now: Date;
};

/** The name that affiliates read. */
export function shopName(shop: Omit<LinkShop, "shopId" | "contactEmail">): string {
  return shop.displayName ?? shop.storeName ?? shop.domain;
}

/** Makes a single-use link, ends the older ones of its purpose, and enqueues the mail that carries it. */
export async function sendLink(queue: Queue, tx: Tx, sending: Sending): Promise<void> {
  const { shop, affiliate, purpose, now } = sending;
  const { shopId } = shop;
  const { affiliateId, name, email } = affiliate;
  const { token, hash } = makeToken(shopId);
  await endMailLinks(tx, shopId, { affiliateId, purpose, now });
  await insertMailLink(tx, {
    shopId,
    mailLinkId: newId(idPrefixes.mailLink, now),
    affiliateId,
    purpose,
    tokenHash: hash,
    createdAt: now,
    expiresAt: new Date(now.getTime() + holdsMs[purpose]),
  });
  const path = purpose === "invitation" ? "/portal/accept" : "/portal/sign-in";
  const about = {
    to: { name, email },
    shop: { name: shopName(shop), contactEmail: shop.contactEmail },
    link: `${env().SHOPIFY_APP_URL}${path}#token=${token}`,
  };
  const mail =
    purpose === "invitation" ? invitationMail(about, invitationDays) : signInMail(about, signInMinutes);
  await enqueueMail(queue, tx, { shopId, mail });
}
