import type { Actor } from "#app/domain/actor.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { lockAffiliate, updateAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { noSuchAffiliate } from "./affiliate-refusals.ts";
import { mostLinksAnHour, sendLink, wasMailedEnough, type LinkShop } from "./send-link.ts";

/** Sends a new invitation; the links of older ones end. Only who has not answered yet can be invited again. */
export async function resendInvitation(
  shop: LinkShop,
  affiliateId: string,
  by: { actor: Actor; now: Date },
): Promise<Refusal | { email: string }> {
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shop.shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    if (affiliate.status !== "invited") {
      return refuse(
        "not-possible",
        `Only an invited affiliate can be invited again; this one is ${affiliate.status}`,
      );
    }
    if (await wasMailedEnough(tx, affiliate, by.now)) {
      const message = `This affiliate was sent ${mostLinksAnHour} mails within an hour. Please try again later.`;
      return refuse("not-possible", message);
    }
    await sendLink(queue, tx, { shop, affiliate, purpose: "invitation", now: by.now });
    await updateAffiliate(tx, affiliate, { invitedAt: by.now, updatedAt: by.now });
    await recordAudit(tx, shop.shopId, {
      subjectKind: "affiliate",
      subjectId: affiliateId,
      action: "invited again",
      actor: by.actor,
      now: by.now,
    });
    return { email: affiliate.email };
  });
}
