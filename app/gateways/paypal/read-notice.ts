import { fieldsOf, textOf } from "./read-json.ts";

/** What a notice is about; ids are '' where it names none. */
export type PaypalNotice = {
  readonly noticeId: string;
  /** PAYMENT.PAYOUTS-ITEM.SUCCEEDED and the like. */
  readonly kind: string;
  readonly batchId: string;
  readonly senderBatchId: string;
  readonly senderItemId: string;
};

/** Reads a notice whose signature holds; null for what is none about payouts. */
export function readNotice(rawBody: Buffer): PaypalNotice | null {
  let body: unknown;
  try {
    body = JSON.parse(rawBody.toString("utf8"));
  } catch {
    return null;
  }
  const event = fieldsOf(body);
  const kind = textOf(event["event_type"]);
  const noticeId = textOf(event["id"]);
  if (noticeId === "" || noticeId.length > 200 || !kind.startsWith("PAYMENT.PAYOUTS")) return null;
  const resource = fieldsOf(event["resource"]);
  const header = fieldsOf(resource["batch_header"]);
  const sender = fieldsOf(header["sender_batch_header"]);
  return {
    noticeId,
    kind: kind.slice(0, 100),
    batchId: textOf(header["payout_batch_id"]) || textOf(resource["payout_batch_id"]),
    senderBatchId: textOf(sender["sender_batch_id"]) || textOf(resource["sender_batch_id"]),
    senderItemId: textOf(fieldsOf(resource["payout_item"])["sender_item_id"]),
  };
}
