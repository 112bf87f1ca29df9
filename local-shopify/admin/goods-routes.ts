import { Hono } from "hono";
import { changeProduct, deleteProduct, readTags, tagCustomer } from "../commerce/change-product.ts";
import { changeRate } from "../commerce/change-rate.ts";
import { shopName, type LocalContext } from "../context.ts";
import { readField, requireStore } from "./require-store.ts";

/** A merchant's changes to products, customers and exchange rates. */
export function goodsRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.post("/:name/products/:id", async (c) => {
    const shop = requireStore(ctx, c);
    const productId = Number(c.req.param("id"));
    if ((await readField(c, "action")) === "delete") deleteProduct(ctx, shop.domain, productId);
    else {
      const named = await Promise.all(
        (shop.collections ?? []).map(async ({ id }) => ({
          id,
          isIn: (await readField(c, `collection.${id}`)) === "on",
        })),
      );
      const collectionIds = named.filter((each) => each.isIn).map((each) => each.id);
      const tags = readTags(await readField(c, "tags"));
      changeProduct(ctx, shop.domain, productId, { tags, collectionIds });
    }
    return c.redirect(`/store/${shopName(shop.domain)}/products`, 303);
  });
  routes.post("/:name/customers/:id", async (c) => {
    const shop = requireStore(ctx, c);
    tagCustomer(ctx, shop.domain, Number(c.req.param("id")), readTags(await readField(c, "tags")));
    return c.redirect(`/store/${shopName(shop.domain)}/customers`, 303);
  });
  routes.post("/:name/settings/rates", async (c) => {
    const shop = requireStore(ctx, c);
    for (const { currency } of shop.settings.presentment) {
      changeRate(ctx, shop.domain, currency, await readField(c, `rate.${currency}`));
    }
    return c.redirect(`/store/${shopName(shop.domain)}/settings`, 303);
  });
  return routes;
}
