import type { ShopId } from "#app/domain/ids.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { encryptDocument } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { keepOwnDelivery } from "#app/store/inbox.ts";

/** An order that nobody told of; `state` says which of its states, or who looked for it. */
type Missed = {
  readonly orderId: string;
  readonly name?: string;
  readonly state: string;
  readonly changedAt: Date | null;
};

/**
 * One order that cannot be read or taken into the books does not hold up the others, and is not lost with whoever looked
 * for it: the inbox tries it again, and at last sets it aside for a person. A delivery for each state, however often it
 * is met.
 * @throws the error where it is the platform's way to all orders that is shut.
 */
export async function leaveToInbox(
  shopId: ShopId,
  { orderId, name, state, changedAt }: Missed,
  { error, now }: { readonly error: unknown; readonly now: Date },
): Promise<void> {
  if (error instanceof PlatformError && !["refused", "denied"].includes(error.kind)) throw error;
  log.warn("An order could not be read and is left to the inbox", { shop: shopId, ...describeError(error) });
  const body = Buffer.from(JSON.stringify({ id: orderId, name }));
  await keepOwnDelivery(db(), {
    shopId,
    topic: "orders/missed",
    webhookId: `${orderId}-${state}`,
    eventId: null,
    apiVersion: "",
    triggeredAt: changedAt,
    receivedAt: now,
    sealedBody: encryptDocument(body, shopId),
  });
}
