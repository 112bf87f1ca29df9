import { z } from "zod";

const node = z.object({ admin_graphql_api_id: z.string() });

/** Digits of a discount that has codes; null for automatic ones, which are told of by the same topics. */
function discountIdOf(gid: string): string | null {
  return /\/DiscountCodeNode\/(\d{1,20})$/.exec(gid)?.[1] ?? null;
}

/** Body of `discounts/create`, `update` and `delete`: the digits of its id, or null where it has no codes. */
export const discountWebhook = node.transform((body) => discountIdOf(body.admin_graphql_api_id));

/** Body of `discounts/redeemcode_added` and `redeemcode_removed`. */
export const redeemCodeWebhook = node
  .extend({ redeem_code: z.object({ code: z.string().min(1).max(300) }) })
  .transform(({ admin_graphql_api_id: gid, redeem_code: { code } }) => {
    const discountId = discountIdOf(gid);
    return discountId === null ? null : { discountId, code };
  });
