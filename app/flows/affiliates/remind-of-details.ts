import { type Actor, systemActor } from "#app/domain/actor.ts";
import { toDecimal } from "#app/domain/money.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { detailsMissingMail } from "#app/gateways/email/payout-mails.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { enqueueMail } from "#app/queue/mail.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { listAliveDetails } from "#app/store/payout-details.ts";
import {
  affiliatesToRemind,
  countReminders,
  type ReminderPauses,
  type ToRemind,
} from "#app/store/payout-reminders.ts";
import { findShop, type Shop } from "#app/store/shops.ts";
import { listShopIds } from "#app/store/tenants.ts";
import { dailyPauses, emailOnRequest } from "./email-on-request.ts";
import { offeredMethods } from "./read-details.ts";
import { isOpen } from "./redeem-link.ts";
import { hasMailServer, shopName } from "./send-link.ts";

/** Days between the first reminder and the second, and between later ones. */
const usualPauses = { first: 7, later: 30 };
const atOnce = 100;

/** Reminds the affiliates of every shop for whom money waits until they say where it goes. */
export async function remindOfDetails(now: Date): Promise<void> {
  const queue = await openQueue();
  for (const shopId of await listShopIds(db())) await remindShop(queue, shopId, now);
}

/**
 * The same for one shop; answers how many mails were sent. A shop that pays outside only asks for no details, and without
 * an email server nobody is reminded, nor does a history say so.
 */
export async function remindShop(queue: Queue, shopId: ShopId, now: Date): Promise<number> {
  const shop = await findShop(db(), shopId);
  if (!hasMailServer() || !shop || !isOpen(shop) || (await offeredMethods(shopId)).length === 0) return 0;
  let [sent, after] = [0, ""];
  for (;;) {
    const found = await affiliatesToRemind(db(), shopId, { now, pauses: usualPauses, after, limit: atOnce });
    const last = found.at(-1);
    if (!last) return sent;
    sent += await inTransaction((tx) => remind(queue, tx, { shop, found, now }));
    after = last.affiliateId;
  }
}

/** Asks one affiliate for payout details at the merchant's wish. */
export async function askForDetails(
  shop: Shop,
  affiliateId: string,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<Refusal | null> {
  const { shopId } = shop;
  return await emailOnRequest(shop, affiliateId, async (tx, queue, affiliate) => {
    const details = await listAliveDetails(tx, shopId, affiliate.affiliateId, now);
    if (details.some((one) => one.confirmedAt !== null)) {
      return refuse("conflict", "Payout details are already there. Reload the page.");
    }
    const balances = (await balancesOf(tx, shopId, [affiliate.affiliateId])).get(affiliate.affiliateId) ?? [];
    const waiting = balances
      .filter((one) => one.payableMinor > 0n)
      .map((one) => ({ currency: one.currency, minor: String(one.payableMinor) }));
    if (waiting.length === 0) return refuse("not-possible", "There is no balance to pay");
    const found = [{ ...affiliate, waiting }];
    const sent = await remind(queue, tx, { shop, found, now, actor, pauses: dailyPauses });
    return sent === 1
      ? null
      : refuse("conflict", "They were asked today, or turned off reminders. Try again tomorrow.");
  });
}

type Reminding = {
  readonly shop: Shop;
  readonly found: readonly ToRemind[];
  readonly now: Date;
  readonly actor?: Actor;
  readonly pauses?: ReminderPauses;
};

async function remind(
  queue: Queue,
  tx: Tx,
  { shop, found, now, actor = systemActor, pauses = usualPauses }: Reminding,
): Promise<number> {
  const { shopId } = shop;
  const affiliateIds = found.map((one) => one.affiliateId);
  const counted = await countReminders(tx, shopId, { affiliateIds, now, pauses });
  for (const { affiliateId, name, email, waiting } of found) {
    if (!counted.has(affiliateId)) continue;
    const amounts = waiting.map(
      ({ currency, minor }) => `${toDecimal({ minor: BigInt(minor), currency })} ${currency}`,
    );
    const mail = detailsMissingMail(
      {
        to: { name, email },
        shop: { name: shopName(shop), contactEmail: shop.contactEmail },
        link: appAddress("/portal/payout-details"),
      },
      amounts,
    );
    await enqueueMail(queue, tx, { shopId, mail });
    await recordAudit(tx, shopId, {
      subjectKind: "affiliate",
      subjectId: affiliateId,
      action: "payout-details-reminded",
      actor,
      details: { amounts },
      now,
    });
  }
  return counted.size;
}
