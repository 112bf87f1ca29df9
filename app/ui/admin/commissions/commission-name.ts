import type { CommissionEntryWire } from "#app/contracts/commission.ts";
import { commissionKindName } from "#app/domain/commission-state.ts";

/** What a commission is called: its order's name, or what else it is, with the order in brackets where there is one. */
export function commissionName({ kind, order }: Pick<CommissionEntryWire, "kind" | "order">): string {
  if ((kind === "order" || kind === "deduction") && order) return order.name;
  const name = commissionKindName(kind);
  return order ? `${name} (${order.name})` : name;
}
