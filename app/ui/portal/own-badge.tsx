import { StateBadge } from "../shared/state-badge.tsx";
import { useText } from "../texts/use-text.ts";
import type { EarnedWire } from "#app/contracts/portal.ts";

type Entry = Pick<EarnedWire, "kind" | "state" | "amount">;

/** The state of a commission, adjustment, or deduction. */
export function EarnedBadge({ entry: { kind, state, amount } }: { entry: Entry }) {
  const t = useText("states");
  const isTaken = kind === "deduction" || (kind === "adjustment" && amount.amount.startsWith("-"));
  if (isTaken && (state === "approved" || state === "in_payout" || state === "paid")) {
    return (
      <StateBadge of="commission" state="deduction">
        {t(`deduction.${state}`)}
      </StateBadge>
    );
  }
  const look = state === "to_approve" ? "pending" : state;
  return (
    <StateBadge of="commission" state={look}>
      {t(`commission.${state}`)}
    </StateBadge>
  );
}
