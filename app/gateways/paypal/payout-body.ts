import type { PayoutChunkId, PayoutItemId, ShopId } from "../../domain/ids.ts";
import { isIdOf } from "../../domain/ids.ts";
import { paypalValue } from "../../domain/payouts/paypal-money.ts";

export type PaypalPayment = {
  readonly itemId: PayoutItemId;
  readonly receiver: string;
  readonly amountMinor: bigint;
};

/**
 * The body that hands a chunk over, the same at every try. Shop and chunk make its sender_batch_id, shop and item each
 * sender_item_id (61 of 63 characters), so that a notice finds its shop.
 * Source: PayPal Payouts API, `POST /v1/payments/payouts`.
 */
export function payoutBody(
  of: {
    readonly shopId: ShopId;
    readonly chunkId: PayoutChunkId;
    readonly currency: string;
    /** Subject of PayPal's email to the receiver. */
    readonly subject: string;
  },
  payments: readonly PaypalPayment[],
): string {
  return JSON.stringify({
    sender_batch_header: {
      sender_batch_id: senderId(of.shopId, of.chunkId),
      email_subject: of.subject.slice(0, 255),
    },
    items: payments.map(({ itemId, receiver, amountMinor }) => ({
      recipient_type: "EMAIL",
      receiver,
      amount: {
        value: paypalValue({ minor: amountMinor, currency: of.currency }),
        currency: of.currency,
      },
      sender_item_id: senderId(of.shopId, itemId),
    })),
  });
}

/** The app's own name of a request or a payment at PayPal. */
export function senderId(shopId: ShopId, id: PayoutChunkId | PayoutItemId): string {
  return `${shopId}:${id}`;
}

/** Reads it back; null for what the app did not name. */
export function findSender<Kind extends "payoutChunk" | "payoutItem">(
  kind: Kind,
  text: string,
): { shopId: ShopId; id: Kind extends "payoutChunk" ? PayoutChunkId : PayoutItemId } | null {
  const [shopId = "", id = "", ...rest] = text.split(":");
  if (rest.length > 0 || !isIdOf("shop", shopId) || !isIdOf(kind, id)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- isIdOf has just said so
  return { shopId: shopId as ShopId, id: id as never };
}
