import { mayGiveStoreCredit } from "#app/domain/payouts/method.ts";
import type { MethodBlocks } from "#app/domain/payouts/eligible.ts";
import { db } from "#app/platform/db.server.ts";
import { paypalFor } from "#app/store/payout-details.ts";
import type { Shop } from "#app/store/shops.ts";

/** Methods that a shop can't pay by now, with the reasons. */
export async function methodBlocks({
  shopId,
  scopes,
}: Pick<Shop, "shopId" | "scopes">): Promise<MethodBlocks> {
  const account = await paypalFor(db(), shopId);
  return {
    ...(account === null && { paypal: "paypal_not_connected" as const }),
    ...(!mayGiveStoreCredit(scopes) && { store_credit: "credit_not_allowed" as const }),
  };
}
