import { Hono, type Context } from "hono";
import { cancelFulfilment, fulfilOrder, type PiecesToSend } from "../commerce/fulfil-order.ts";
import type { Order } from "../commerce/order-types.ts";
import { placeOrder } from "../commerce/place-order.ts";
import { renewOrder } from "../commerce/renew-order.ts";
import type { LocalContext } from "../context.ts";
import { orderPath, requireOrder } from "./require-order.ts";
import { readField, requireStore } from "./require-store.ts";

/** Fulfillments of an order, its next renewal, and sales at the till. */
export function orderSendingRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.post("/:name/orders/sell", async (c) => {
    const shop = requireStore(ctx, c);
    const customerId = Number(await readField(c, "customerId"));
    const order = placeOrder(ctx, shop.domain, {
      lines: [
        {
          variantId: Number(await readField(c, "variant")),
          quantity: Number(await readField(c, "quantity")),
        },
      ],
      customer: customerId > 0 ? customerId : null,
      shipping: null,
      sourceName: "pos",
    });
    // The shopper takes the goods along.
    fulfilOrder(ctx, shop.domain, order.id, "all");
    return c.redirect(orderPath(shop, order), 303);
  });
  routes.post("/:name/orders/:id/fulfil", async (c) => {
    const { shop, order } = requireOrder(ctx, c);
    const everything = (await readField(c, "action")) === "everything";
    fulfilOrder(ctx, shop.domain, order.id, everything ? "all" : await readPieces(c, order));
    return c.redirect(orderPath(shop, order), 303);
  });
  routes.post("/:name/orders/:id/take-back", async (c) => {
    const { shop, order } = requireOrder(ctx, c);
    cancelFulfilment(ctx, shop.domain, order.id, Number(await readField(c, "fulfillmentId")));
    return c.redirect(orderPath(shop, order), 303);
  });
  routes.post("/:name/orders/:id/renew", (c) => {
    const { shop, order } = requireOrder(ctx, c);
    return c.redirect(orderPath(shop, renewOrder(ctx, shop.domain, order.id)), 303);
  });
  return routes;
}

async function readPieces(c: Context, order: Order): Promise<PiecesToSend[]> {
  const pieces = await Promise.all(
    order.line_items.map(async (line) => ({
      lineItemId: line.id,
      quantity: Number(await readField(c, `send.${line.id}`)),
    })),
  );
  return pieces.filter((each) => each.quantity !== 0);
}
