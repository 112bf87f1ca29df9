import {
  type ApplicationEventName,
  type CommissionEventName,
  isAlwaysSent,
  type PaymentEventName,
} from "#app/domain/events.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { createdAtMs } from "#app/platform/ids.server.ts";
import { type EventEmail, findEvent, openSecret } from "#app/store/outbox.ts";
import { accountEmails } from "./account-email.ts";
import { activityEmails } from "./activity-email.ts";
import { writeApplicationEmail } from "./application-email.ts";
import { writeCommissionEmail } from "./commission-email.ts";
import type { EventEmails } from "./event-emails.ts";
import { findReader, isInstalled, wantsEmails, type WrittenEmail } from "./find-reader.ts";
import { writePaymentEmail } from "./payment-email.ts";
import { termsEmails } from "./terms-email.ts";

/** Optional emails that are older than this, because there was no mail server, are not sent anymore. */
const newsMs = 7 * 86_400_000;

const emails: EventEmails = { ...accountEmails, ...activityEmails, ...termsEmails };

/** Writes the email of deliveries to one reader, all of one kind. Skips old news. */
export async function writeEmail(
  shopId: ShopId,
  deliveries: readonly EventEmail[],
  now: Date,
): Promise<WrittenEmail> {
  const [old, fresh] = splitByAge(deliveries, now);
  const { mail, untrue } = await writeCurrentEmail(shopId, fresh, now);
  return { mail, untrue: [...old.map((one) => one.eventId), ...untrue] };
}

function splitByAge(deliveries: readonly EventEmail[], now: Date) {
  const isOld = ({ eventName, eventId }: EventEmail) =>
    !isAlwaysSent(eventName) && now.getTime() - createdAtMs(eventId) > newsMs;
  return [deliveries.filter(isOld), deliveries.filter((one) => !isOld(one))] as const;
}

async function writeCurrentEmail(
  shopId: ShopId,
  deliveries: readonly EventEmail[],
  now: Date,
): Promise<WrittenEmail> {
  const ids = deliveries.map((one) => one.eventId);
  const untrue = { mail: null, untrue: ids };
  const [first] = deliveries;
  if (!first) return untrue;
  const { eventName, affiliateId, eventId } = first;
  if (isApplication(eventName) || affiliateId === null) return await writeApplicationEmail(first, now);
  const found = await findReader(shopId, affiliateId, now);
  if (!found) return untrue;
  if (isPayment(eventName)) return await writePaymentEmail(found, eventId);
  const isWanted = isAlwaysSent(eventName) ? isInstalled(found) : wantsEmails(found);
  if (!isWanted) return untrue;
  if (isCommission(eventName)) return await writeCommissionEmail(found, eventName, deliveries);
  const event = await findEvent(db(), shopId, eventId);
  if (!event) return untrue;
  const { to, ...secret } = openSecret(first);
  const reader = {
    ...found.reader,
    ...(isAlwaysSent(eventName) && { settingsLink: null }),
    ...(to !== undefined && { email: to }),
  };
  const write = emails[eventName] as (of: object) => ReturnType<EventEmails["claim.decided"]>;
  const mail = await write({ ...found, reader, secret, event, payload: event.payload });
  return mail === null ? untrue : { mail, untrue: [] };
}

function isApplication(name: string): name is ApplicationEventName {
  return name.startsWith("application.");
}

function isPayment(name: string): name is PaymentEventName {
  return name.startsWith("payment.");
}

function isCommission(name: string): name is CommissionEventName {
  return name.startsWith("commission.");
}
