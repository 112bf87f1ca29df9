import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { getOrder } from "../commerce/change-order.ts";
import type { Order } from "../commerce/order-types.ts";
import { shopName, type LocalContext } from "../context.ts";
import type { ShopState } from "../state.ts";
import { requireStore } from "./require-store.ts";

/** The order that a page under `/store/:name/orders/:id` is about; answers 404 where there is none. */
export function requireOrder(ctx: LocalContext, c: Context): { shop: ShopState; order: Order } {
  const shop = requireStore(ctx, c);
  const id = Number(c.req.param("id"));
  if (!shop.orders.some((order) => order.id === id)) {
    throw new HTTPException(404, { message: "There is no such order." });
  }
  return { shop, order: getOrder(ctx, shop.domain, id) };
}

/** The address of an order's page. */
export function orderPath(shop: ShopState, order: Order): string {
  return `/store/${shopName(shop.domain)}/orders/${order.id}`;
}
