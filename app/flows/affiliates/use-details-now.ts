import type { Actor } from "#app/domain/actor.ts";
import { accountEmail, detailsStanding } from "#app/domain/payouts/details.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { detailsUsedEarlyMail } from "#app/gateways/email/payout-mails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { enqueueMail } from "#app/queue/mail.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { type Affiliate, lockAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { readEmailShop } from "#app/store/email-shop.ts";
import {
  endDetails,
  listAliveDetails,
  openAccount,
  type PayoutDetails,
  startDetailsAt,
} from "#app/store/payout-details.ts";
import type { Shop } from "#app/store/shops.ts";
import { noSuchAffiliate } from "./affiliate-refusals.ts";
import { namedAccount } from "./enter-details.ts";
import { hasMailServer } from "./send-link.ts";

type By = { readonly actor: Actor; readonly now: Date };

const notEmailed = refuse(
  "not-possible",
  "The store has no email server, so the affiliate can't be told. Wait until the new details can be used.",
);
const notWaiting = refuse(
  "conflict",
  "These payout details aren't waiting anymore. Reload to see the current ones.",
  "details",
);

/**
 * A merchant ends the waiting period of confirmed payout details. The request names the details that the merchant saw,
 * so a newer change is never used by mistake. The affiliate is told at each address that the change concerns.
 */
export async function useDetailsNow(
  shop: Shop,
  affiliateId: string,
  detailsId: string,
  { actor, now }: By,
): Promise<Refusal | null> {
  if (!hasMailServer()) return notEmailed;
  const { shopId } = shop;
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    const alive = await listAliveDetails(tx, shopId, affiliate.affiliateId, now);
    const { current, next } = detailsStanding(alive, now);
    if (next?.detailsId !== detailsId) return notWaiting;
    if (current) await endDetails(tx, current, now);
    await startDetailsAt(tx, next, now);
    await recordAudit(tx, shopId, {
      subjectKind: "affiliate",
      subjectId: affiliate.affiliateId,
      action: "payout-details-used-early",
      actor,
      details: {
        method: next.method,
        account: next.masked,
        before: current?.masked ?? "",
        instead: next.effectiveAt?.toISOString() ?? "",
      },
      now,
    });
    await tellAffiliate(queue, tx, { shop, affiliate, current, next });
    return null;
  });
}

type Change = {
  readonly shop: Shop;
  readonly affiliate: Affiliate;
  readonly current: PayoutDetails | null;
  readonly next: PayoutDetails;
};

async function tellAffiliate(
  queue: Queue,
  tx: Tx,
  { shop, affiliate, current, next }: Change,
): Promise<void> {
  const details = [...(current ? [current] : []), next];
  const addresses = [
    affiliate.email,
    ...details.flatMap((one) => [one.contactEmail, accountEmail(openAccount(shop.shopId, one)) ?? ""]),
  ].filter((email) => email !== "");
  const byKey = new Map(addresses.toReversed().map((email) => [email.toLowerCase(), email]));
  const emailShop = await readEmailShop(tx, shop.shopId);
  for (const email of byKey.values()) {
    const mail = await detailsUsedEarlyMail(
      {
        name: affiliate.name,
        email,
        language: affiliate.language ?? shop.language,
        settingsLink: null,
        shop: emailShop,
      },
      {
        before: current && namedAccount(current),
        after: namedAccount(next),
        link: appAddress("/portal/payout-details"),
      },
    );
    await enqueueMail(queue, tx, { shopId: shop.shopId, mail });
  }
}
