import { Hono } from "hono";
import { html, raw } from "hono/html";
import type { Product } from "../commerce/types.ts";
import { shopName, type LocalContext } from "../context.ts";
import type { ShopState } from "../state.ts";
import { renderAdmin, type Html } from "./layout.ts";
import { requireStore } from "./require-store.ts";

export function productsRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.get("/:name/products", (c) => {
    const shop = requireStore(ctx, c);
    const body = html`<table>
      <thead>
        <tr>
          <th>Picture</th>
          <th>Product</th>
          <th>Vendor</th>
          <th>Type</th>
          <th>Variants</th>
          <th>Tags and collections</th>
        </tr>
      </thead>
      <tbody>
        ${shop.products.map(
          (product) =>
            html`<tr>
              <td style="width: 4.5rem">${raw(product.imageSvg)}</td>
              <td>
                <a href="/shops/${shop.domain}/products/${product.handle}">${product.title}</a><br />
                <span class="quiet">${product.id}</span>
              </td>
              <td>${product.vendor}</td>
              <td>${product.type}</td>
              <td>
                ${product.variants.map(
                  (variant) =>
                    html`<div>
                      ${variant.title === "Default Title" ? "" : `${variant.title}: `}${variant.price}
                      ${shop.settings.currency} <span class="quiet">${variant.sku}</span>
                    </div>`,
                )}
              </td>
              <td>${goodsForm(shop, product)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
    return c.html(renderAdmin(ctx, c, shop, { title: "Products", section: "products", body }));
  });
  return routes;
}

function goodsForm(shop: ShopState, product: Product): Html {
  const path = `/store/${shopName(shop.domain)}/products/${product.id}`;
  return html`<form class="row" method="post" action="${path}">
    <label>Tags <input name="tags" value="${product.tags.join(", ")}" /></label>
    ${(shop.collections ?? []).map(
      (collection) =>
        html`<label>
          <input
            type="checkbox"
            name="collection.${collection.id}"
            ${collection.productIds.includes(product.id) ? "checked" : ""}
          />
          ${collection.title}
        </label>`,
    )}
    <button>Save</button>
    <button class="danger" name="action" value="delete">Delete</button>
  </form>`;
}
