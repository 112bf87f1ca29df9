import type { CommissionEntryWire } from "#app/contracts/commission.ts";
import { commissionKindName } from "#app/domain/commission-state.ts";

/** Name of a commission: its order's, or its kind with the order in parentheses. */
export function commissionName({ kind, order }: Pick<CommissionEntryWire, "kind" | "order">): string {
  if ((kind === "order" || kind === "deduction") && order) return order.name;
  const name = commissionKindName(kind);
  return order ? `${name} (${order.name})` : name;
}
