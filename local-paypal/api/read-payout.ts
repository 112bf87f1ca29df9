/** PayPal's checks before it accepts a payout. It names all faults at once. */
import type { Payout } from "../accept-batch.ts";
import { isSupported, parseValue } from "../money.ts";
import type { ErrorDetail } from "./errors.ts";

const mostItems = 15_000;

type Table = Record<string, unknown>;
type Details = ErrorDetail[];

/** The payout that a body asks for, or every reason against it. */
export function readPayout(body: unknown): Payout | { details: Details } {
  const details: Details = [];
  if (!isTable(body)) return { details: [fault("body", "JSON is malformed")] };
  const header = body["sender_batch_header"];
  if (!isTable(header)) details.push(fault("sender_batch_header", "Required field is missing"));
  const asked = isTable(header) ? header : {};
  const items = Array.isArray(body["items"]) ? body["items"] : [];
  if (items.length === 0) details.push(fault("items", "Required field is missing"));
  if (items.length > mostItems) {
    details.push(fault("items", `Number of items in the payout exceeds the maximum of ${mostItems}`));
    return { details };
  }
  const payout: Payout = {
    senderBatchId: readText(asked, "sender_batch_id", { at: "sender_batch_header.", most: 256, details }),
    emailSubject: readText(asked, "email_subject", { at: "sender_batch_header.", most: 255, details }),
    emailMessage: readText(asked, "email_message", { at: "sender_batch_header.", most: 1000, details }),
    currency: "",
    items: [],
  };
  const currencies = new Set<string>();
  for (const [index, item] of items.entries()) {
    payout.items.push(readItem(item, { at: `items[${index}].`, header: asked, currencies, details }));
  }
  if (currencies.size > 1) details.push(fault("items", "All items must have the same currency"));
  payout.currency = [...currencies][0] ?? "";
  return details.length > 0 ? { details } : payout;
}

interface Reading {
  at: string;
  header: Table;
  currencies: Set<string>;
  details: Details;
}

function readItem(given: unknown, reading: Reading): Payout["items"][number] {
  const { at, details } = reading;
  const item = isTable(given) ? given : {};
  const recipientType = readRecipientType(
    item["recipient_type"] ?? reading.header["recipient_type"],
    reading,
  );
  const receiver = readText(item, "receiver", { at, most: 127, details }) ?? "";
  if (receiver === "") details.push(fault(`${at}receiver`, "Required field is missing"));
  else if (!receiverShapes[recipientType]?.test(receiver)) {
    details.push(fault(`${at}receiver`, "Receiver is invalid or does not match with type"));
  }
  return {
    recipientType,
    receiver,
    minor: readAmount(item["amount"], reading),
    note: readText(item, "note", { at, most: 4000, details }),
    senderItemId: readText(item, "sender_item_id", { at, most: 63, details }),
  };
}

const receiverShapes: Record<string, RegExp> = {
  EMAIL: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  PAYPAL_ID: /^[2-9A-HJ-NP-Z]{13}$/,
  PHONE: /^\+?[\d\s().-]{7,20}$/,
};

function readRecipientType(value: unknown, { at, details }: Reading): string {
  if (typeof value === "string" && value in receiverShapes) return value;
  const issue =
    value === undefined
      ? "Required field is missing"
      : "Value is invalid (must be EMAILor PAYPAL_ID or PHONE)";
  details.push(fault(`${at}recipient_type`, issue));
  return "EMAIL";
}

function readAmount(given: unknown, { at, currencies, details }: Reading): bigint {
  const amount = isTable(given) ? given : {};
  const { currency, value } = amount;
  if (typeof currency !== "string" || !isSupported(currency)) {
    details.push(fault(`${at}amount.currency`, "Currency code is invalid"));
    return 0n;
  }
  currencies.add(currency);
  const minor = typeof value === "string" ? parseValue(value, currency) : null;
  if (minor === null || minor === 0n) {
    details.push(fault(`${at}amount.value`, "Amount is invalid for the currency"));
    return 0n;
  }
  return minor;
}

function readText(
  table: Table,
  name: string,
  { at, most, details }: { at: string; most: number; details: Details },
): string | null {
  const value = table[name];
  if (value === undefined || value === null) return null;
  if (typeof value === "string" && value.length <= most) return value;
  details.push(fault(`${at}${name}`, `Value is invalid (must be text of up to ${most} characters)`));
  return null;
}

function fault(field: string, issue: string): ErrorDetail {
  return { field, issue, location: "body" };
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
