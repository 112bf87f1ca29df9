/** Changing a cart, and what it costs so far. */
import { createHash } from "node:crypto";
import { findVariant, plansOf, quoteCart, type Quote } from "../commerce/quote.ts";
import { CommerceRefusal } from "../commerce/refusal.ts";
import type { Cart } from "../commerce/types.ts";
import type { Visit } from "./visit.ts";

export interface Addition {
  variantId: number;
  quantity: number;
  properties: Record<string, string>;
  sellingPlanId?: number;
}

/** Adds goods; the same variant with the same properties becomes one line. Throws a refusal for unknown ones. */
export function addToCart(visit: Visit, cart: Cart, additions: Addition[]): void {
  for (const each of additions) {
    const found = findVariant(visit.commerce, each.variantId);
    if (!found) throw new CommerceRefusal("Cannot find variant");
    const plans = plansOf(visit.commerce, found.product.id);
    if (each.sellingPlanId !== undefined && !plans.some((plan) => plan.id === each.sellingPlanId)) {
      throw new CommerceRefusal("Cannot find selling plan");
    }
    if (!Number.isSafeInteger(each.quantity) || each.quantity < 1) {
      throw new CommerceRefusal("Quantity must be a whole number above zero");
    }
  }
  change(visit, cart, () => {
    for (const each of additions) {
      const key = lineKey(each);
      const line = cart.lines.find((known) => known.key === key);
      if (line) line.quantity += each.quantity;
      else cart.lines.push({ key, ...each });
    }
  });
}

/** Sets quantities by line key, variant id or place; zero takes a line out. */
export function setQuantity(visit: Visit, cart: Cart, id: string, quantity: number): void {
  if (!Number.isSafeInteger(quantity) || quantity < 0) {
    throw new CommerceRefusal("Quantity must not be below zero");
  }
  const line = cart.lines.find((each) => each.key === id || String(each.variantId) === id);
  if (!line) throw new CommerceRefusal("no valid id or line parameter");
  change(visit, cart, () => {
    line.quantity = quantity;
    cart.lines = cart.lines.filter((each) => each.quantity > 0);
  });
}

/** Merges attributes into the cart; an empty value takes one away. */
export function setAttributes(visit: Visit, cart: Cart, attributes: Record<string, string>): void {
  change(visit, cart, () => {
    const merged = Object.entries({ ...cart.attributes, ...attributes });
    cart.attributes = Object.fromEntries(merged.filter(([, value]) => value !== ""));
  });
}

/** Replaces all attributes, as the Storefront API does. */
export function replaceAttributes(visit: Visit, cart: Cart, attributes: Record<string, string>): void {
  change(visit, cart, () => {
    cart.attributes = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ""));
  });
}

export function change(visit: Visit, cart: Cart, work: () => void): void {
  visit.ctx.mutate(() => {
    work();
    cart.updatedAt = visit.ctx.now().toISOString();
  });
}

/** Price of the cart so far, without shipping. */
export function quoteOf(visit: Visit, cart: Cart): Quote {
  return quoteCart(visit.commerce, {
    lines: cart.lines,
    codes: cart.discountCodes,
    shipping: null,
    email: null,
    now: visit.ctx.now(),
  });
}

/** Key of the line that an addition makes, or makes larger. */
export function lineKey({ variantId, properties, sellingPlanId }: Addition): string {
  const apart = sellingPlanId === undefined ? properties : [properties, sellingPlanId];
  return `${variantId}:${createHash("md5").update(JSON.stringify(apart)).digest("hex")}`;
}
