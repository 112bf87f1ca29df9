import { merchantTexts } from "#app/i18n/texts.ts";
import { maskedEmail } from "../../domain/payouts/details.ts";
import type { Outcome } from "../../domain/payouts/payment.ts";
import type { PaypalAccount } from "../../domain/payouts/paypal-account.ts";
import { paypalMinor } from "../../domain/payouts/request.ts";
import {
  askPaypal,
  fieldsOf,
  instantOf,
  listOf,
  otherFeeText,
  type PaypalDoubt,
  type PaypalRefusal,
  textOf,
} from "./ask-paypal.server.ts";

/** A payment, or a returned one, in PayPal's report. Minor units without a sign. */
export type PaypalTransaction = {
  readonly transactionId: string;
  /** The app's name of the payment: shop and payment. Empty for a payment that no app named. */
  readonly senderItemId: string;
  /** PayPal's transaction event code. */
  readonly code: string;
  readonly outcome: Outcome;
  readonly amountMinor: bigint;
  /** Null if the fee is in another currency than the payment. */
  readonly feeMinor: bigint | null;
  /** The fee if it is in another currency, for people to read. Otherwise empty. */
  readonly otherFee: string;
  readonly currency: string;
  readonly at: Date;
  /** Masked receiver. */
  readonly receiver: string;
};

/** PayPal's report for some days. */
export type PaypalReport = {
  readonly transactions: readonly PaypalTransaction[];
  /** End of the period that PayPal's report covers, some hours behind. Null if it does not say. */
  readonly knownUntil: Date | null;
};

/** Codes of payouts and their returns. Source: PayPal, transaction event codes. */
const payments = new Set(["T0001"]);
const returns = new Set(["T1114", "T1115"]);

const pageSize = 500;

/**
 * Payouts among the transactions of a span of at most 31 days. Source: PayPal Transaction Search API, `GET
 * /v1/reporting/transactions`.
 */
export async function readTransactions(
  account: PaypalAccount,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<PaypalReport | PaypalRefusal | PaypalDoubt> {
  const transactions: PaypalTransaction[] = [];
  let knownUntil: Date | null = null;
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({
      start_date: since.toISOString(),
      end_date: until.toISOString(),
      fields: "transaction_info,payer_info",
      page_size: String(pageSize),
      page: String(page),
    });
    const answer = await askPaypal(account, {
      method: "GET",
      path: `/v1/reporting/transactions?${query.toString()}`,
    });
    if (answer.kind !== "answered") return answer;
    if (answer.status !== 200) return refusalOf(answer);
    const body = fieldsOf(answer.body);
    transactions.push(...listOf(body["transaction_details"]).flatMap(transactionOf));
    // From the first page. A later page may contain payments that the first did not have yet.
    knownUntil ??= momentOf(body["last_refreshed_datetime"]);
    const pages = Number(body["total_pages"] ?? 1);
    if (!Number.isFinite(pages) || page >= pages) return { transactions, knownUntil };
  }
}

function refusalOf({ status, body }: { readonly status: number; readonly body: unknown }): PaypalRefusal {
  const told = fieldsOf(body);
  const code = textOf(told["name"]) || `HTTP_${status}`;
  const message = (
    textOf(told["message"]) || merchantTexts("providers")("paypal.answered", { status })
  ).slice(0, 300);
  return { kind: "refused", code, message, mends: "by-person", retryAfterSeconds: 0 };
}

function transactionOf(value: unknown): PaypalTransaction[] {
  const info = fieldsOf(fieldsOf(value)["transaction_info"]);
  const code = textOf(info["transaction_event_code"]);
  const outcome = outcomeOf(code, textOf(info["transaction_status"]));
  const at = momentOf(info["transaction_initiation_date"]);
  const { amountMinor, currency } = moneyOf(info["transaction_amount"]);
  if (outcome === null || at === null || amountMinor === null) return [];
  const told = fieldsOf(info["fee_amount"]);
  const fee = moneyOf(told);
  const isOtherFee = fee.currency !== "" && fee.currency !== currency;
  const email = textOf(fieldsOf(fieldsOf(value)["payer_info"])["email_address"]);
  return [
    {
      transactionId: textOf(info["transaction_id"]),
      senderItemId: textOf(info["custom_field"]),
      code,
      outcome,
      amountMinor,
      feeMinor: isOtherFee ? null : (fee.amountMinor ?? 0n),
      otherFee: isOtherFee ? otherFeeText(textOf(told["value"]), fee.currency, currency) : "",
      currency,
      at,
      receiver: email === "" ? "" : maskedEmail(email),
    },
  ];
}

/** Reports write the offset of an instant without a colon. */
function momentOf(value: unknown): Date | null {
  return instantOf(textOf(value).replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
}

/** P: unclaimed. V: paid and returned. Null for other transactions. */
function outcomeOf(code: string, status: string): Outcome | null {
  if (returns.has(code)) return "returned";
  if (!payments.has(code)) return null;
  if (status === "V") return "returned";
  if (status === "P") return "unclaimed";
  return status === "D" ? "failed" : "paid";
}

function moneyOf(value: unknown): { amountMinor: bigint | null; currency: string } {
  const money = fieldsOf(value);
  const currency = textOf(money["currency_code"]);
  const minor = paypalMinor(textOf(money["value"]), currency);
  return { amountMinor: minor === null || minor >= 0n ? minor : -minor, currency };
}
