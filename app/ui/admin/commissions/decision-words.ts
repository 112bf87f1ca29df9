import type { CommissionDecision } from "#app/domain/decision.ts";
import { formatMoney, type MoneyOnWire } from "../../shared/format.ts";

type Words = {
  /** Text of the button. */
  readonly label: string;
  /** Explanation in the confirmation. */
  readonly meaning: string;
  /** Sentence in the history. */
  readonly done: string;
  readonly destructive: boolean;
  readonly note: { readonly label: string; readonly missing: string | null };
};

const remark = { label: "Note (only you and your staff see it)", missing: null };

const words: Record<CommissionDecision, Words> = {
  approved: {
    label: "Approve",
    meaning:
      "This skips the rest of the approval period. The amount becomes available once the order is paid, no dispute is open, and the affiliate is active.",
    done: "Approved",
    destructive: false,
    note: remark,
  },
  denied: {
    label: "Deny",
    meaning:
      "It goes back to zero and stays there, whatever becomes of the order, until you reopen it. What was paid out already is then owed to you.",
    done: "Denied",
    destructive: true,
    note: { label: "Reason", missing: "Enter the reason" },
  },
  reopened: {
    label: "Reopen",
    meaning:
      "It stands again as its order says now. If it had been payable before, it waits for a new hold first.",
    done: "Reopened",
    destructive: false,
    note: remark,
  },
  held: {
    label: "Hold",
    meaning: "It stays pending until you lift the hold.",
    done: "Held",
    destructive: false,
    note: remark,
  },
  unheld: {
    label: "Lift hold",
    meaning: "It is released when everything else allows it.",
    done: "No longer held",
    destructive: false,
    note: remark,
  },
};

/** How a decision is asked for, confirmed and told. */
export function decisionWords(kind: CommissionDecision): Words {
  return words[kind];
}

/** Warning before a paid commission is reversed; null if no money was paid. */
export function owedWarning(name: string, wouldOwe: MoneyOnWire | null): string | null {
  if (wouldOwe === null) return null;
  return `${name} has been paid some of it already and would owe you ${formatMoney(wouldOwe)} then.`;
}
