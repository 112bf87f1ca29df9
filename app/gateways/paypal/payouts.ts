import { merchantTexts } from "#app/i18n/texts.ts";
import { isIdOf, type PayoutRequestId, type PaymentId, type ShopId } from "#app/domain/ids.ts";
import type { Outcome } from "#app/domain/payouts/payment.ts";
import type { PaypalAccount } from "#app/domain/payouts/paypal-account.ts";
import { paypalMinor, paypalValue } from "#app/domain/payouts/request.ts";
import {
  askPaypal,
  fieldsOf,
  instantOf,
  listOf,
  otherFeeText,
  type PaypalAnswer,
  type PaypalDoubt,
  type PaypalRefusal,
  textOf,
} from "./ask-paypal.server.ts";

const t = merchantTexts("providers");

/** An item of a PayPal batch: one payment. */
export type PaypalItem = {
  readonly paymentId: string;
  /** The app's name of the payment: shop and payment. */
  readonly senderItemId: string;
  readonly batchId: string;
  readonly transactionId: string;
  /** PayPal's own status. */
  readonly status: string;
  /** Null for a status that the app does not know. */
  readonly outcome: Outcome | null;
  /** Minor units. Null if they can't be read. */
  readonly amountMinor: bigint | null;
  readonly currency: string;
  /** Minor units. Null if PayPal does not name a fee, or names it in another currency than the payment. */
  readonly feeMinor: bigint | null;
  /** The fee if it is in another currency, for people to read. Otherwise empty. */
  readonly otherFee: string;
  readonly processedAt: Date | null;
  /** PayPal's error message. '' for none. */
  readonly error: string;
};

export type PaypalBatch = {
  readonly batchId: string;
  readonly senderBatchId: string;
  /** PENDING, PROCESSING, SUCCESS, DENIED or CANCELED. */
  readonly status: string;
  readonly items: readonly PaypalItem[];
};

type CreateResult =
  | { readonly kind: "accepted"; readonly batchId: string }
  /** It was sent before. `batchId` is '' if PayPal does not name its batch. */
  | { readonly kind: "duplicate"; readonly batchId: string }
  | PaypalRefusal
  | PaypalDoubt;

/**
 * Sends a frozen body. Its sender_batch_id makes that safe to repeat for 30 days. Source: PayPal Payouts API,
 * `POST /v1/payments/payouts`.
 */
export async function createPayout(account: PaypalAccount, body: string): Promise<CreateResult> {
  const answer = await askPaypal(account, { method: "POST", path: "/v1/payments/payouts", body });
  if (answer.kind !== "answered") return answer;
  if (answer.status >= 200 && answer.status < 300) {
    const batchId = textOf(fieldsOf(fieldsOf(answer.body)["batch_header"])["payout_batch_id"]);
    return batchId === "" ? { kind: "doubt", message: t("paypal.noBatch") } : { kind: "accepted", batchId };
  }
  return duplicateOf(answer.body) ?? refusalOf(answer);
}

/** PayPal already has this sender_batch_id. Most answers link to its batch. */
function duplicateOf(body: unknown): CreateResult | null {
  const details = listOf(fieldsOf(body)["details"]).map(fieldsOf);
  const told = details.find(
    (one) =>
      /sender_batch_id/i.test(textOf(one["field"])) && /already exists|duplicate/i.test(textOf(one["issue"])),
  );
  if (!told) return null;
  const links = [...listOf(told["link"]), ...listOf(fieldsOf(body)["links"])].map(fieldsOf);
  const found = links
    .map((one) => /\/payments\/payouts\/([A-Z0-9-]{1,40})(?:[/?]|$)/.exec(textOf(one["href"]))?.[1])
    .find((one) => one !== undefined);
  return { kind: "duplicate", batchId: found ?? "" };
}

const byTime = new Set(["INSUFFICIENT_FUNDS", "RATE_LIMIT_REACHED", "SERVICE_UNAVAILABLE"]);

function refusalOf(answer: Extract<PaypalAnswer, { kind: "answered" }>): PaypalRefusal {
  const body = fieldsOf(answer.body);
  const code = textOf(body["name"]) || `HTTP_${answer.status}`;
  const details = listOf(body["details"])
    .map(fieldsOf)
    .map((one) => [textOf(one["field"]), textOf(one["issue"])].filter((part) => part !== "").join(": "))
    .slice(0, 5);
  const message = [
    textOf(body["message"]) || t("paypal.answered", { status: answer.status }),
    ...details,
  ].join(" · ");
  const mends = byTime.has(code) ? "by-time" : "by-person";
  return { kind: "refused", code, message: message.slice(0, 500), mends, retryAfterSeconds: 0 };
}

const pageSize = 1000;

/**
 * A batch with all of its items, page by page. Null if PayPal has none with that id. Source: PayPal Payouts
 * API, `GET /v1/payments/payouts/{id}`.
 */
