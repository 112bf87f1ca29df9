import type { ShopId } from "#app/domain/ids.ts";
import { toDecimal } from "#app/domain/money.ts";
import type { AboutLetter } from "#app/gateways/email/letter.ts";
import type { Mail } from "#app/gateways/email/mail.ts";
import { cameBackMail, paidMail, type ToldPayout, unclaimedMail } from "#app/gateways/email/payout-mails.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { enqueueMail } from "#app/queue/mail.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { findShop, type Shop } from "#app/store/shops.ts";
import {
  lockUntold,
  markTold,
  shopsWithUntold,
  type ToldState,
  type UntoldPayout,
} from "#app/store/untold-payouts.ts";
import { shopName } from "./send-link.ts";

const atOnce = 100;

/**
 * Mails affiliates what became of their payouts: paid, waiting for them, or not paid. Each state of a payout is told
 * once, in the transaction that remembers it; a payout that goes on meanwhile is told of where it is then.
 */
export async function tellOfPayouts(): Promise<void> {
  for (const shopId of await shopsWithUntold(db())) await tellOfShop(shopId);
}

async function tellOfShop(shopId: ShopId): Promise<void> {
  const shop = await findShop(db(), shopId);
  if (!shop) return;
  const queue = await openQueue();
  for (;;) {
    const told = await inTransaction(async (tx) => {
      const untold = await lockUntold(tx, shopId, atOnce);
      for (const payout of untold) {
        await enqueueMail(queue, tx, { shopId, mail: mailOf(shop, payout) });
      }
      await markTold(
        tx,
        shopId,
        untold.map((one) => one.itemId),
      );
      return untold.length;
    });
    if (told < atOnce) return;
  }
}

const mails: Readonly<Record<ToldState, (about: AboutLetter, payout: ToldPayout) => Mail>> = {
  settled: paidMail,
  unclaimed: unclaimedMail,
  returned: cameBackMail,
  failed: cameBackMail,
};

function mailOf(shop: Shop, payout: UntoldPayout): Mail {
  const { itemId, status, name, email, currency, method, receiver } = payout;
  const isBack = status === "returned" || status === "failed";
  const about = {
    to: { name, email },
    shop: { name: shopName(shop), contactEmail: shop.contactEmail },
    link: appAddress(isBack ? "/portal/payout-details" : `/portal/payouts/${itemId}`),
  };
  const amount = `${toDecimal({ minor: BigInt(payout.amount), currency })} ${currency}`;
  return mails[status](about, { amount, method, receiver });
}
