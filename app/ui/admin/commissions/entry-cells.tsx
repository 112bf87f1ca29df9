import { BlockStack, InlineStack, Link } from "@shopify/polaris";
import type { CommissionEntryWire, CommissionWire } from "#app/contracts/commission.ts";
import { commissionKindName } from "#app/domain/commission-state.ts";
import type { CommissionDecision } from "#app/domain/decision.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { formatDate, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { StatusBadge } from "../../shared/status-badge.tsx";

/** Page of a commission, or of the affiliate for a deduction without a commission. */
export function entryUrl(entry: CommissionEntryWire): string {
  const id = entry.kind === "deduction" ? entry.commissionId : entry.id;
  return id === null
    ? `/dashboard/affiliates/${entry.affiliate.id}`
    : `/dashboard/affiliates/commissions/${id}`;
}

export function EntryBadge({ entry }: { entry: CommissionEntryWire }) {
  if (entry.kind === "deduction") return <StatusBadge of="commission" state="deduction" />;
  return (
    <InlineStack gap="100">
      <StatusBadge of="commission" state={entry.status} />
      {entry.isPartlyPaid && <StatusBadge of="commission" state="partly_paid" />}
    </InlineStack>
  );
}

type DetailsProps = {
  entry: CommissionEntryWire;
  /** The minimum that the affiliate's balance does not reach. */
  minimum?: MoneyOnWire | undefined;
  timeZone: string;
};

/** Second line of a row: the payment, or the reason of the state. */
export function EntryDetails({ entry, minimum, timeZone }: DetailsProps) {
  const payment = <PaymentLink payment={entry.payment} status={entry.status} timeZone={timeZone} />;
  if (entry.kind === "deduction") {
    return (
      <BlockStack>
        <span>{entry.reason.text}</span>
        {entry.payment ? payment : <span>To deduct</span>}
      </BlockStack>
    );
  }
  if (entry.isPartlyPaid) {
    return (
      <>
        {formatMoney(entry.paid)} of {formatMoney(entry.amount)}
      </>
    );
  }
  if (entry.payment !== null) return payment;
  return <>{detailOf(entry, minimum, timeZone)}</>;
}

function detailOf(entry: CommissionWire, minimum: MoneyOnWire | undefined, timeZone: string): string {
  if (entry.status === "approved") return minimum ? `Below ${formatMoney(minimum)} minimum` : "Ready to pay";
  const { approvesAt, reason } = entry;
  const isWaiting = entry.status === "pending" && reason.code === "approval-running" && approvesAt !== null;
  return isWaiting ? `Approves ${formatDate(approvesAt, timeZone)}` : reason.text;
}

type LinkProps = {
  payment: CommissionWire["payment"];
  status: CommissionEntryWire["status"];
  timeZone: string;
};

/** Link to the payment, by its method and day. */
export function PaymentLink({ payment, status, timeZone }: LinkProps) {
  if (payment === null) return null;
  const [method, day] = [methodNames[payment.method], formatDate(payment.at, timeZone)];
  const text = status === "paid" ? `${day}, ${method}` : `${method} payout, ${day}`;
  return <Link url={`/dashboard/affiliates/payouts/payments/${payment.id}`}>{text}</Link>;
}

/** Name of a commission: its order's, or its kind with the order in parentheses. */
export function commissionName({ kind, order }: Pick<CommissionEntryWire, "kind" | "order">): string {
  if ((kind === "order" || kind === "deduction") && order) return order.name;
  const name = commissionKindName(kind);
  return order ? `${name} (${order.name})` : name;
}

type DecisionWords = {
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

const words: Record<CommissionDecision, DecisionWords> = {
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

/** Texts of a decision's button, confirmation, toast and history entry. */
export function decisionWords(kind: CommissionDecision): DecisionWords {
  return words[kind];
}

/** Warning before a paid commission is reversed; null if no money was paid. */
export function debtWarning(name: string, wouldOwe: MoneyOnWire | null): string | null {
  if (wouldOwe === null) return null;
  return `${name} has been paid some of it already and would owe you ${formatMoney(wouldOwe)} then.`;
}
