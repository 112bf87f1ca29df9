import type { ProviderStatementWire, StatementLineWire } from "#app/contracts/reconciliation.ts";
import type { BadgeState } from "../../shared/badge-looks.ts";
import { formatDate, formatMoney } from "../../shared/format.ts";

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

type StepWords = { readonly label: string; readonly message: string; readonly needsNote: boolean };

/** Buttons of a row, and their confirmations. */
export const stepWords: Record<LineStep, StepWords> = {
  settle: { label: "Mark as paid", message: "The fee in the statement is recorded too.", needsNote: false },
  return: {
    label: "Return to balance",
    message: "If your bank pays it later, it's paid twice.",
    needsNote: false,
  },
  "take-back": {
    label: "Cancel in PayPal",
    message: "The amount returns to the balance. PayPal may keep its fee.",
    needsNote: false,
  },
  fee: {
    label: "Record fee",
    message: "The recorded fee becomes the one in the statement.",
    needsNote: false,
  },
  adjust: {
    label: "Adjust balance",
    message: "The balance changes by the difference.",
    needsNote: true,
  },
  exchange: {
    label: "Adjust for currency",
    message: "The payment stays paid. Enter how much the affiliate should get, or a negative amount to take.",
    needsNote: true,
  },
  record: {
    label: "Record payment",
    message: "It's recorded as a manual payment to the affiliate.",
    needsNote: true,
  },
  choose: { label: "Choose payment", message: "No money moves.", needsNote: false },
  noted: { label: "Skip", message: "Nothing is recorded for it.", needsNote: true },
};

/** Label of a step for a row. PayPal is asked before a payment that its statement lacks returns to the balance. */
export function stepLabel(step: LineStep, { match, payment }: StatementLineWire): string {
  const isAsked = step === "return" && match === "missing" && payment?.method === "paypal";
  return isAsked ? "Check in PayPal" : stepWords[step].label;
}

/** Affiliate, amounts and change of the balance of a step. */
export function aboutLine(
  { affiliate, amount, payment, says, adjusts }: StatementLineWire,
  step: LineStep,
): string {
  const there = says === null || amount === null ? [] : [`${formatMoney(amount)} in the statement`];
  const here = payment ? [`${formatMoney(payment.amount)} in the app`] : [];
  const about = `${affiliate ? `${affiliate.name}: ` : ""}${[...there, ...here].join(", ")}.`;
  if (step !== "adjust" || adjusts === null) return about;
  const isTaken = adjusts.amount.startsWith("-");
  const size = formatMoney({ ...adjusts, amount: adjusts.amount.replace("-", "") });
  return `${about} ${size} is ${isTaken ? "taken from" : "added to"} the balance.`;
}

export const providerNames = {
  paypal: "PayPal",
  wise: "Wise",
  bank: "Bank",
  store_credit: "Store credit",
} as const;

/** "ING_2026-11.csv", or "PayPal report, Nov 25". */
export function statementName(
  { provider, fileName, takenInAt }: ProviderStatementWire,
  timeZone: string,
): string {
  return fileName || `${providerNames[provider]} report, ${formatDate(takenInAt, timeZone)}`;
}
