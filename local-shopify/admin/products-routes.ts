import { Hono } from "hono";
import { html, raw } from "hono/html";
import type { LocalContext } from "../context.ts";
import { renderAdmin } from "./layout.ts";
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
        </tr>
      </thead>
      <tbody>
        ${shop.products.map(
          (product) =>
            html`<tr>
              <td style="width: 4.5rem">${raw(product.imageSvg)}</td>
              <td>
                <a href="/shops/${shop.domain}/products/${product.handle}">${product.title}</a><br />
                <span class="quiet"
                  >${product.id}${product.tags.length > 0 ? ` · ${product.tags.join(", ")}` : ""}</span
                >
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
            </tr>`,
        )}
      </tbody>
    </table>`;
    return c.html(renderAdmin(ctx, c, shop, { title: "Products", section: "products", body }));
  });
  return routes;
}
