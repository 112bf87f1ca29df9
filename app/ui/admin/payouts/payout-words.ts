import type { PayoutSectionWire, PayoutWire } from "#app/contracts/payout.ts";
import { bankColumns, type BankColumns } from "#app/domain/payouts/bank-file.ts";
import { type PaymentState, paymentStates } from "#app/domain/payouts/payment.ts";
import { methodNames, type PayoutMethod, payoutMethods } from "#app/domain/payouts/method.ts";
import type { BadgeState } from "../../shared/badge-looks.ts";
import type { EventDetails } from "../../shared/detail-page.tsx";
import { formatCount, formatDate, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { stateText, statusLabel } from "../../shared/status-badge.tsx";

export const payoutsUrl = "/dashboard/affiliates/payouts";

export const methodChoices = payoutMethods.map((value) => ({ value, label: methodNames[value] }));

/** State for a payment's badge, which names the provider that is asked. */
export function paymentBadgeState(state: PaymentState, method?: PayoutMethod): BadgeState<"payment"> {
  return state === "checking" && method === "store_credit" ? "checking_store_credit" : state;
}

/** Name of a payment's state. An unknown state of a later version is shown as it is. */
export function stateName(status: string, method?: PayoutMethod): string {
  const known = paymentStates.find((one) => one === status);
  return known ? stateText("payment", paymentBadgeState(known, method)) : statusLabel(status);
}

/** Where the money is in a state, in a sentence. */
export const stateMeanings: Readonly<Record<PaymentState, string>> = {
  planned: "The amount is set aside and not sent yet.",
  sending: "The payment is being sent.",
  checking: "The provider didn't answer. The app keeps asking and won't send it twice.",
  sent: "The provider has it.",
  in_review: "PayPal is reviewing it. It's paid or comes back by itself.",
  unclaimed: "PayPal has no account for this email yet. The payment comes back after 30 days.",
  needs_attention: "Look it up with the provider and say whether it arrived.",
  paid: "The affiliate has the money.",
  returned: "The money came back and is in the affiliate's balance.",
  failed: "It wasn't paid and is in the affiliate's balance.",
  canceled: "It was canceled before it was sent and is in the affiliate's balance.",
};

/** "3 affiliates, $120.00". */
export function sumText({ count, total }: { count: number; total: MoneyOnWire }): string {
  return `${peopleText(count)}, ${formatMoney(total)}`;
}

export function peopleText(count: number): string {
  return count === 1 ? "1 affiliate" : `${formatCount(count)} affiliates`;
}

/** "$48.21 and €3.00". */
export function totalText(totals: PayoutWire["totals"]): string {
  return totals.length === 0 ? "–" : totals.map(({ total }) => formatMoney(total)).join(" and ");
}

/** Number of payments of a payout. */
export function countOf({ totals }: Pick<PayoutWire, "totals">): number {
  return totals.reduce((sum, { count }) => sum + count, 0);
}

/** "PayPal payout, Nov 25, 2026", or "Payout, Nov 25, 2026" with several sections. */
export function payoutName({ sections, createdAt }: PayoutWire, timeZone: string): string {
  const [only, ...others] = sections;
  const day = formatDate(createdAt, timeZone);
  return only && others.length === 0 ? sectionName(only, timeZone) : `Payout, ${day}`;
}

export function sectionName(
  { method, createdAt }: Pick<PayoutSectionWire, "method" | "createdAt">,
  timeZone: string,
): string {
  return `${methodNames[method]} payout, ${formatDate(createdAt, timeZone)}`;
}

/** The page of a section; a payout with one section shows it on its own page. */
export function sectionUrl({ payout, id }: Pick<PayoutSectionWire, "payout" | "id">): string {
  return `${payoutsUrl}/${payout}/sections/${id}`;
}

export function paymentUrl(id: string): string {
  return `${payoutsUrl}/payments/${id}`;
}

/** URL of a bank file. Shopify's admin names the download by the last part of its URL. */
export function bankFileUrl(request: string, columns: BankColumns): string {
  return `/dashboard/payouts/files/${request}/payout.${columns === "sepa" ? "xml" : "csv"}`;
}

/** Formats of a bank file. SEPA pays only euros. */
export function bankFormats(currency: string): readonly BankColumns[] {
  return bankColumns.filter((one) => one !== "sepa" || currency === "EUR");
}

/** True while the section changes by itself, so the page reloads it. */
export function isMoving({ state, method }: Pick<PayoutSectionWire, "state" | "method">): boolean {
  return state === "preparing" || state === "sending" || (state === "sent" && method === "paypal");
}

/** A person's decision about a payment, as a sentence. */
export function paymentHistoryText(action: string, details: EventDetails): string {
  const { note } = details;
  return typeof note === "string" && note !== "" ? `${stateName(action)}: ${note}` : stateName(action);
}

/** A step of a payout, as a sentence. */
function payoutHistoryText(action: string, details: EventDetails): string {
  const { payments } = details;
  const texts: Record<string, string> = {
    created: details["schedule"] ? "Created by the schedule" : "Created and confirmed",
    planned: `Prepared: ${typeof payments === "number" ? peopleText(payments) : "all"}`,
    confirmed: "Confirmed",
    approved: "Confirmed by a second person",
    canceled: "Canceled",
    "tried-again": "Tried again",
    "handed over": "File downloaded",
  };
  return texts[action] ?? statusLabel(action);
}

type AuditEvent = {
  readonly auditId: string;
  readonly action: string;
  readonly details: EventDetails;
  readonly actorName: string;
  readonly at: Date;
};

/** The timeline of a payout or a section. */
export function payoutHistory(events: readonly AuditEvent[]) {
  return events.map(({ auditId, action, details, actorName, at }) => ({
    id: auditId,
    text: payoutHistoryText(action, details),
    actor: actorName,
    at: at.toISOString(),
  }));
}
