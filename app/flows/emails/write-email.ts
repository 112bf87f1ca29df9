import { isPaymentEvent } from "#app/domain/events.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { EventDelivery } from "#app/store/outbox.ts";
import { writeCommissionEmail } from "./commission-email.ts";
import { findReader, wantsEmails, type WrittenEmail } from "./find-reader.ts";
import { writePaymentEmail } from "./payment-email.ts";

/** Writes the email of some events of one kind to one affiliate. */
export async function writeEmail(
  shopId: ShopId,
  deliveries: readonly EventDelivery[],
  now: Date,
): Promise<WrittenEmail> {
  const ids = deliveries.map((one) => one.eventId);
  const [first] = deliveries;
  if (!first) return { mail: null, untrue: [] };
  const { eventName, affiliateId } = first;
  const found = await findReader(shopId, affiliateId, now);
  if (!found) return { mail: null, untrue: ids };
  if (isPaymentEvent(eventName)) return await writePaymentEmail(found, first.eventId);
  if (!wantsEmails(found)) return { mail: null, untrue: ids };
  return await writeCommissionEmail(found, eventName, deliveries);
}
