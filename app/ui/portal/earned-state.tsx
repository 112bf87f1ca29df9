import type { CommissionState } from "#app/domain/commission-state.ts";
import { StatusBadge } from "../shared/status-badge.tsx";
import { useText } from "../texts/use-text.ts";

/** The state of a commission, in the affiliate's words. */
export function EarnedState({ state }: { state: CommissionState }) {
  const t = useText("home");
  // How the store approves is its own matter.
  const look = state === "to_approve" ? "pending" : state;
  return <StatusBadge status={look} label={t(`state.${state}`)} />;
}
