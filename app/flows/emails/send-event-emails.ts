import { isAlwaysSent, isDigested, singleEmailsPerHour } from "#app/domain/events.ts";
import { idPrefixes, type ShopId } from "#app/domain/ids.ts";
import type { Mail } from "#app/domain/emails/mail.ts";
import { mailFaultText, mayHaveArrived, sendMail } from "#app/gateways/email/send-mail.server.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { createdAtMs, newId } from "#app/platform/ids.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { jobRules } from "#app/queue/catalog.ts";
import { sealEmail } from "#app/queue/mail.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { forgetEmailFailure, recordEmailFailure } from "#app/store/email-failures.ts";
import {
  claimForEmail,
  emailsSentSince,
  endAttempt,
  type EventEmail,
  nextDelivery,
  postponeEmail,
  shopsWithDueEmails,
  skipEvents,
  startAttempt,
  tryEmailLock,
  type UnclaimedEmail,
} from "#app/store/outbox.ts";
import { findShop } from "#app/store/shops.ts";
import { writeEmail } from "./write-email.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const digestHour = 8;
/** Longer than the mail server may take to answer. */
const attemptMs = 10 * minuteMs;
const mostAttempts = jobRules["send-mail"].retryLimit + 1;
const firstRetryMs = 30_000;
/** Emails of one shop in a row, before other shops get their turn. */
const emailsAtOnce = 20;

type ClaimedEmail = { readonly messageId: string; readonly deliveries: readonly EventEmail[] };

/** Sends the due emails of all shops. True if more may wait. */
export async function sendDueEmails(now: () => Date): Promise<boolean> {
  if (env().SMTP_URL === undefined) return false;
  let hasMore = false;
  for (const shopId of await shopsWithDueEmails(db(), now())) {
    hasMore = (await sendShopEmails(shopId, now)) || hasMore;
  }
  return hasMore;
}

/** Sends some of a shop's due emails. True if more may wait. */
export async function sendShopEmails(shopId: ShopId, now: () => Date): Promise<boolean> {
  for (let sent = 0; sent < emailsAtOnce; sent += 1) {
    const claimed = await inTransaction((tx) => claimEmail(tx, shopId, now()));
    if (!claimed) return false;
    await sendClaimed(shopId, claimed, now);
  }
  return true;
}

/** Claims the next due email, alone or with others as a digest. Null if there is none. */
async function claimEmail(tx: Tx, shopId: ShopId, now: Date): Promise<ClaimedEmail | null> {
  if (!(await tryEmailLock(tx, shopId))) return null;
  for (;;) {
    const next = await nextDelivery(tx, shopId, now);
    if (!next) return null;
    if (next.messageId === null && (await mustWaitForDigest(tx, shopId, next, now))) continue;
    const messageId = next.messageId ?? newId(idPrefixes.email, now);
    if (next.messageId === null) await claimForEmail(tx, shopId, unclaimedEmail(next), messageId);
    if (next.state === "sending" && next.interrupted) {
      log.warn("An email was interrupted twice and may not have arrived", { shopId, email: messageId });
      await endAttempt(tx, shopId, messageId, { state: "failed", finishedAt: now });
      continue;
    }
    const attempt = {
      messageId,
      dueAt: new Date(now.getTime() + attemptMs),
      interrupted: next.interrupted || next.state === "sending",
    };
    return { messageId, deliveries: await startAttempt(tx, shopId, attempt) };
  }
}

function unclaimedEmail(next: EventEmail): UnclaimedEmail {
  return isDigested(next.eventName) ? { digest: next } : { single: next };
}

/**
 * True if the email must wait: for the daily digest that the affiliate chose, or for an hour after several single
 * emails.
 */
async function mustWaitForDigest(tx: Tx, shopId: ShopId, next: EventEmail, now: Date): Promise<boolean> {
  if (isAlwaysSent(next.eventName) || next.affiliateId === null) return false;
  const affiliate = await findAffiliate(tx, shopId, next.affiliateId);
  if (affiliate?.emailFrequency === "daily") {
    const shop = await findShop(tx, shopId);
    const dueAt = dailyDigestAt(shop?.timeZone ?? "UTC", new Date(createdAtMs(next.eventId)));
    if (dueAt <= now) return false;
    await postponeEmail(tx, shopId, unclaimedEmail(next), dueAt);
    return true;
  }
  if (!isDigested(next.eventName)) return false;
  const sent = await emailsSentSince(tx, shopId, next, new Date(now.getTime() - hourMs));
  const oldest = sent.at(-singleEmailsPerHour);
  if (!oldest) return false;
  await postponeEmail(tx, shopId, unclaimedEmail(next), new Date(oldest.getTime() + hourMs));
  return true;
}

/** Eight in the morning of the next day, by the store's clock. */
function dailyDigestAt(timeZone: string, happenedAt: Date): Date {
  const nextDay = dayIn(timeZone, new Date(happenedAt.getTime() + 24 * hourMs));
  return new Date(dayStart(timeZone, nextDay).getTime() + digestHour * hourMs);
}

async function sendClaimed(
  shopId: ShopId,
  { messageId, deliveries }: ClaimedEmail,
  now: () => Date,
): Promise<void> {
  const written = await writeEmail(shopId, deliveries, now()).catch((error: unknown) => {
    // An email that can't be written must not block later ones, nor count as sent.
    log.error("An email could not be written", { shopId, email: messageId, ...describeError(error) });
    return null;
  });
  if (written === null) return await retryLater(shopId, { messageId, deliveries }, now());
  const { mail, untrue } = written;
  await skipEvents(db(), shopId, { messageId, eventIds: untrue }, now());
  if (mail === null) return;
  try {
    await sendMail(mail, messageId);
  } catch (error) {
    await saveFailure(shopId, { messageId, deliveries, mail, error, now: now() });
    return;
  }
  await endAttempt(db(), shopId, messageId, { state: "sent", finishedAt: now() });
  await forgetEmailFailure(db(), shopId, messageId);
}

type EmailFailure = ClaimedEmail & { readonly mail: Mail; readonly error: unknown; readonly now: Date };

async function saveFailure(
  shopId: ShopId,
  { messageId, deliveries, mail, error, now }: EmailFailure,
): Promise<void> {
  const failure = mailFaultText(error);
  log.warn("An email could not be sent", { shopId, email: messageId, failure });
  // It may have arrived. The attempt stays open and counts as interrupted when its time is over.
  if (mayHaveArrived(error)) return;
  const sealed = sealEmail(shopId, mail);
  await recordEmailFailure(db(), shopId, { jobId: messageId, sealed, failure, now });
  await retryLater(shopId, { messageId, deliveries }, now);
}

async function retryLater(shopId: ShopId, { messageId, deliveries }: ClaimedEmail, now: Date): Promise<void> {
  const attempts = Math.max(...deliveries.map((one) => one.attempts));
  const dueAt = new Date(now.getTime() + firstRetryMs * 2 ** (attempts - 1));
  const outcome =
    attempts < mostAttempts
      ? ({ state: "waiting", dueAt } as const)
      : ({ state: "failed", finishedAt: now } as const);
  await endAttempt(db(), shopId, messageId, outcome);
}
