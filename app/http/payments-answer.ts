import type { ListQuery } from "#app/contracts/wire.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readPayments } from "#app/flows/payouts/read-payouts.ts";
import { idPositionOf, nextIdCursor } from "./list-position.ts";

/** One page of payments; they go on behind the id of the last one. */
export async function paymentsAnswer(
  shopId: ShopId,
  filter: Parameters<typeof readPayments>[1],
  query: Pick<ListQuery, "page" | "limit" | "cursor">,
) {
  const after = idPositionOf(query);
  if (isRefusal(after)) return after;
  const { page, limit } = query;
  const found = await readPayments(shopId, filter, { page, limit, after });
  if (isRefusal(found)) return found;
  const { payments, total, last } = found;
  return { payments, pagination: { page, limit, total }, nextCursor: nextIdCursor(last) };
}
