import type { CommerceContext } from "../../local-shopify/commerce/context.ts";
import { seedShop } from "../../local-shopify/commerce/seed.ts";
import type { ShopCommerce } from "../../local-shopify/commerce/shop-commerce.ts";
import type { Product } from "../../local-shopify/commerce/types.ts";

export interface Emitted {
  topic: string;
  payload: Record<string, unknown>;
  eventId: string;
}

export interface CommerceFixture {
  ctx: CommerceContext;
  shop: ShopCommerce;
  domain: string;
  emitted: Emitted[];
  /** The topics sent since the last look. */
  takeTopics: () => string[];
  product: (title: string) => Product;
  variant: (title: string) => number;
  /** Sets every price of the first variant of a product, so that a test's cents stand in the test. */
  price: (title: string, amount: string) => number;
  clock: { at: Date };
}

/** One seeded shop of its own with a commerce context that remembers what it sent. */
export function commerceFixture(domain = "demo-store.myshopify.com"): CommerceFixture {
  const shop = seedShop(domain);
  const emitted: Emitted[] = [];
  const clock = { at: new Date("2026-11-20T15:30:40.512Z") };
  let lastId = 9_000_000_000_000;
  let looked = 0;
  const product = (title: string): Product => {
    const found = shop.products.find((each) => each.title === title);
    if (!found) throw new Error(`The seed has no ${title}.`);
    return found;
  };
  const variant = (title: string): number => product(title).variants[0]?.id ?? 0;
  return {
    ctx: {
      commerce: (asked) => (asked === domain ? shop : undefined),
      pixelSettings: () => null,
      mutate: (change) => change(),
      nextId: () => (lastId += 32_768),
      now: () => clock.at,
      emit: (_, topic, payload, { eventId }) => {
        emitted.push({ topic, payload: { ...structuredClone(Object(payload)) }, eventId });
      },
      url: "http://127.0.0.1:4000",
      apiKey: "test-key",
      extensionsDir: "extensions",
    },
    shop,
    domain,
    emitted,
    takeTopics() {
      const topics = emitted.slice(looked).map((each) => each.topic);
      looked = emitted.length;
      return topics;
    },
    product,
    variant,
    price(title, amount) {
      for (const each of product(title).variants) each.price = amount;
      return variant(title);
    },
    clock,
  };
}
