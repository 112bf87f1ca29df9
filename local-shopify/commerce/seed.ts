import { drawing } from "./drawings.ts";
import { GOODS } from "./seed-goods.ts";
import type { ShopCommerce } from "./shop-commerce.ts";
import type { Collection, CommerceSettings, Customer, Discount, Product, Variant } from "./types.ts";

const SEEDED_AT = "2026-01-12T09:00:00Z";

const US_STORE: CommerceSettings = {
  name: "Demo Store",
  email: "owner@demo-store.example",
  currency: "USD",
  ianaTimezone: "America/New_York",
  countryCode: "US",
  taxesIncluded: false,
  taxTitle: "State Tax",
  taxRateBps: 800,
  taxShipping: false,
  shippingOptions: [
    { code: "Standard", title: "Standard (3 to 5 days)", price: "5.00" },
    { code: "Express", title: "Express (next day)", price: "18.00" },
    { code: "Pickup", title: "Pick up in store", price: "0.00" },
  ],
  presentment: [
    { currency: "EUR", rate: "0.92" },
    { currency: "JPY", rate: "149.5" },
  ],
  testOrders: false,
  themeEmbed: true,
  themeEmbedSettings: {},
  consentBanner: false,
};

const EU_STORE: CommerceSettings = {
  ...US_STORE,
  name: "Second Store",
  email: "owner@second-store.example",
  currency: "EUR",
  ianaTimezone: "Europe/Berlin",
  countryCode: "DE",
  taxesIncluded: true,
  taxTitle: "VAT",
  taxRateBps: 2000,
  taxShipping: true,
  shippingOptions: [
    { code: "Standard", title: "Standard (2 to 4 days)", price: "4.90" },
    { code: "Pickup", title: "Pick up in store", price: "0.00" },
  ],
  presentment: [],
  consentBanner: true,
};

function seedProducts(base: number, euro: boolean): Product[] {
  return GOODS.map((good, index) => {
    const id = base + index * 100;
    const giftCard = good.type === "Gift card";
    const handle = good.title.toLowerCase().replaceAll(" ", "-");
    const variants: Variant[] = good.variants.map(([title, dollars, euros], position) => ({
      id: id + 10 + position,
      title,
      sku: `${handle.slice(0, 3).toUpperCase()}-${index + 1}${position + 1}`,
      price: euro ? euros : dollars,
      grams: good.grams,
      requiresShipping: !giftCard,
      taxable: !giftCard,
    }));
    return {
      id,
      handle,
      title: good.title,
      description: good.description,
      vendor: good.vendor,
      type: good.type,
      tags: good.tags,
      giftCard,
      imageSvg: drawing(...good.picture),
      variants,
      createdAt: SEEDED_AT,
      updatedAt: SEEDED_AT,
    };
  });
}

function seedCustomers(base: number, euro: boolean): Customer[] {
  const people = euro
    ? ([
        ["Jonas", "Weber", "Lindenstraße 14", "Berlin", "10969"],
        ["Clara", "Vogel", "Am Markt 3", "Bremen", "28195"],
      ] as const)
    : ([
        ["Maya", "Torres", "41 Alder Court", "Hudson", "12534"],
        ["Sam", "Whitfield", "7 Orchard Lane", "Beacon", "12508"],
        ["Ines", "Okafor", "250 Mill Road", "Albany", "12203"],
      ] as const);
  return people.map(([firstName, lastName, address1, city, zip], index) => ({
    id: base + index,
    email: `${firstName}.${lastName}@shopper.example`.toLowerCase(),
    firstName,
    lastName,
    phone: null,
    tags: index === 0 ? ["vip"] : [],
    address: {
      firstName,
      lastName,
      address1,
      city,
      zip,
      province: euro ? null : "New York",
      provinceCode: euro ? null : "NY",
      country: euro ? "Germany" : "United States",
      countryCode: euro ? "DE" : "US",
    },
    createdAt: SEEDED_AT,
    updatedAt: SEEDED_AT,
  }));
}

function seedDiscounts(base: number, products: Product[]): Discount[] {
  const plain: Omit<Discount, "id" | "title" | "code" | "kind"> = {
    percentageBps: 0,
    amount: "0",
    appliesOnEachItem: false,
    productIds: null,
    startsAt: SEEDED_AT,
    endsAt: null,
    usageLimit: null,
    usageCount: 0,
    appliesOncePerCustomer: false,
    combinesWith: { orderDiscounts: false, productDiscounts: false, shippingDiscounts: true },
    usedBy: [],
    createdAt: SEEDED_AT,
    updatedAt: SEEDED_AT,
  };
  const woollen = products.filter((product) => product.tags.includes("wool")).map((product) => product.id);
  return [
    { ...plain, id: base, title: "Welcome", code: "WELCOME10", kind: "percentage", percentageBps: 1000 },
    { ...plain, id: base + 1, title: "Five off", code: "TAKE5", kind: "fixed_amount", amount: "5.00" },
    {
      ...plain,
      id: base + 2,
      title: "Winter wool",
      code: "WOOL20",
      kind: "percentage",
      percentageBps: 2000,
      productIds: woollen,
    },
    {
      ...plain,
      id: base + 3,
      title: "Free shipping",
      code: "FREESHIP",
      kind: "free_shipping",
      combinesWith: { orderDiscounts: true, productDiscounts: true, shippingDiscounts: false },
    },
  ];
}

function seedCollections(base: number, products: Product[]): Collection[] {
  const groups: [string, string[]][] = [
    ["Winter warmers", ["wool", "coffee"]],
    ["Gifts", ["gift", "paper"]],
  ];
  return groups.map(([title, tags], index) => ({
    id: base + index,
    handle: title.toLowerCase().replaceAll(" ", "-"),
    title,
    productIds: products.filter(({ tags: own }) => own.some((tag) => tags.includes(tag))).map(({ id }) => id),
    updatedAt: SEEDED_AT,
  }));
}

/**
 * The commerce a shop starts with. second-store sells in euros with the tax inside its prices; every other
 * shop is an American one, whose tax is added at the checkout.
 */
export function seedShop(domain: string): ShopCommerce {
  const euro = domain === "second-store.myshopify.com";
  const base = euro ? 7_320_000_000_000 : 7_310_000_000_000;
  const products = seedProducts(base, euro);
  return {
    settings: structuredClone(euro ? EU_STORE : US_STORE),
    products,
    collections: seedCollections(base + 80_000, products),
    sellingPlans: [
      {
        id: base + 85_000,
        name: "Every month",
        productIds: products.filter(({ tags }) => tags.includes("coffee")).map(({ id }) => id),
      },
    ],
    customers: seedCustomers(base + 50_000, euro),
    discounts: seedDiscounts(base + 90_000, products),
    orders: [],
    carts: {},
    nextOrderNumber: 1001,
  };
}
