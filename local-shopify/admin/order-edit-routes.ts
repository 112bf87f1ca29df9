import { Hono, type Context } from "hono";
import { refundOwed } from "../commerce/change-order.ts";
import { decideDispute, openDispute } from "../commerce/dispute-order.ts";
import { editOrder, type EditRequest } from "../commerce/edit-order.ts";
import { exchangeOrder, type ExchangeRequest } from "../commerce/exchange-order.ts";
import type { Order } from "../commerce/order-types.ts";
import type { LocalContext } from "../context.ts";
import { orderPath, requireOrder } from "./require-order.ts";
import { readField } from "./require-store.ts";
import { currentStaff } from "./staff.ts";

/** Changes to an order after it was placed: edits and exchanges, money owed since, and disputed payments. */
export function orderEditRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.post("/:name/orders/:id/edit", async (c) => {
    const { shop, order } = requireOrder(ctx, c);
    editOrder(ctx, shop.domain, order.id, {
      ...(await readEdit(c, order)),
      userId: currentStaff(c, shop).id,
    });
    return c.redirect(orderPath(shop, order), 303);
  });
  routes.post("/:name/orders/:id/exchange", async (c) => {
    const { shop, order } = requireOrder(ctx, c);
    exchangeOrder(ctx, shop.domain, order.id, {
      ...(await readExchange(c, order)),
      userId: currentStaff(c, shop).id,
    });
    return c.redirect(orderPath(shop, order), 303);
  });
  routes.post("/:name/orders/:id/pay-back", (c) => {
    const { shop, order } = requireOrder(ctx, c);
    refundOwed(ctx, shop.domain, order.id, currentStaff(c, shop).id);
    return c.redirect(orderPath(shop, order), 303);
  });
  routes.post("/:name/orders/:id/dispute", async (c) => {
    const { shop, order } = requireOrder(ctx, c);
    const status = await readField(c, "status");
    if (status === "won" || status === "lost") decideDispute(ctx, shop.domain, order.id, status);
    else openDispute(ctx, shop.domain, order.id);
    return c.redirect(orderPath(shop, order), 303);
  });
  return routes;
}

async function readEdit(c: Context, order: Order): Promise<EditRequest> {
  const request = { set: [], discounts: [], undiscount: [], add: [] } as Required<
    Pick<EditRequest, "set" | "discounts" | "undiscount" | "add">
  >;
  for (const { id: lineItemId, current_quantity: current } of order.line_items) {
    const quantity = await readField(c, `edit.${lineItemId}`);
    if (quantity !== "" && Number(quantity) !== current) {
      request.set.push({ lineItemId, quantity: Number(quantity) });
    }
    const amount = (await readField(c, `discount.${lineItemId}`)).trim();
    if (amount !== "") request.discounts.push({ lineItemId, amount });
    if ((await readField(c, `undiscount.${lineItemId}`)) === "on") request.undiscount.push(lineItemId);
  }
  const variantId = Number(await readField(c, "variant"));
  if (variantId > 0) request.add.push({ variantId, quantity: Number(await readField(c, "added")) });
  return { ...request, note: await readField(c, "note") };
}

async function readExchange(c: Context, order: Order): Promise<ExchangeRequest> {
  const back: ExchangeRequest["back"] = [];
  for (const { id: lineItemId } of order.line_items) {
    const quantity = Number(await readField(c, `back.${lineItemId}`));
    if (quantity !== 0) back.push({ lineItemId, quantity });
  }
  const variantId = Number(await readField(c, "variant"));
  const out = variantId > 0 ? [{ variantId, quantity: Number(await readField(c, "taken")) }] : [];
  return { back, out, note: await readField(c, "note") };
}
