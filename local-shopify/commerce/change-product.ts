import { randomUUID } from "node:crypto";
import { getCommerce, type CommerceContext } from "./context.ts";
import { CommerceRefusal } from "./refusal.ts";
import { timestamp } from "./timestamp.ts";
import type { Product } from "./types.ts";

/** Words between commas as the platform keeps tags: without blanks around them, each once. */
export function readTags(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

/** Gives a product other tags and other collections, and sends products/update. */
export function changeProduct(
  ctx: CommerceContext,
  shopDomain: string,
  productId: number,
  change: { tags: string[]; collectionIds: number[] },
): Product {
  const commerce = getCommerce(ctx, shopDomain);
  const product = findProduct(ctx, shopDomain, productId);
  const at = timestamp(ctx.now(), commerce.settings.ianaTimezone);
  ctx.mutate(() => {
    product.tags = change.tags;
    product.updatedAt = at;
    for (const collection of commerce.collections ?? []) {
      const others = collection.productIds.filter((id) => id !== productId);
      collection.productIds = change.collectionIds.includes(collection.id) ? [...others, productId] : others;
    }
  });
  const payload = { id: product.id, title: product.title, tags: product.tags.join(", "), updated_at: at };
  ctx.emit(shopDomain, "products/update", payload, { eventId: randomUUID() });
  return product;
}

/**
 * Takes a product out of the shop, and sends products/delete. Orders keep what they sold, but forget which product it
 * was, and say nothing of that: they are not updated.
 */
export function deleteProduct(ctx: CommerceContext, shopDomain: string, productId: number): void {
  const commerce = getCommerce(ctx, shopDomain);
  const product = findProduct(ctx, shopDomain, productId);
  const variantIds = new Set(product.variants.map((variant) => variant.id));
  ctx.mutate(() => {
    commerce.products = commerce.products.filter((each) => each !== product);
    for (const { productIds } of [...(commerce.collections ?? []), ...(commerce.sellingPlans ?? [])]) {
      if (productIds.includes(productId)) productIds.splice(productIds.indexOf(productId), 1);
    }
    for (const cart of Object.values(commerce.carts)) {
      cart.lines = cart.lines.filter((line) => !variantIds.has(line.variantId));
    }
    for (const line of commerce.orders.flatMap((order) => order.line_items)) {
      if (line.product_id !== productId) continue;
      line.product_id = null;
      line.variant_id = null;
      line.product_exists = false;
    }
  });
  ctx.emit(shopDomain, "products/delete", { id: productId }, { eventId: randomUUID() });
}

/** Gives a customer other tags, and sends customers/update. */
export function tagCustomer(
  ctx: CommerceContext,
  shopDomain: string,
  customerId: number,
  tags: string[],
): void {
  const commerce = getCommerce(ctx, shopDomain);
  const customer = commerce.customers.find((each) => each.id === customerId);
  if (!customer) throw new CommerceRefusal(`There is no customer ${customerId}.`);
  const at = timestamp(ctx.now(), commerce.settings.ianaTimezone);
  ctx.mutate(() => {
    customer.tags = tags;
    customer.updatedAt = at;
  });
  const payload = { id: customer.id, email: customer.email, tags: tags.join(", "), updated_at: at };
  ctx.emit(shopDomain, "customers/update", payload, { eventId: randomUUID() });
}

function findProduct(ctx: CommerceContext, shopDomain: string, productId: number): Product {
  const product = getCommerce(ctx, shopDomain).products.find((each) => each.id === productId);
  if (!product) throw new CommerceRefusal(`There is no product ${productId}.`);
  return product;
}
