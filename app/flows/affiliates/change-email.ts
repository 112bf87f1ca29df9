import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import type { ShopWith } from "#app/domain/context.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { type AffiliateRefusal, isRefusal, refuse } from "#app/domain/refusal.ts";
import { inTransaction, isUniqueViolation, type Tx } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { revokeSessionsOfAffiliate } from "#app/store/sessions.ts";
import { type Affiliate, lockAffiliate, updateAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { endEmailLinks } from "#app/store/email-links.ts";
import { type NewEvent, recordEvents } from "#app/store/outbox.ts";
import { type LinkRefusal, openLink, openSession, refuseLink, type SignedIn } from "./redeem-link.ts";
import { hasEmailServer, sendLink, reachedEmailLimit } from "./send-link.ts";

type SignedInAffiliate = { readonly shopId: ShopId; readonly affiliateId: AffiliateId };
type EmailChangeRequest = {
  readonly shop: ShopWith<"language">;
  readonly affiliate: SignedInAffiliate;
  readonly now: Date;
};

const notEmailed = refuse("not-possible", { code: "no_email_server" }, "email");
const emailedEnough = refuse("not-possible", { code: "too_many_emails" }, "email");

/**
 * Emails a link to a new address. Nothing changes before it's confirmed. An address that another affiliate has gets
 * the same answer; only its reader learns that it is taken.
 */
export async function requestEmailChange(
  { shop, affiliate: { shopId, affiliateId }, now }: EmailChangeRequest,
  newEmail: string,
): Promise<AffiliateRefusal | null> {
  if (!hasEmailServer()) return notEmailed;
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    if (affiliate.email === newEmail) return refuse("invalid", { code: "email_unchanged" }, "email");
    if (await reachedEmailLimit(tx, affiliate, now)) return emailedEnough;
    await sendLink(queue, tx, { shop, affiliate, purpose: "email", newEmail, now });
    return null;
  });
}

/**
 * Confirms a new address by its link. The browser must be signed in too, because a mistyped address would otherwise
 * give the account to a stranger. All sessions end, and this browser gets a new one.
 */
export async function confirmEmailChange(
  { token, signedIn }: { readonly token: string; readonly signedIn: SignedInAffiliate },
  now: Date,
): Promise<SignedIn | LinkRefusal> {
  try {
    return await inTransaction(async (tx) => {
      const opened = await openLink(tx, { token, purpose: "email", now });
      if (isRefusal(opened)) return opened;
      const { affiliate, newEmail } = opened;
      const isTheirs = affiliate.shopId === signedIn.shopId && affiliate.affiliateId === signedIn.affiliateId;
      if (!isTheirs || newEmail === null) {
        return refuseLink("link_incomplete", null);
      }
      await moveEmail(tx, affiliate, { newEmail, now });
      await recordEvents(tx, affiliate.shopId, [emailChangedEvent(affiliate)], now);
      return await openSession(tx, affiliate, now);
    });
  } catch (error) {
    if (!isUniqueViolation(error, "affiliates_email")) throw error;
    return refuseLink("email_taken", null);
  }
}

/** Emailed to the former address only, because its reader may not know about the change. */
export function emailChangedEvent({ affiliateId, email }: Affiliate): NewEvent {
  return {
    name: "affiliate.email_changed",
    subjectId: affiliateId,
    affiliateId,
    payload: { affiliateId },
    receivers: [{ affiliateId, secret: { to: email } }],
  };
}

/** Links and sessions of the former address end. */
async function moveEmail(
  tx: Tx,
  affiliate: Affiliate,
  { newEmail: email, now }: { readonly newEmail: string; readonly now: Date },
): Promise<void> {
  const { shopId, affiliateId, name } = affiliate;
  await updateAffiliate(tx, affiliate, { email, emailKey: email.toLowerCase(), updatedAt: now });
  await endEmailLinks(tx, shopId, { affiliateId, now });
  await revokeSessionsOfAffiliate(tx, shopId, { affiliateId, now });
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: "changed",
    actor: { kind: "affiliate", id: affiliateId, name, email },
    details: { changed: ["email"] },
    now,
  });
}
