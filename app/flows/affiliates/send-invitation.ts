import { changeEach, type ManyChanged } from "#app/domain/change-each.ts";
import type { ShopWith, Ctx } from "#app/domain/context.ts";
import { db, type Tx, inTransaction } from "#app/platform/db.server.ts";
import { type Affiliate, findAffiliate, lockAffiliate, updateAffiliate } from "#app/store/affiliates.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { createLink, hasEmailServer, reachedEmailLimit } from "./send-link.ts";
import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { recordAudit } from "#app/store/audit.ts";
import { refusalInShadow } from "#app/flows/settlement/shadow-refusals.ts";

/** How an invitation was sent, as stored in the history. */
export type InvitationChannel = "email" | "link" | "nothing";

/** With `link`, the caller must show it, because it is stored hashed and not sent. */
export type SentInvitation = { readonly sentBy: InvitationChannel; readonly link: string | null };

type InvitationInput = {
  readonly shop: ShopWith;
  readonly affiliate: Pick<Affiliate, "affiliateId">;
  readonly now: Date;
  readonly showsLink: boolean;
  /** The affiliate was invited before. */
  readonly isReminder?: boolean;
  /** The affiliate came with an import. */
  readonly hasMoved?: boolean;
};

/** Emails an invitation. Without an email server, creates a link if the caller shows it. */
export async function sendInvitation(
  tx: Tx,
  { shop, affiliate, now, showsLink, isReminder = false, hasMoved = false }: InvitationInput,
): Promise<SentInvitation> {
  const isEmailed = hasEmailServer();
  const { affiliateId } = affiliate;
  const created =
    isEmailed || showsLink ? await createLink(tx, { shop, affiliate, purpose: "invitation", now }) : null;
  const secret = created && {
    link: created.link,
    expiresAt: created.expiresAt.toISOString(),
    tokenHash: created.tokenHash,
  };
  const event = {
    name: "affiliate.invited",
    subjectId: affiliateId,
    affiliateId,
    payload: { affiliateId, isReminder, ...(hasMoved && { hasMoved }) },
    receivers: isEmailed && secret ? [{ affiliateId, secret }] : [],
  } as const;
  await recordEvents(tx, shop.shopId, [event], now);
  if (isEmailed) return { sentBy: "email", link: null };
  return created ? { sentBy: "link", link: created.link } : { sentBy: "nothing", link: null };
}

/**
 * Sends a new invitation and ends older links. Refuses if the affiliate has answered already. Without an email
 * server, `link` is for the merchant to send.
 */
export async function resendInvitation(
  { shop, actor, now }: Ctx,
  affiliateId: string,
  { showsLink }: { readonly showsLink: boolean },
): Promise<Refusal | { email: string; link: string | null }> {
  return await inTransaction(async (tx) => {
    const early = await refusalInShadow(tx, shop.shopId, { what: "invitations", now });
    if (early) return early;
    const affiliate = await lockAffiliate(tx, shop.shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    if (affiliate.status !== "invited") {
      return refuse("not-possible", { code: "not_invited", status: affiliate.status });
    }
    if (hasEmailServer() && (await reachedEmailLimit(tx, affiliate, now))) {
      return refuse("not-possible", { code: "too_many_emails" });
    }
    const invitation = { shop, affiliate, now, showsLink, isReminder: true };
    const { sentBy, link } = await sendInvitation(tx, invitation);
    if (sentBy === "nothing") return refuse("not-possible", { code: "no_email_server" });
    await updateAffiliate(tx, affiliate, { invitedAt: now, updatedAt: now });
    await recordAudit(tx, shop.shopId, {
      subjectKind: "affiliate",
      subjectId: affiliateId,
      action: "invited again",
      actor,
      details: { sentBy },
      now,
    });
    return { email: affiliate.email, link };
  });
}

/** Sends new invitations to several affiliates. */
export async function resendInvitations(ctx: Ctx, affiliateIds: readonly string[]): Promise<ManyChanged> {
  return await changeEach(
    affiliateIds,
    (id) => resendInvitation(ctx, id, { showsLink: false }),
    async (id) => (await findAffiliate(db(), ctx.shop.shopId, id))?.name,
  );
}
