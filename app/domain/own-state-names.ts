import type { CommissionState, DeductionState } from "./commission-state.ts";

/** States in the words of affiliates. For them, a commission that waits for the store's approval is pending. */
const ownStateNames: Record<CommissionState, string> = {
  pending: "Pending",
  to_approve: "Pending",
  approved: "Approved",
  on_hold: "On hold",
  in_payout: "On its way",
  paid: "Paid",
  denied: "Denied",
  reversed: "Reversed",
};

const ownDeductionNames: Record<DeductionState, string> = {
  approved: "To deduct",
  in_payout: "In payout",
  paid: "Deducted",
};

export function ownStateName(state: CommissionState): string {
  return ownStateNames[state];
}

export function ownDeductionName(state: DeductionState): string {
  return ownDeductionNames[state];
}
