/** Batches and items in the shapes that calls answer and webhooks carry. */
import { moment, type PaypalContext } from "../context.ts";
import { formatValue } from "../money.ts";
import { itemError } from "./errors.ts";
import type { Batch, Item } from "../state.ts";

export interface Link {
  href: string;
  rel: string;
  method: string;
  encType: string;
}

export function link(ctx: PaypalContext, path: string, rel: string): Link {
  return { href: `${ctx.url}${path}`, rel, method: "GET", encType: "application/json" };
}

export function batchPath(batchId: string): string {
  return `/v1/payments/payouts/${batchId}`;
}

export function itemPath(itemId: string): string {
  return `/v1/payments/payouts-item/${itemId}`;
}

function amount(minor: bigint, currency: string): { currency: string; value: string } {
  return { currency, value: formatValue(minor, currency) };
}

/** The header as `201 Created` answers it: never more than PENDING, whatever has happened since. */
export function answerCreated(ctx: PaypalContext, batch: Batch): object {
  return {
    batch_header: {
      sender_batch_header: senderHeader(batch),
      payout_batch_id: batch.id,
      batch_status: "PENDING",
    },
    links: [link(ctx, batchPath(batch.id), "self")],
  };
}

/** The header as it stands: sums of all items, and of their fees once the batch is being looked at. */
export function answerHeader(batch: Batch, items: readonly Item[]): object {
  const total = items.reduce((sum, item) => sum + BigInt(item.minor), 0n);
  const fees = items.reduce((sum, item) => sum + chargedFee(item), 0n);
  return {
    payout_batch_id: batch.id,
    batch_status: batch.status,
    time_created: moment(batch.createdAt),
    ...(batch.completedAt === null
      ? {}
      : { time_completed: moment(batch.completedAt), time_closed: moment(batch.completedAt) }),
    sender_batch_header: senderHeader(batch),
    funding_source: "BALANCE",
    amount: amount(total, batch.currency),
    fees: amount(fees, batch.currency),
  };
}

function senderHeader(batch: Batch): object {
  return {
    ...(batch.senderBatchId === null ? {} : { sender_batch_id: batch.senderBatchId }),
    ...(batch.emailSubject === null ? {} : { email_subject: batch.emailSubject }),
    ...(batch.emailMessage === null ? {} : { email_message: batch.emailMessage }),
  };
}

/** An item as it stands inside its batch, and in webhooks. */
export function answerItem(ctx: PaypalContext, item: Item, rel: "item" | "self" = "item"): object {
  // A pending item, and one that never went out, has no transaction.
  const hasTransaction = item.status !== "PENDING" && item.status !== "FAILED";
  return {
    payout_item_id: item.id,
    ...(hasTransaction ? { transaction_id: item.transactionId, activity_id: item.activityId } : {}),
    transaction_status: item.status,
    payout_item_fee: amount(chargedFee(item), item.currency),
    payout_batch_id: item.batchId,
    payout_item: {
      recipient_type: item.recipientType,
      amount: amount(BigInt(item.minor), item.currency),
      ...(item.note === null ? {} : { note: item.note }),
      receiver: item.receiver,
      ...(item.senderItemId === null ? {} : { sender_item_id: item.senderItemId }),
      recipient_wallet: "PAYPAL",
    },
    ...(item.processedAt === null ? {} : { time_processed: moment(item.processedAt) }),
    ...(item.error === null ? {} : { errors: itemError(item.error) }),
    links: [
      link(ctx, itemPath(item.id), rel),
      ...(rel === "self" ? [link(ctx, batchPath(item.batchId), "batch")] : []),
    ],
  };
}

/** An item asked for by itself: it knows its batch's `sender_batch_id` too. */
export function answerSingleItem(ctx: PaypalContext, item: Item): object {
  const senderBatchId = ctx.state.batches[item.batchId]?.senderBatchId ?? null;
  return {
    ...answerItem(ctx, item, "self"),
    ...(senderBatchId === null ? {} : { sender_batch_id: senderBatchId }),
  };
}

/** A fee stays charged when money comes back, as in PayPal's example of a cancelled item. */
export function chargedFee(item: Item): bigint {
  return item.status === "PENDING" || item.status === "FAILED" ? 0n : BigInt(item.feeMinor);
}
