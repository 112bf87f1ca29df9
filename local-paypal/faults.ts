import { nextChance } from "./context.ts";
import type { State } from "./state.ts";
import type { CallKind, FaultName } from "./switch-types.ts";

/** True if this fault strikes now: first as often as its count says, then by its chance. Asking uses up the count. */
export function strikeFault(state: State, name: FaultName, kind: CallKind): boolean {
  const fault = state.switches.faults[name];
  // A webhook's signature belongs to no call.
  if (fault === undefined || (name !== "badSignature" && !fault.on.includes(kind))) return false;
  if (fault.times > 0) {
    fault.times -= 1;
    return true;
  }
  return fault.probability > 0 && nextChance(state) < fault.probability;
}
