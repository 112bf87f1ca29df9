import type { Language } from "#app/domain/languages.ts";
import type { StatementAbout, StatementState } from "#app/flows/payouts/read-statement.ts";
import { type Formats, formatsIn } from "#app/i18n/formats.ts";
import { textsIn } from "#app/i18n/texts.ts";

/** The reader's language, and the locale of their numbers and dates. */
export type StatementReader = { readonly language: Language; readonly locale: string };

/** The merchant's pages are in English. */
export const englishReader: StatementReader = { language: "en", locale: "en-US" };

/** Texts and formats of a statement. */
export type StatementWords = ReturnType<typeof statementWords>;

export function statementWords({ language, locale }: StatementReader) {
  return {
    t: textsIn(language, "statement"),
    reasons: textsIn(language, "reasons"),
    states: textsIn(language, "states"),
    formats: formatsIn(locale),
  };
}

/** Subject of a movement: "Order #1001". */
export function aboutText({ t, reasons }: StatementWords, about: StatementAbout): string {
  if (about.kind === "payout") {
    const { method, receiver } = about;
    return receiver ? t("about.payoutTo", { method, receiver }) : t("about.payout", { method });
  }
  if (!("order" in about)) return t(`about.${about.kind}`);
  if (about.kind === "deduction") {
    const order = about.order ?? reasons("deduction.noOrder");
    return t("about.deduction", { reason: reasons(`deduction.${about.reason}`, { order }) });
  }
  const { kind, order } = about;
  if (kind === "order") return order === null ? t("about.commission") : t("about.order", { order });
  return order === null ? t(`about.${kind}`) : t(`about.${kind}OfOrder`, { order });
}

/** "Paid, PayPal Mar 25, 2026", "To deduct". `dateOf` writes the day. */
export function statusText(
  { t, states }: StatementWords,
  { payment, ...of }: StatementState,
  dateOf: (day: string) => string,
): string {
  const state = of.kind === "deduction" ? states(`deduction.${of.state}`) : states(`commission.${of.state}`);
  if (payment === null) return state;
  const method = states(`method.${payment.method}`);
  return t("status", { state, method, date: dateOf(payment.day) });
}

/** "2026-03-25" as "Mar 25, 2026". */
export function dayText({ date }: Formats, day: string): string {
  return date(new Date(`${day}T00:00:00Z`), "UTC");
}
