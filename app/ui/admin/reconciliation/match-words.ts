import type { StatementLineWire } from "#app/contracts/reconciliation.ts";
import { untold } from "#app/domain/statements/match.ts";
import { formatMoney } from "../../shared/format.ts";

type Match = StatementLineWire["match"];
type Step = StatementLineWire["steps"][number];

export const matchNames: Record<Match, string> = {
  matched: "Matched",
  settled: "Paid there, open here",
  returned: "Came back",
  unclaimed: "Unclaimed",
  pending: "On its way there",
  amount: "Different amount",
  fee: "Fee differs",
  missing: "Missing in the statement",
  awaited: "On its way at the bank",
  unreadable: "The customer is gone: cannot be read",
  unexpected: "Unexpected",
  waiting: "Not compared yet",
};

/** What a line tells: of money that comes back there are two lines, and only this tells them apart. */
export const saysNames: Record<NonNullable<StatementLineWire["says"]>, string> = {
  settled: "Payment",
  returned: "Money back",
  failed: "Not paid",
  unclaimed: "Unclaimed",
  sent: "On its way",
  held: "In review",
};

export const matchTones: Record<Match, "success" | "info" | "attention" | "warning" | "critical"> = {
  matched: "success",
  settled: "info",
  returned: "warning",
  unclaimed: "attention",
  pending: "info",
  amount: "critical",
  fee: "attention",
  missing: "critical",
  awaited: "info",
  unreadable: "warning",
  unexpected: "critical",
  waiting: "info",
};

type StepWords = { readonly label: string; readonly message: string; readonly needsNote: boolean };

/** What can be done about a line, as it is asked for and told before it is done. */
export const stepWords: Record<Step, StepWords> = {
  settle: {
    label: "Settle",
    message: "The payout is posted as settled, with the fee that the provider tells.",
    needsNote: false,
  },
  return: {
    label: "Post back",
    message:
      "The payout is posted back: the amount is payable again. PayPal is asked first about what is missing, and what it says is paid stays. A bank nobody but you can ask: what it pays afterwards is paid twice.",
    needsNote: false,
  },
  "take-back": {
    label: "Take back",
    message:
      "PayPal is asked to cancel it, so that nobody can claim it any more. The amount is payable again; PayPal may keep its fee.",
    needsNote: false,
  },
  fee: {
    label: "Post the fee",
    message:
      "The posted fee becomes what the provider kept: the rest of it is posted, or what was posted too much is taken back.",
    needsNote: false,
  },
  adjust: {
    label: "Adjust the balance",
    message:
      "The affiliate's balance is adjusted by the difference, so that it agrees with what was paid and borne.",
    needsNote: true,
  },
  exchange: {
    label: "Adjust for the currency",
    message:
      "The payout stays settled by the payment in the other currency. Name what that payment was worth too little, which the affiliate is given, or too much, which is taken of their balance.",
    needsNote: true,
  },
  record: {
    label: "Record the payment",
    message:
      "It is posted as a payout that was paid outside to the affiliate whom you name, and taken of what is payable to them. Money back is posted as one that came back, and is payable again.",
    needsNote: true,
  },
  noted: {
    label: "Note, nothing to post",
    message: "The line is set aside with a note, and nothing is posted.",
    needsNote: true,
  },
};

/** What a step is about to be done to: whom the line is about, what stands there and here, and what an adjustment moves. */
export function aboutLine(
  { affiliate, amount, item, match, adjusts }: StatementLineWire,
  step: Step,
): string {
  const there = untold.has(match) ? [] : [`${formatMoney(amount)} there`];
  const here = item ? [`${formatMoney(item.amount)} here`] : [];
  const about = `${affiliate ? `${affiliate.name}: ` : ""}${[...there, ...here].join(", ")}.`;
  if (step !== "adjust" || adjusts === null) return about;
  const isTaken = adjusts.amount.startsWith("-");
  const size = formatMoney({ ...adjusts, amount: adjusts.amount.replace("-", "") });
  return `${about} ${size} is ${isTaken ? "taken of" : "added to"} the balance.`;
}

export const providerNames = {
  paypal: "PayPal",
  wise: "Wise",
  bank: "Bank",
  store_credit: "Store credit",
} as const;