export async function readBatch(
  account: PaypalAccount,
  batchId: string,
): Promise<PaypalBatch | PaypalRefusal | PaypalDoubt | null> {
  const items: PaypalItem[] = [];
  for (let page = 1; ; page += 1) {
    const query = `page=${page}&page_size=${pageSize}&total_required=true`;
    const path = `/v1/payments/payouts/${encodeURIComponent(batchId)}?${query}`;
    const answer = await askPaypal(account, { method: "GET", path });
    if (answer.kind !== "answered") return answer;
    if (answer.status === 404) return null;
    if (answer.status !== 200) return refusalOf(answer);
    const body = fieldsOf(answer.body);
    const header = fieldsOf(body["batch_header"]);
    const found = listOf(body["items"]).map(itemOf);
    items.push(...found);
    const pages = Number(body["total_pages"] ?? 1);
    const isLast = Number.isFinite(pages) ? page >= pages : found.length < pageSize;
    if (!isLast && found.length > 0) continue;
    return {
      batchId: textOf(header["payout_batch_id"]),
      senderBatchId: textOf(fieldsOf(header["sender_batch_header"])["sender_batch_id"]),
      status: textOf(header["batch_status"]),
      items,
    };
  }
}

/** Cancels an unclaimed item and returns its new state. Source: `POST …/{id}/cancel`. */
export async function cancelUnclaimed(
  account: PaypalAccount,
  paymentId: string,
): Promise<PaypalItem | PaypalRefusal | PaypalDoubt> {
  const path = `/v1/payments/payouts-item/${encodeURIComponent(paymentId)}/cancel`;
  const answer = await askPaypal(account, { method: "POST", path, body: "{}" });
  if (answer.kind !== "answered") return answer;
  return answer.status === 200 ? itemOf(answer.body) : refusalOf(answer);
}

/** PayPal's statuses of an item. The batch's own status decides nothing, because its items do. */
const meanings: Readonly<Record<string, Outcome>> = {
  PENDING: "sent",
  ONHOLD: "in_review",
  BLOCKED: "in_review",
  UNCLAIMED: "unclaimed",
  SUCCESS: "paid",
  FAILED: "failed",
  RETURNED: "returned",
  REFUNDED: "returned",
  REVERSED: "returned",
};

function itemOf(value: unknown): PaypalItem {
  const body = fieldsOf(value);
  const item = fieldsOf(body["payout_item"]);
  const amount = fieldsOf(item["amount"]);
  const fee = fieldsOf(body["payout_item_fee"]);
  const status = textOf(body["transaction_status"]);
  const error = fieldsOf(body["errors"]);
  const currency = textOf(amount["currency"]);
  return {
    paymentId: textOf(body["payout_item_id"]),
    senderItemId: textOf(item["sender_item_id"]),
    batchId: textOf(body["payout_batch_id"]),
    transactionId: textOf(body["transaction_id"]),
    status,
    outcome: Object.hasOwn(meanings, status) ? (meanings[status] ?? null) : null,
    amountMinor: paypalMinor(textOf(amount["value"]), currency),
    currency,
    // The books have no place for a fee in another currency.
    feeMinor: textOf(fee["currency"]) === currency ? paypalMinor(textOf(fee["value"]), currency) : null,
    otherFee: otherFeeText(textOf(fee["value"]), textOf(fee["currency"]), currency),
    processedAt: instantOf(body["time_processed"]),
    error: (textOf(error["message"]) || textOf(error["name"])).slice(0, 300),
  };
}

type PaypalPayment = {
  readonly paymentId: PaymentId;
  readonly receiver: string;
  readonly amountMinor: bigint;
};

/**
 * The body of a request, equal in every attempt. Shop and request form its sender_batch_id, and shop and
 * payment each sender_item_id (61 of 63 characters), so that a notice leads to its shop. Source: PayPal
 * Payouts API, `POST /v1/payments/payouts`.
 */
export function payoutBody(
  of: {
    readonly shopId: ShopId;
    readonly requestId: PayoutRequestId;
    readonly currency: string;
    /** Named in the subject of PayPal's email to the receiver. */
    readonly storeName: string;
  },
  payments: readonly PaypalPayment[],
): string {
  return JSON.stringify({
    sender_batch_header: {
      sender_batch_id: senderId(of.shopId, of.requestId),
      email_subject: t("paypal.subject", { store: of.storeName }).slice(0, 255),
    },
    items: payments.map(({ paymentId, receiver, amountMinor }) => ({
      recipient_type: "EMAIL",
      receiver,
      amount: {
        value: paypalValue({ minor: amountMinor, currency: of.currency }),
        currency: of.currency,
      },
      sender_item_id: senderId(of.shopId, paymentId),
    })),
  });
}

/** The app's name of a request or payment at PayPal. */
export function senderId(shopId: ShopId, id: PayoutRequestId | PaymentId): string {
  return `${shopId}:${id}`;
}

/** Parses such a name. Null for one that the app did not create. */
export function findSender<Kind extends "payoutRequest" | "payment">(
  kind: Kind,
  text: string,
): { shopId: ShopId; id: Kind extends "payoutRequest" ? PayoutRequestId : PaymentId } | null {
  const [shopId = "", id = "", ...rest] = text.split(":");
  if (rest.length > 0 || !isIdOf("shop", shopId) || !isIdOf(kind, id)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- isIdOf has just said so
  return { shopId: shopId as ShopId, id: id as never };
}
