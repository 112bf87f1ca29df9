import { Hono } from "hono";
import { html } from "hono/html";
import { createDiscount, deleteDiscount, renameCode } from "../commerce/change-discount.ts";
import { codesOf } from "../commerce/redeem-codes.ts";
import { statusOfDiscount } from "../commerce/tell-discount.ts";
import type { Discount, DiscountKind, RedeemCode } from "../commerce/types.ts";
import { shopName, type LocalContext } from "../context.ts";
import type { ShopState } from "../state.ts";
import { renderAdmin, type Html } from "./layout.ts";
import { readField, requireStore } from "./require-store.ts";

const KINDS: Record<DiscountKind, string> = {
  percentage: "Percentage",
  fixed_amount: "Fixed amount",
  free_shipping: "Free shipping",
};

/** Discount codes: the list, a form for a new one, one for another text, and a button that deletes one. */
export function discountsRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.get("/:name/discounts", (c) => {
    const shop = requireStore(ctx, c);
    const body = html`${discountTable(shop, ctx.now())} ${discountForm(shop)}`;
    return c.html(renderAdmin(ctx, c, shop, { title: "Discounts", section: "discounts", body }));
  });
  routes.post("/:name/discounts", async (c) => {
    const shop = requireStore(ctx, c);
    const { productIds } = await c.req.parseBody({ all: true });
    const chosen = (Array.isArray(productIds) ? productIds : [productIds])
      .filter((id) => Boolean(id))
      .map(Number);
    createDiscount(ctx, shop.domain, {
      code: await readField(c, "code"),
      kind: readKind(await readField(c, "kind")),
      value: await readField(c, "value"),
      productIds: chosen.length > 0 ? chosen : null,
      appliesOncePerCustomer: (await readField(c, "once")) === "on",
    });
    return c.redirect(discountsPath(shop), 303);
  });
  routes.post("/:name/discounts/:id/code", async (c) => {
    const shop = requireStore(ctx, c);
    const [from, to] = [await readField(c, "from"), await readField(c, "to")];
    renameCode(ctx, shop.domain, { discountId: Number(c.req.param("id")), from, to });
    return c.redirect(discountsPath(shop), 303);
  });
  routes.post("/:name/discounts/:id/delete", (c) => {
    const shop = requireStore(ctx, c);
    deleteDiscount(ctx, shop.domain, Number(c.req.param("id")));
    return c.redirect(discountsPath(shop), 303);
  });
  return routes;
}

function discountsPath(shop: ShopState): string {
  return `/store/${shopName(shop.domain)}/discounts`;
}

function readKind(text: string): DiscountKind {
  return text === "fixed_amount" || text === "free_shipping" ? text : "percentage";
}

function discountTable(shop: ShopState, now: Date): Html {
  return html`<table>
    <thead>
      <tr>
        <th>Code</th>
        <th>Status</th>
        <th>Value</th>
        <th>Applies to</th>
        <th class="number">Used</th>
        <th>Delete</th>
      </tr>
    </thead>
    <tbody>
      ${shop.discounts.map(
        (discount) =>
          html`<tr>
            <td>${codesOf(discount).map((redeem) => codeCell(shop, discount, redeem))}</td>
            <td><span class="badge">${statusOfDiscount(discount, now).toLowerCase()}</span></td>
            <td>${valueText(shop, discount)}</td>
            <td>${entitledText(shop, discount)}</td>
            <td class="number">${discount.usageCount}</td>
            <td>
              <form method="post" action="${discountsPath(shop)}/${discount.id}/delete">
                <button class="danger" aria-label="Delete ${discount.code}">Delete</button>
              </form>
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function codeCell(shop: ShopState, discount: Discount, { code }: RedeemCode): Html {
  return html`<form method="post" action="${discountsPath(shop)}/${discount.id}/code">
    <strong>${code}</strong>
    <a class="quiet" href="/shops/${shop.domain}/discount/${encodeURIComponent(code)}">Shareable link</a
    ><br />
    <input type="hidden" name="from" value="${code}" />
    <input name="to" value="${code}" aria-label="Other text for ${code}" autocomplete="off" />
    <button aria-label="Rename ${code}">Rename</button>
  </form>`;
}

function valueText(shop: ShopState, discount: Discount): string {
  if (discount.kind === "free_shipping") return "Free shipping";
  if (discount.kind === "percentage") return `${discount.percentageBps / 100} %`;
  return `${discount.amount} ${shop.settings.currency}${discount.appliesOnEachItem ? " each" : ""}`;
}

function entitledText(shop: ShopState, discount: Discount): string {
  const { productIds: entitled, collectionIds } = discount;
  if (collectionIds) {
    const chosen = (shop.collections ?? []).filter((each) => collectionIds.includes(each.id));
    return `Collections: ${chosen.map((each) => each.title).join(", ")}`;
  }
  if (!entitled) return "Everything";
  const titles = shop.products.filter((product) => entitled.includes(product.id)).map((each) => each.title);
  return titles.join(", ");
}

function discountForm(shop: ShopState): Html {
  return html`<form class="card" method="post" action="${discountsPath(shop)}">
    <h2>New discount code</h2>
    <div class="row">
      <label>Code <input name="code" required maxlength="255" autocomplete="off" /></label>
      <label>
        Kind
        <select name="kind">
          ${Object.entries(KINDS).map(([kind, label]) => html`<option value="${kind}">${label}</option>`)}
        </select>
      </label>
      <label>
        Percent, or amount in ${shop.settings.currency}
        <input name="value" inputmode="decimal" value="10" />
      </label>
      <label><input type="checkbox" name="once" /> Once per customer</label>
    </div>
    <p>
      <label>
        Only these products (none chosen: everything)<br />
        <select name="productIds" multiple size="6">
          ${shop.products.map((product) => html`<option value="${product.id}">${product.title}</option>`)}
        </select>
      </label>
    </p>
    <button class="primary">Create code</button>
  </form>`;
}
