import type { Ctx } from "#app/domain/context.ts";
import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { lockAffiliate, updateAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { sendInvitation } from "./send-invitation.ts";
import { hasEmailServer, mostLinksAnHour, wasMailedEnough } from "./send-link.ts";

const noEmailServer =
  "No email server is set up. Create the link on the affiliate's page and send it yourself.";

/**
 * Sends a new invitation; the links of older ones end. Only who has not answered yet can be invited again. Without an
 * email server `link` is for the merchant to send.
 */
export async function resendInvitation(
  { shop, actor, now }: Ctx,
  affiliateId: string,
  { showsLink }: { readonly showsLink: boolean },
): Promise<Refusal | { email: string; link: string | null }> {
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shop.shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    if (affiliate.status !== "invited") {
      return refuse(
        "not-possible",
        `Only an invited affiliate can be invited again; this one is ${affiliate.status}`,
      );
    }
    if (hasEmailServer() && (await wasMailedEnough(tx, affiliate, now))) {
      const message = `This affiliate was sent ${mostLinksAnHour} mails within an hour. Please try again later.`;
      return refuse("not-possible", message);
    }
    const invitation = { shop, affiliate, now, showsLink, isReminder: true };
    const { sentBy, link } = await sendInvitation(tx, invitation);
    if (sentBy === "nothing") return refuse("not-possible", noEmailServer);
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
