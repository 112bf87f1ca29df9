import type { EarnedWire } from "#app/contracts/portal.ts";
import { isDeductionState } from "#app/domain/commission-state.ts";
import { StatusBadge } from "../shared/status-badge.tsx";
import { useText } from "../texts/use-text.ts";

const deductionKeys = { approved: "toDeduct", in_payout: "deducting", paid: "deducted" } as const;

/** The state of an entry of the balance, in the affiliate's words. */
export function EarnedState({ entry }: { entry: Pick<EarnedWire, "kind" | "state" | "amount"> }) {
  const t = useText("home");
  const { kind, state, amount } = entry;
  const isTaken = kind === "deduction" || (kind === "adjustment" && amount.amount.startsWith("-"));
  if (isTaken && isDeductionState(state)) {
    return <StatusBadge status="deduction" label={t(`state.${deductionKeys[state]}`)} />;
  }
  // Whether the store approves by hand is its own matter.
  const look = state === "to_approve" ? "pending" : state;
  return <StatusBadge status={look} label={t(`state.${state}`)} />;
}
