import { badgeLook } from "../shared/badge-looks.ts";
import { LightBadge } from "../shared/light-badge.tsx";
import { useText } from "../texts/use-text.ts";
import type { EarnedWire } from "#app/contracts/portal.ts";

type Entry = Pick<EarnedWire, "kind" | "state" | "amount">;

/** The state of a commission, adjustment, or deduction. */
export function EarnedBadge({ entry: { kind, state, amount } }: { entry: Entry }) {
  const t = useText("states");
  const isTaken = kind === "deduction" || (kind === "adjustment" && amount.amount.startsWith("-"));
  if (isTaken && (state === "approved" || state === "in_payout" || state === "paid")) {
    return <LightBadge {...badgeLook("commission", "deduction")}>{t(`deduction.${state}`)}</LightBadge>;
  }
  const look = state === "to_approve" ? "pending" : state;
  return <LightBadge {...badgeLook("commission", look)}>{t(`commission.${state}`)}</LightBadge>;
}
