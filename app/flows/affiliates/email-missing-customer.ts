import type { Ctx } from "#app/domain/context.ts";
import { detailsByStage } from "#app/domain/payouts/details.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { customerMissingMail } from "#app/gateways/email/payout-emails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { enqueueEmail } from "#app/queue/mail.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { readEmailShop } from "#app/store/email-templates.ts";
import { listAliveDetails } from "#app/store/payout-details.ts";
import { countReminders } from "#app/store/payout-reminders.ts";
import type { Shop } from "#app/store/shops.ts";
import { dailyPauses, emailOnRequest } from "./remind-of-details.ts";

/** Emails an affiliate that their customer account is missing. Requested by the merchant, at most once a day. */
export async function emailMissingCustomer(
  { shop, actor, now }: Ctx<Shop>,
  affiliateId: string,
): Promise<Refusal | null> {
  const { shopId } = shop;
  return await emailOnRequest(shop, affiliateId, async (tx, affiliate, queue) => {
    const alive = await listAliveDetails(tx, shopId, affiliate.affiliateId, now);
    const { current, next } = detailsByStage(alive, now);
    if (!current || current.customerMissingAt === null || next) {
      return refuse("conflict", { code: "details_not_waiting" });
    }
    const affiliateIds = [affiliate.affiliateId];
    const counted = await countReminders(tx, shopId, { affiliateIds, now, pauses: dailyPauses });
    if (counted.size === 0) {
      return refuse("conflict", { code: "reminded_today" });
    }
    const { name, email } = affiliate;
    const mail = await customerMissingMail(
      {
        name,
        email,
        language: affiliate.language ?? shop.language,
        settingsLink: null,
        shop: await readEmailShop(tx, shopId),
      },
      { email, link: appAddress("/portal/payout-details") },
    );
    if (!mail) return refuse("not-possible", { code: "email_off" });
    await enqueueEmail(queue, tx, { shopId, mail });
    await recordAudit(tx, shopId, {
      subjectKind: "affiliate",
      subjectId: affiliate.affiliateId,
      action: "customer-account-emailed",
      actor,
      details: {},
      now,
    });
    return null;
  });
}
