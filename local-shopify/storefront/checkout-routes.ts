import { Hono, type Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { HTTPException } from "hono/http-exception";
import type { CommerceContext } from "../commerce/context.ts";
import { placeOrder } from "../commerce/place-order.ts";
import { quoteCart, type Quote } from "../commerce/quote.ts";
import { CommerceRefusal } from "../commerce/refusal.ts";
import type { Cart } from "../commerce/types.ts";
import {
  codesOf,
  emptyForm,
  missingFields,
  readForm,
  shopperOf,
  type CheckoutForm,
} from "./checkout-form.ts";
import { checkoutBody } from "./checkout-page.ts";
import { checkoutCompleted, checkoutStarted } from "./pixel-events.ts";
import { orderStatusBody } from "./order-status-page.ts";
import { checkoutPage } from "./page.ts";
import { readBody } from "./read-body.ts";
import { findCart, readLanding, readVisit, type Visit } from "./visit.ts";

const COMPLETED = "_checkout_completed";

/** The checkout of a cart, and the page of the order that came of it. */
export function checkoutRoutes(ctx: CommerceContext): Hono {
  const routes = new Hono();
  routes.get("/:shop/checkout", (c) => {
    const visit = readVisit(ctx, c);
    const cart = findCart(c, visit);
    const empty = !cart || cart.lines.length === 0;
    return c.redirect(empty ? `${visit.root}cart` : `${visit.root}checkouts/${cart.token}`);
  });
  routes.get("/:shop/checkouts/:token", (c) => {
    const visit = readVisit(ctx, c);
    const cart = checkoutCart(c, visit);
    if (!cart) return c.redirect(`${visit.root}cart`);
    const form = emptyForm(visit.commerce, cart.discountCodes[0] ?? "");
    return c.html(renderCheckout(visit, cart, { form, errors: {} }));
  });
  routes.post("/:shop/checkouts/:token", async (c) => {
    const visit = readVisit(ctx, c);
    const cart = checkoutCart(c, visit);
    if (!cart) return c.redirect(`${visit.root}cart`, 303);
    const body = await readBody(c);
    const form = readForm(visit.commerce, body);
    if (body["action"] !== "complete") return c.html(renderCheckout(visit, cart, { form, errors: {} }));
    return complete(c, visit, cart, form);
  });
  routes.get("/:shop/orders/:token", (c) => {
    const visit = readVisit(ctx, c);
    const order = visit.commerce.orders.find((each) => each.token === c.req.param("token"));
    if (!order) throw new HTTPException(404, { message: "There is no such order." });
    const body = orderStatusBody(visit, order);
    // Told once, on the page that the shopper is led to after paying; who comes back later completes nothing.
    const isNew = getCookie(c, COMPLETED) === order.token;
    if (isNew) deleteCookie(c, COMPLETED, { path: visit.root });
    const event = isNew ? checkoutCompleted(order) : null;
    return c.html(checkoutPage(visit, { title: `Order ${order.name}`, body, event }));
  });
  return routes;
}

function checkoutCart(c: Context, visit: Visit): Cart | null {
  const cart = visit.commerce.carts[c.req.param("token") ?? ""];
  return cart && cart.lines.length > 0 ? cart : null;
}

function quoteForm(visit: Visit, cart: Cart, form: CheckoutForm): Quote {
  return quoteCart(visit.commerce, {
    lines: cart.lines,
    codes: codesOf(form),
    shipping: form.shipping || undefined,
    tip: form.tip,
    email: form.email || null,
    now: visit.ctx.now(),
  });
}

type Errors = Partial<Record<keyof CheckoutForm, string>>;

function renderCheckout(
  visit: Visit,
  cart: Cart,
  state: { form: CheckoutForm; errors: Errors; refusal?: string },
) {
  const { form } = state;
  const quote = tried(() => quoteForm(visit, cart, form));
  // A tip or shipping that cannot be read must not hide the rest of the page.
  const shown =
    typeof quote === "string" ? quoteForm(visit, cart, { ...form, tip: "", shipping: "" }) : quote;
  const refusal = state.refusal ?? (typeof quote === "string" ? quote : null);
  const body = html`${checkoutBody(visit, { cart, form, quote: shown, errors: state.errors, refusal })}`;
  return checkoutPage(visit, { title: "Checkout", body, event: checkoutStarted(cart) });
}

function complete(c: Context, visit: Visit, cart: Cart, form: CheckoutForm): Response | Promise<Response> {
  const ships = cart.lines.some((line) =>
    visit.commerce.products.some((product) =>
      product.variants.some((variant) => variant.id === line.variantId && variant.requiresShipping),
    ),
  );
  const errors = missingFields(form, ships);
  if (Object.keys(errors).length > 0) return c.html(renderCheckout(visit, cart, { form, errors }), 422);
  const order = tried(() =>
    placeOrder(visit.ctx, visit.domain, {
      lines: cart.lines,
      discountCodes: codesOf(form),
      attributes: cart.attributes,
      note: cart.note,
      customer: shopperOf(form),
      ...(ships ? { shipping: form.shipping } : {}),
      tip: form.tip,
      ...readLanding(c),
      presentmentCurrency: form.currency,
      paid: form.payment === "now",
      cartToken: cart.token,
      buyerAcceptsMarketing: form.marketing,
      client: {
        ip: "127.0.0.1",
        userAgent: c.req.header("user-agent") ?? null,
        acceptLanguage: c.req.header("accept-language") ?? null,
      },
    }),
  );
  if (typeof order === "string") {
    return c.html(renderCheckout(visit, cart, { form, errors: {}, refusal: order }), 422);
  }
  visit.ctx.mutate(() => {
    delete visit.commerce.carts[cart.token];
  });
  setCookie(c, COMPLETED, order.token, { path: visit.root, sameSite: "Lax" });
  if (getCookie(c, "cart") === cart.token) deleteCookie(c, "cart", { path: visit.root });
  return c.redirect(`${visit.root}orders/${order.token}`, 303);
}

/** The answer, or the sentence of a refusal. */
function tried<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    if (error instanceof CommerceRefusal) return error.message;
    throw error;
  }
}
