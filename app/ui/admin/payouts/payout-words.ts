import { methodName } from "#app/i18n/method-words.ts";
import type { PayoutSectionWire, PayoutWire } from "#app/contracts/payout.ts";
import { bankColumns, type BankColumns } from "#app/domain/payouts/bank-file.ts";
import { type PaymentState, paymentStates } from "#app/domain/payouts/payment.ts";
import { type PayoutMethod, payoutMethods } from "#app/domain/payouts/method.ts";
import type { BadgeState } from "../../shared/badge-looks.ts";
import type { EventDetails } from "../../shared/detail-page.tsx";
import { formatListDate, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { stateText, statusLabel } from "../../shared/status-badge.tsx";
import { payoutText as t } from "./payout-text.ts";

export const payoutsUrl = "/dashboard/affiliates/payouts";

export const methodChoices = payoutMethods.map((value) => ({ value, label: methodName(value) }));

/** State for a payment's badge, which names the provider that is asked. */
export function paymentBadgeState(state: PaymentState, method?: PayoutMethod): BadgeState<"payment"> {
  return state === "checking" && method === "store_credit" ? "checking_store_credit" : state;
}

/** Name of a payment's state. An unknown state of a later version is shown as it is. */
export function stateName(status: string, method?: PayoutMethod): string {
  const known = paymentStates.find((one) => one === status);
  return known ? stateText("payment", paymentBadgeState(known, method)) : statusLabel(status);
}

/** "3 affiliates, $120.00". */
export function sumText({ count, total }: { count: number; total: MoneyOnWire }): string {
  return t("sum", { affiliates: peopleText(count), total: formatMoney(total) });
}

export function peopleText(count: number): string {
  return t("affiliates", { count });
}

/** "$48.21 and €3.00". */
export function totalText(totals: PayoutWire["totals"]): string {
  return totals.length === 0 ? "–" : totals.map(({ total }) => formatMoney(total)).join(" and ");
}

/** Number of payments of a payout. */
export function countOf({ totals }: Pick<PayoutWire, "totals">): number {
  return totals.reduce((sum, { count }) => sum + count, 0);
}

/** "PayPal payout, Nov 25", or "Payout, Nov 25" with several sections. */
export function payoutName({ sections, createdAt }: PayoutWire, timeZone: string): string {
  const [only, ...others] = sections;
  const day = formatListDate(createdAt, timeZone);
  return only && others.length === 0 ? sectionName(only, timeZone) : t("name", { date: day });
}

export function sectionName(
  { method, createdAt }: Pick<PayoutSectionWire, "method" | "createdAt">,
  timeZone: string,
): string {
  return t(`nameOfMethod.${method}`, { date: formatListDate(createdAt, timeZone) });
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
  if (action === "taken back") return t("history.takenBack");
  return typeof note === "string" && note !== ""
    ? t("payment.noted", { state: stateName(action), note })
    : stateName(action);
}

/** A step of a payout, as a sentence. */
function payoutHistoryText(action: string, details: EventDetails): string {
  const { payments } = details;
  const texts: Record<string, string> = {
    created: t(details["schedule"] ? "history.scheduled" : "history.created"),
    planned:
      typeof payments === "number"
        ? t("history.plannedFor", { affiliates: peopleText(payments) })
        : t("history.planned"),
    confirmed: t("history.confirmed"),
    approved: t("history.approved"),
    canceled: t("history.canceled"),
    "tried-again": t("history.again"),
    "handed over": t("history.downloaded"),
    "sent again": t("history.sentAgain"),
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
