/** PayPal's refusals: name, message and HTTP status, as its documentation and its recorded answers have them. */
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

export interface ErrorDetail {
  field: string;
  issue: string;
  location?: "body" | "path" | "query";
  link?: { href: string; rel: string; method: string }[];
}

const payoutsErrors = "https://developer.paypal.com/docs/api/payments.payouts-batch/#errors";

interface Known {
  status: ContentfulStatusCode;
  message: string;
}

/** Errors of calls. transcripts/ has the source of each. */
const refusals = {
  VALIDATION_ERROR: { status: 400, message: "Invalid request - see details" },
  USER_BUSINESS_ERROR: { status: 400, message: "User business error." },
  NON_HOLDING_CURRENCY: {
    status: 400,
    message: "Sender does not have a balance in the currency of the payout.",
  },
  INSUFFICIENT_FUNDS: {
    status: 422,
    message: "Sender does not have sufficient funds. Please add funds and retry.",
  },
  AUTHORIZATION_ERROR: { status: 403, message: "Authorization error occurred." },
  NOT_AUTHORIZED: { status: 403, message: "Authorization failed due to insufficient permissions." },
  INVALID_RESOURCE_ID: { status: 404, message: "Requested resource ID was not found." },
  ITEM_INCORRECT_STATUS: { status: 400, message: "Only items in Unclaimed status can be cancelled." },
  ITEM_ALREADY_CANCELLED: { status: 400, message: "The requested item is already cancelled." },
  BATCH_NOT_COMPLETED: { status: 400, message: "Batch is not completed." },
  WEBHOOK_URL_ALREADY_EXISTS: { status: 400, message: "Webhook URL already exists." },
  WEBHOOK_NUMBER_LIMIT_EXCEEDED: { status: 400, message: "The webhook's number limit has exceeded." },
  INVALID_REQUEST: {
    status: 400,
    message: "Request is not well-formed, syntactically incorrect, or violates schema.",
  },
  RATE_LIMIT_REACHED: { status: 429, message: "Too many requests. Blocked due to rate limiting." },
  INTERNAL_ERROR: { status: 500, message: "An internal service error has occurred." },
  SERVICE_UNAVAILABLE: { status: 503, message: "Service Unavailable." },
} as const satisfies Record<string, Known>;

export type RefusalName = keyof typeof refusals;

/** The answer of a refused call, with a debug id of its own. */
export function refuse(
  c: Context,
  name: RefusalName,
  more: { details?: ErrorDetail[]; message?: string } = {},
): Response {
  const { status, message } = refusals[name];
  const body = {
    name,
    message: more.message ?? message,
    debug_id: debugId(),
    information_link: payoutsErrors,
    details: (more.details ?? []).map((detail) => ({ location: "body", ...detail })),
    links: [],
  };
  return c.json(body, status);
}

/** The answer of the gate in front of all calls, which has a shape of its own. */
export function refuseToken(c: Context, description: string): Response {
  return c.json({ error: "invalid_token", error_description: description }, 401);
}

export function debugId(): string {
  return randomBytes(7).toString("hex").slice(0, 13);
}

/** Errors of single items. */
const itemMessages: Record<string, string> = {
  RECEIVER_UNREGISTERED:
    "The recipient for this payout does not have an account. A link to sign up for an account was sent to the recipient. However, if the recipient does not claim this payout within 30 days, the funds will be returned to your account.",
  RECEIVER_UNCONFIRMED:
    "The recipient's email or phone number is unconfirmed. The payout is returned if it is not claimed within 30 days.",
  RECEIVER_ACCOUNT_LOCKED:
    "Recipient's account is locked or inactive. The money was returned to your account.",
  RECEIVER_ACCOUNT_INVALID: "The recipient's account is not valid.",
  DUPLICATE_ITEM:
    "This is a duplicate item as the REF_ID matches with another item in the batch Payout. The REF_ID should be unique for each Payout.",
  INSUFFICIENT_FUNDS: "Sender does not have sufficient funds. Please add funds and retry.",
  TRANSACTION_DECLINED_BY_REVIEW: "The transaction was declined after a review.",
};

/** The `errors` object of an item. */
export function itemError(name: string): object {
  return {
    name,
    message: itemMessages[name] ?? "An error occurred while processing this payout request.",
    information_link: payoutsErrors,
    details: [],
    links: [],
  };
}
