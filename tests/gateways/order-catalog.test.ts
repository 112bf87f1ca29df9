import { afterEach, expect, it } from "vitest";
import { askCatalog, fetchOrderFacts } from "#app/gateways/shopify/orders.ts";
import { deleteProduct, tagCustomer } from "../../local-shopify/commerce/change-product.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import type { Collection, Product } from "../../local-shopify/commerce/types.ts";
import type { ShopState } from "../../local-shopify/state.ts";
import { install, makeBrowser } from "../support/browser.ts";
import { addPlatformShop } from "../support/local-platform.ts";
import { twoReaders } from "../support/two-readers.ts";
import { usePlatform } from "../support/use-platform.ts";

const now = new Date("2026-11-10T12:00:00Z");

const platform = usePlatform();
afterEach(() => withhold(false));

function withhold(on: boolean): void {
  platform.ctx.mutate((state) => {
    state.switches.withhold = on;
  });
}

const buy = (
  shop: ShopState,
  products: readonly Product[],
  customer: string | null = "ada@customer.example",
) =>
  placeOrder(platform.ctx, shop.domain, {
    lines: products.map((product) => ({ variantId: product.variants[0]?.id ?? 0, quantity: 1 })),
    customer: customer === null ? null : { email: customer },
    ...(customer === null ? { shipping: null } : {}),
  });

function named(shop: ShopState, handle: string): Product {
  const product = shop.products.find((each) => each.handle === handle);
  if (!product) throw new Error(`The demo shop sells no ${handle}.`);
  return product;
}

const collection = (shop: ShopState, title: string): string =>
  String(shop.collections?.find((each) => each.title === title)?.id);

it("tells the tags and collections of each product once, and the customer's tags", async () => {
  const { shop, whole, askPlatform, questions } = twoReaders(platform);
  const [scarf, lamp] = [named(shop, "ribbed-scarf"), named(shop, "desk-lamp")];
  const order = buy(shop, [scarf, lamp, scarf]);
  tagCustomer(platform.ctx, shop.domain, order.customer?.id ?? 0, ["press", "vip"]);
  const catalog = await askCatalog(askPlatform, await whole(order.id), now);
  expect(catalog).toEqual({
    readAt: now.toISOString(),
    products: {
      [scarf.id]: { tags: ["wool", "winter"], collectionIds: [collection(shop, "Winter warmers")] },
      [lamp.id]: { tags: ["light"], collectionIds: [] },
    },
    customerTags: ["press", "vip"],
  });
  expect(questions()).toEqual(["OrderAsFacts", "CatalogOfProducts"]);
});

it("knows nothing of a product that was deleted, before or while it was asked, nor of tags of nobody", async () => {
  const { shop, whole, askPlatform, questions } = twoReaders(platform);
  const [scarf, lamp, tote] = [
    named(shop, "ribbed-scarf"),
    named(shop, "desk-lamp"),
    named(shop, "canvas-tote"),
  ];
  const { id } = buy(shop, [scarf, lamp, tote], null);
  deleteProduct(platform.ctx, shop.domain, scarf.id);
  const order = await whole(id);
  deleteProduct(platform.ctx, shop.domain, tote.id);
  const catalog = await askCatalog(askPlatform, order, now);
  expect([Object.keys(catalog.products), catalog.customerTags]).toEqual([[String(lamp.id)], null]);
  deleteProduct(platform.ctx, shop.domain, lamp.id);
  expect(await askCatalog(askPlatform, await whole(id), now)).toMatchObject({ products: {} });
  expect(questions()).toEqual(["OrderAsFacts"]);
});

it("asks again for more products than one answer holds, and for more collections", async () => {
  const { shop, whole, askPlatform, questions } = twoReaders(platform);
  const lamp = named(shop, "desk-lamp");
  const copies = Array.from({ length: 16 }, (_, n): Product => {
    const id = platform.ctx.nextId();
    const [variant] = structuredClone(lamp.variants);
    if (!variant) throw new Error("The lamp has no variant.");
    return { ...lamp, id, handle: `lamp-${n}`, tags: [`t${n}`], variants: [{ ...variant, id: id + 1 }] };
  });
  shop.products.push(...copies);
  const [first] = copies;
  const many = Array.from({ length: 301 }, (_, n): Collection => {
    const productIds = first ? [first.id] : [];
    return { id: 900_000 + n, handle: `c-${n}`, title: `C ${n}`, productIds, updatedAt: now.toISOString() };
  });
  shop.collections = many;
  const catalog = await askCatalog(askPlatform, await whole(buy(shop, copies).id), now);
  expect(Object.keys(catalog.products)).toHaveLength(16);
  expect(catalog.products[String(copies[15]?.id)]?.tags).toEqual(["t15"]);
  expect(catalog.products[String(first?.id)]?.collectionIds).toEqual(many.map((each) => String(each.id)));
  expect(questions()).toEqual([
    "OrderAsFacts",
    "CatalogOfProducts",
    "CollectionsOfProduct",
    "CollectionsOfProduct",
    "CatalogOfProducts",
  ]);
});

it("is read with an order only where it is wanted", async () => {
  const shop = addPlatformShop(platform);
  await install(makeBrowser(), shop.domain);
  const { id } = buy(shop, [named(shop, "ribbed-scarf")]);
  const read = (catalog: boolean) =>
    fetchOrderFacts(shop.domain, String(id), { hashEmail: (email) => email, catalog, now });
  expect((await read(false))?.catalog).toBeNull();
  expect((await read(true))?.catalog).toMatchObject({ readAt: now.toISOString(), customerTags: [] });
  expect(await fetchOrderFacts(shop.domain, "1", { hashEmail: String, catalog: true, now })).toBeNull();
});

it("is read without customers and addresses by an app that is not approved for them", async () => {
  const shop = addPlatformShop(platform);
  await install(makeBrowser(), shop.domain);
  const { id } = buy(shop, [named(shop, "ribbed-scarf")]);
  const read = () => fetchOrderFacts(shop.domain, String(id), { hashEmail: String, catalog: true, now });
  expect(await read()).toMatchObject({ customerId: expect.any(String), countryCode: "US" });
  withhold(true);
  const facts = await read();
  expect(facts).toMatchObject({ customerId: null, customerHash: null, countryCode: null });
  expect(facts?.lines).toHaveLength(1);
  expect(facts?.catalog).toMatchObject({ customerTags: null });
  expect(Object.keys(facts?.catalog?.products ?? {})).toHaveLength(1);
});
