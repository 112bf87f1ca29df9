import type { Ctx } from "#app/domain/context.ts";
import { type Actor, systemActor } from "#app/domain/actor.ts";
import { isOn } from "#app/domain/emails/template.ts";
import { toDecimal } from "#app/domain/money.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { readEmailShop } from "#app/store/email-templates.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { listAliveDetails } from "#app/store/payout-details.ts";
import {
  affiliatesToRemind,
  countReminders,
  type ReminderPauses,
  type AffiliateToRemind,
} from "#app/store/payout-reminders.ts";
import { findShop, listShopIds, type Shop } from "#app/store/shops.ts";
import { offeredMethods } from "./read-details.ts";
import { isOpen } from "./redeem-link.ts";
import { hasEmailServer } from "./send-link.ts";
import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { type Affiliate, findAffiliate } from "#app/store/affiliates.ts";

/** Days between the first reminder and the second, and between later ones. */
const usualPauses = { first: 7, later: 30 };
const atOnce = 100;

/** Reminds affiliates of every shop whose balance can't be paid because payout details are missing. */
export async function remindOfDetails(now: Date): Promise<void> {
  for (const shopId of await listShopIds(db())) await remindShop(shopId, now);
}

/**
 * Sends the reminders of one shop and returns how many were sent. It sends none and records none in the history
 * if the shop pays only manually or there is no email server.
 */
export async function remindShop(shopId: ShopId, now: Date): Promise<number> {
  const shop = await findShop(db(), shopId);
  if (!hasEmailServer() || !shop || !isOpen(shop) || (await offeredMethods(shopId)).length === 0) return 0;
  if (!isOn(await readEmailShop(db(), shopId), "details_missing")) return 0;
  let [sent, after] = [0, ""];
  for (;;) {
    const found = await affiliatesToRemind(db(), shopId, { now, pauses: usualPauses, after, limit: atOnce });
    const last = found.at(-1);
    if (!last) return sent;
    sent += await inTransaction((tx) => emailReminders(tx, { shop, found, now }));
    after = last.affiliateId;
  }
}

const turnedOff = refuse("not-possible", { code: "email_off" });

/** Emails one affiliate to ask for payout details, on the merchant's request. */
export async function askForDetails(
  { shop, actor, now }: Ctx<Shop>,
  affiliateId: string,
): Promise<Refusal | null> {
  const { shopId } = shop;
  return await emailOnRequest(shop, affiliateId, async (tx, affiliate) => {
    if (!isOn(await readEmailShop(tx, shopId), "details_missing")) return turnedOff;
    const details = await listAliveDetails(tx, shopId, affiliate.affiliateId, now);
    if (details.some((one) => one.confirmedAt !== null)) {
      return refuse("conflict", { code: "details_exist" });
    }
    const balances = (await balancesOf(tx, shopId, [affiliate.affiliateId])).get(affiliate.affiliateId) ?? [];
    const waiting = balances
      .filter((one) => one.payableMinor > 0n)
      .map((one) => ({ currency: one.currency, minor: String(one.payableMinor) }));
    if (waiting.length === 0) return refuse("not-possible", { code: "nothing_to_pay" });
    const found = [{ ...affiliate, waiting }];
    const sent = await emailReminders(tx, { shop, found, now, actor, pauses: dailyPauses });
    return sent === 1 ? null : refuse("conflict", { code: "reminded_today" });
  });
}

type DetailsReminders = {
  readonly shop: Shop;
  readonly found: readonly AffiliateToRemind[];
  readonly now: Date;
  readonly actor?: Actor;
  readonly pauses?: ReminderPauses;
};

async function emailReminders(
  tx: Tx,
  { shop, found, now, actor = systemActor, pauses = usualPauses }: DetailsReminders,
): Promise<number> {
  const { shopId } = shop;
  const affiliateIds = found.map((one) => one.affiliateId);
  const counted = await countReminders(tx, shopId, { affiliateIds, now, pauses });
  const reminded = found
    .filter(({ affiliateId }) => counted.has(affiliateId))
    .map(({ affiliateId, waiting }) => ({
      affiliateId,
      amounts: waiting.map(({ currency, minor }) => ({
        amount: toDecimal({ minor: BigInt(minor), currency }),
        currencyCode: currency,
      })),
    }));
  const events = reminded.map((payload) => {
    const { affiliateId } = payload;
    return { name: "payout_details.missing", subjectId: affiliateId, affiliateId, payload } as const;
  });
  await recordEvents(tx, shopId, events, now);
  for (const { affiliateId, amounts } of reminded) {
    await recordAudit(tx, shopId, {
      subjectKind: "affiliate",
      subjectId: affiliateId,
      action: "payout-details-reminded",
      actor,
      details: { amounts: amounts.map(({ amount, currencyCode }) => `${amount} ${currencyCode}`) },
      now,
    });
  }
  return counted.size;
}

/** A merchant emails an affiliate about payout details at most once a day. */
export const dailyPauses: ReminderPauses = { first: 1, later: 1 };

/** Emails an active affiliate at the merchant's request, in one transaction. */
export async function emailOnRequest(
  { shopId }: Pick<Shop, "shopId">,
  affiliateId: string,
  send: (tx: Tx, affiliate: Affiliate, queue: Queue) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  if (!hasEmailServer()) return refuse("not-possible", { code: "no_email_server" });
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const affiliate = await findAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    if (affiliate.status !== "active") return refuse("not-possible", { code: "affiliate_inactive" });
    return await send(tx, affiliate, queue);
  });
}
