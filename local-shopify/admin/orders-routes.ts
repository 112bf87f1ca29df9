import { Hono, type Context } from "hono";
import {
  cancelOrder,
  deleteOrder,
  markPaid,
  refundOrder,
  settleRefund,
  type CancelReason,
  type RefundRequest,
} from "../commerce/change-order.ts";
import type { Order, TransactionStatus } from "../commerce/order-types.ts";
import { shopName, type LocalContext } from "../context.ts";
import { renderAdmin } from "./layout.ts";
import { orderPage } from "./orders-detail-page.ts";
import { orderEditRoutes } from "./order-edit-routes.ts";
import { orderSendingRoutes } from "./order-sending-routes.ts";
import { orderList } from "./orders-list-page.ts";
import { orderPath, requireOrder } from "./require-order.ts";
import { readField, requireStore } from "./require-store.ts";
import { currentStaff } from "./staff.ts";

const REASONS: readonly CancelReason[] = ["customer", "inventory", "fraud", "declined", "staff", "other"];

/** Orders: the list, each order's page, and what a merchant does to an order there. */
export function ordersRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.route("/", orderSendingRoutes(ctx));
  routes.get("/:name/orders", (c) => {
    const shop = requireStore(ctx, c);
    return c.html(renderAdmin(ctx, c, shop, { title: "Orders", section: "orders", body: orderList(shop) }));
  });
  routes.get("/:name/orders/:id", (c) => {
    const { shop, order } = requireOrder(ctx, c);
    const body = orderPage(shop, order);
    return c.html(renderAdmin(ctx, c, shop, { title: `Order ${order.name}`, section: "orders", body }));
  });
  routes.post("/:name/orders/:id/refund", async (c) => {
    const { shop, order } = requireOrder(ctx, c);
    const request = await readRefund(c, order);
    refundOrder(ctx, shop.domain, order.id, { ...request, userId: currentStaff(c, shop).id });
    return c.redirect(orderPath(shop, order), 303);
  });
  routes.post("/:name/orders/:id/settle", async (c) => {
    const { shop, order } = requireOrder(ctx, c);
    const refundId = Number(await readField(c, "refundId"));
    const status = (await readField(c, "status")) === "failure" ? "failure" : "success";
    settleRefund(ctx, shop.domain, order.id, { refundId, status });
    return c.redirect(orderPath(shop, order), 303);
  });
  routes.post("/:name/orders/:id/cancel", async (c) => {
    const { shop, order } = requireOrder(ctx, c);
    const asked = await readField(c, "reason");
    cancelOrder(ctx, shop.domain, order.id, {
      reason: REASONS.find((reason) => reason === asked) ?? "other",
      refund: (await readField(c, "refund")) === "on",
      restock: (await readField(c, "restock")) === "on",
    });
    return c.redirect(orderPath(shop, order), 303);
  });
  routes.post("/:name/orders/:id/mark-paid", (c) => {
    const { shop, order } = requireOrder(ctx, c);
    markPaid(ctx, shop.domain, order.id);
    return c.redirect(orderPath(shop, order), 303);
  });
  routes.post("/:name/orders/:id/delete", (c) => {
    const { shop, order } = requireOrder(ctx, c);
    deleteOrder(ctx, shop.domain, order.id);
    return c.redirect(`/store/${shopName(shop.domain)}/orders`, 303);
  });
  routes.route("/", orderEditRoutes(ctx));
  return routes;
}

/** The refund form; its button "everything" outranks the single fields. */
async function readRefund(c: Context, order: Order): Promise<RefundRequest> {
  const rest: RefundRequest = {
    restock: (await readField(c, "restock")) === "on",
    note: await readField(c, "note"),
    transaction: readStatus(await readField(c, "transaction")),
    shippingAsAdjustment: (await readField(c, "shippingAsAdjustment")) === "on",
  };
  if ((await readField(c, "action")) === "everything") {
    return { ...rest, lines: "all", shipping: "all", amount: "all" };
  }
  const quantities = await Promise.all(
    order.line_items.map(async (line) => ({
      lineItemId: line.id,
      quantity: Number(await readField(c, `quantity.${line.id}`)),
    })),
  );
  const amount = (await readField(c, "amount")).trim();
  return {
    ...rest,
    lines: quantities.filter((line) => line.quantity > 0),
    shipping: (await readField(c, "shipping")).trim() || "0",
    ...(amount ? { amount } : {}),
  };
}

function readStatus(text: string): TransactionStatus {
  return text === "pending" || text === "failure" ? text : "success";
}
