import { fieldsOf, textOf } from "./ask-paypal.server.ts";

/** Subject of a webhook. Ids are empty if it names none. */
export type PaypalNotice = {
  readonly noticeId: string;
  /** PAYMENT.PAYOUTS-ITEM.SUCCEEDED and the like. */
  readonly kind: string;
  readonly batchId: string;
  readonly senderBatchId: string;
  readonly senderItemId: string;
};

/** No id of PayPal's is near as long. What is longer, or holds a NUL, which no database keeps, names nothing. */
const longestId = 200;

function idOf(value: unknown): string {
  const text = textOf(value);
  return text.length > longestId || text.includes("\0") ? "" : text;
}

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
  const noticeId = idOf(event["id"]);
  if (noticeId === "" || !/^PAYMENT\.PAYOUTS[A-Z._-]{0,80}$/.test(kind)) return null;
  const resource = fieldsOf(event["resource"]);
  const header = fieldsOf(resource["batch_header"]);
  const sender = fieldsOf(header["sender_batch_header"]);
  return {
    noticeId,
    kind,
    batchId: idOf(header["payout_batch_id"]) || idOf(resource["payout_batch_id"]),
    senderBatchId: idOf(sender["sender_batch_id"]) || idOf(resource["sender_batch_id"]),
    senderItemId: idOf(fieldsOf(resource["payout_item"])["sender_item_id"]),
  };
}
