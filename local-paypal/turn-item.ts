import { moveItem } from "./move-item.ts";
import { tellItem } from "./tell.ts";
import type { PaypalContext } from "./context.ts";
import type { ItemStatus } from "./state.ts";

/**
 * Takes an item on by hand, as PayPal or its receiver would: claimed, returned, refunded, blocked. An item
 * still PENDING is looked at first. False when it is unknown or that road does not exist.
 */
export function turnItem(ctx: PaypalContext, itemId: string, to: ItemStatus): boolean {
  const item = ctx.state.items[itemId];
  if (item === undefined || item.status === "PENDING") return false;
  const at = ctx.now().toISOString();
  const moved = ctx.mutate((state) => {
    const error = errors[to] ?? null;
    if (!moveItem(state, item, { to, at, error })) return false;
    tellItem(ctx, item, { at });
    return true;
  });
  if (moved) ctx.wake();
  return moved;
}

const errors: Partial<Record<ItemStatus, string>> = {
  FAILED: "RECEIVER_ACCOUNT_LOCKED",
  BLOCKED: "TRANSACTION_DECLINED_BY_REVIEW",
};
