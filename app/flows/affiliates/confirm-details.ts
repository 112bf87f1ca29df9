import {
  accountIdentity,
  type DetailsMethod,
  detailsByStage,
  detailsWaitMs,
} from "#app/domain/payouts/details.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { detailsChangedMail } from "#app/gateways/email/payout-emails.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { enqueueEmail } from "#app/queue/mail.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { markPayoutDetails } from "#app/store/affiliate-marks.ts";
import { readEmailShop } from "#app/store/email-templates.ts";
import {
  confirmDetails as keepConfirmed,
  dropDetails,
  endDetails,
  listAliveDetails,
  openAccount,
  type PayoutDetails,
} from "#app/store/payout-details.ts";
import { forgetReminders } from "#app/store/payout-reminders.ts";
import type { Shop } from "#app/store/shops.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { detailsReceivers } from "./details-receivers.ts";
import { auditDetails } from "./enter-details.ts";
import { openLink, refuseLink, type LinkRefusal, type OpenedLink } from "./redeem-link.ts";
import { shopName } from "./send-link.ts";

/** The confirmed payout details, for the confirmation page. */
export type ConfirmedDetails = {
  readonly shop: Shop;
  readonly method: DetailsMethod;
  /** Masked. */
  readonly account: string;
  readonly effectiveAt: Date;
};

/**
 * Confirms payout details through the link in an email. They take effect after 24 hours; until then the current
 * ones stay in use. The link works without being signed in: opening it proves that the person who entered the
 * details reads the affiliate's email.
 */
export async function confirmDetails(token: string, now: Date): Promise<ConfirmedDetails | LinkRefusal> {
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const opened = await openLink(tx, { token, purpose: "payout-details", now });
    if (isRefusal(opened)) return opened;
    const { shopId, affiliateId } = opened.affiliate;
    const standing = detailsByStage(await listAliveDetails(tx, shopId, affiliateId, now), now);
    const { current, next, unconfirmed } = standing;
    if (!unconfirmed) return refuseLink("details_withdrawn", null);
    const effectiveAt = new Date(now.getTime() + detailsWaitMs);
    if (next) await dropDetails(tx, next, now);
    if (current) await endDetails(tx, current, effectiveAt);
    await keepConfirmed(tx, unconfirmed, { confirmedAt: now, effectiveAt });
    const account = accountIdentity(openAccount(shopId, unconfirmed));
    await markPayoutDetails(tx, { shopId, affiliateId, account }, now);
    await forgetReminders(tx, shopId, affiliateId);
    await auditDetails(tx, unconfirmed, {
      action: "payout-details-confirmed",
      affiliate: opened.affiliate,
      details: { from: effectiveAt.toISOString(), before: current?.masked ?? "" },
      now,
    });
    if (current) {
      const { affiliate } = opened;
      const change = {
        name: "payout_details.changed",
        subjectId: unconfirmed.detailsId,
        affiliateId,
        payload: { affiliateId, method: unconfirmed.method, usedFrom: effectiveAt.toISOString() },
        receivers: detailsReceivers(affiliate, { current, next: unconfirmed }),
      } as const;
      await recordEvents(tx, shopId, [change], now);
      await emailShop(queue, tx, { opened, current, unconfirmed, effectiveAt });
    }
    return { shop: opened.shop, method: unconfirmed.method, account: unconfirmed.masked, effectiveAt };
  });
}

type DetailsConfirmation = {
  readonly opened: OpenedLink;
  readonly current: PayoutDetails;
  readonly unconfirmed: PayoutDetails;
  readonly effectiveAt: Date;
};

/**
 * Emails the shop about a change if it gave an address. First details replace nothing, so they are not
 * reported.
 */
async function emailShop(queue: Queue, tx: Tx, change: DetailsConfirmation): Promise<void> {
  const { shop, affiliate } = change.opened;
  if (shop.contactEmail === null) return;
  const mail = await detailsChangedMail(
    {
      name: shopName(shop),
      email: shop.contactEmail,
      // Emails to merchants are in English, as their screens are.
      language: "en",
      settingsLink: null,
      timeZone: shop.timeZone,
      shop: await readEmailShop(tx, shop.shopId),
    },
    {
      affiliate,
      before: change.current,
      after: change.unconfirmed,
      from: change.effectiveAt,
      link: appAddress(`/dashboard/affiliates/${affiliate.affiliateId}`),
    },
  );
  await enqueueEmail(queue, tx, { shopId: shop.shopId, mail });
}
