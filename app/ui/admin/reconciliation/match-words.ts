import type { ProviderStatementWire, StatementLineWire } from "#app/contracts/reconciliation.ts";
import type { BadgeState } from "../../shared/badge-looks.ts";
import { formatDate, formatMoney } from "../../shared/format.ts";
import { reconciliationText as t } from "./reconciliation-text.ts";

export type LineStep = StatementLineWire["steps"][number];

/** State of a row for its badge. A skipped row says so. */
export function rowStateOf({ match, fee, resolution }: StatementLineWire): BadgeState<"statementRow"> {
  if (resolution === "noted") return "noted";
  return hasMatchedFee({ match, fee }) ? "fee_matched" : match;
}

/** True for a matched payment with a fee that the row itself explains. */
export function hasMatchedFee({ match, fee }: Pick<StatementLineWire, "match" | "fee">): boolean {
  return (match === "paid" || match === "matched") && fee !== null && /[1-9]/.test(fee.amount);
}

/** Steps that need a note. */
const noted: ReadonlySet<LineStep> = new Set(["adjust", "exchange", "record", "noted"]);

/** Button of a row's step, and its confirmation. */
export function stepWords(step: LineStep) {
  return {
    label: t(`steps.${step}.label`),
    message: t(`steps.${step}.message`),
    needsNote: noted.has(step),
  };
}

/** Label of a step for a row. PayPal is asked before a payment that its statement lacks returns to the balance. */
export function stepLabel(step: LineStep, { match, payment }: StatementLineWire): string {
  const isAsked = step === "return" && match === "missing" && payment?.method === "paypal";
  return isAsked ? t("steps.checkPaypal") : stepWords(step).label;
}

/** Affiliate, amounts and change of the balance of a step. */
export function aboutLine(
  { affiliate, amount, payment, says, adjusts }: StatementLineWire,
  step: LineStep,
): string {
  const there = says === null || amount === null ? [] : [t("about.there", { amount: formatMoney(amount) })];
  const here = payment ? [t("about.here", { amount: formatMoney(payment.amount) })] : [];
  const sums = [...there, ...here].join(", ");
  const about = affiliate ? t("about.of", { name: affiliate.name, sums }) : t("about.sums", { sums });
  if (step !== "adjust" || adjusts === null) return about;
  const isTaken = adjusts.amount.startsWith("-");
  const size = formatMoney({ ...adjusts, amount: adjusts.amount.replace("-", "") });
  return `${about} ${t(isTaken ? "about.taken" : "about.added", { amount: size })}`;
}

/** "ING_2026-11.csv", or "PayPal report, Nov 25". */
export function statementName(
  { provider, fileName, takenInAt }: ProviderStatementWire,
  timeZone: string,
): string {
  return (
    fileName ||
    t("statement.report", {
      provider: t(`providers.${provider}`),
      date: formatDate(takenInAt, timeZone),
    })
  );
}
