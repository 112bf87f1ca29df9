import { drawing, type Drawing } from "./drawings.ts";
import type { CommerceSettings, Customer, Discount, Product, ShopCommerce, Variant } from "./types.ts";

const SEEDED_AT = "2026-01-12T09:00:00Z";

interface Good {
  title: string;
  type: string;
  vendor: string;
  tags: string[];
  description: string;
  picture: [Drawing, string, string];
  /** Name, price in US dollars, price in euros (with tax). */
  variants: [string, string, string][];
  grams: number;
}

const GOODS: Good[] = [
  {
    title: "Stoneware mug",
    type: "Kitchen",
    vendor: "Harbour Pottery",
    tags: ["ceramic", "gift"],
    description: "Thrown by hand, glazed twice, holds a third of a litre. Every one is a little different.",
    picture: ["mug", "#e8efe9", "#31584a"],
    variants: [
      ["Sand", "24.00", "26.00"],
      ["Slate", "24.00", "26.00"],
    ],
    grams: 380,
  },
  {
    title: "Steel bottle",
    type: "Outdoor",
    vendor: "Fell & Ford",
    tags: ["travel"],
    description: "Keeps tea hot for twelve hours and water cold for a day.",
    picture: ["bottle", "#e6eef6", "#254a74"],
    variants: [
      ["500 ml", "32.00", "34.90"],
      ["750 ml", "38.00", "40.90"],
    ],
    grams: 310,
  },
  {
    title: "Canvas tote",
    type: "Bags",
    vendor: "Fell & Ford",
    tags: ["travel", "cotton"],
    description: "Heavy cotton, flat base, handles long enough for a winter coat.",
    picture: ["tote", "#f6eee0", "#7a5521"],
    variants: [["Default Title", "19.99", "21.50"]],
    grams: 260,
  },
  {
    title: "Beeswax candle",
    type: "Home",
    vendor: "Meadow Lights",
    tags: ["gift"],
    description: "Pure wax from one valley, forty hours of quiet light.",
    picture: ["candle", "#fbf2d6", "#8a6410"],
    variants: [["Default Title", "15.50", "16.90"]],
    grams: 240,
  },
  {
    title: "Pocket notebook",
    type: "Paper",
    vendor: "Quire",
    tags: ["paper"],
    description: "Ninety-six numbered pages that lie flat and take ink well.",
    picture: ["notebook", "#f1e9f4", "#5b3a70"],
    variants: [
      ["Plain", "9.95", "10.50"],
      ["Dotted", "9.95", "10.50"],
    ],
    grams: 120,
  },
  {
    title: "Wool blanket",
    type: "Home",
    vendor: "Highmoor Weavers",
    tags: ["wool", "winter"],
    description: "Woven from undyed lambswool; a metre and a half by two.",
    picture: ["blanket", "#efe7e2", "#6d3f2b"],
    variants: [["Default Title", "129.00", "139.00"]],
    grams: 1450,
  },
  {
    title: "Desk lamp",
    type: "Home",
    vendor: "Lumen Works",
    tags: ["light"],
    description: "A warm lamp with one dial and nothing to set up.",
    picture: ["lamp", "#e9f1f1", "#1f5f63"],
    variants: [["Default Title", "84.00", "89.00"]],
    grams: 1100,
  },
  {
    title: "House coffee",
    type: "Pantry",
    vendor: "Dockside Roasters",
    tags: ["coffee"],
    description: "Roasted on Mondays, posted on Tuesdays. Chocolate, plum, no bitterness.",
    picture: ["coffee", "#f2e6dc", "#4f2f1b"],
    variants: [
      ["250 g", "14.00", "13.90"],
      ["1 kg", "46.00", "45.00"],
    ],
    grams: 260,
  },
  {
    title: "Ribbed scarf",
    type: "Clothing",
    vendor: "Highmoor Weavers",
    tags: ["wool", "winter"],
    description: "Soft enough for the neck, long enough for two turns.",
    picture: ["scarf", "#f7e4e4", "#8a2b3a"],
    variants: [["Default Title", "45.00", "48.00"]],
    grams: 220,
  },
  {
    title: "Gift card",
    type: "Gift card",
    vendor: "The store",
    tags: [],
    description: "For the person who has everything, by e-mail within the minute.",
    picture: ["card", "#e5ebfa", "#2b3f8a"],
    variants: [
      ["25", "25.00", "25.00"],
      ["50", "50.00", "50.00"],
    ],
    grams: 0,
  },
];

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
    tags: [],
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
    customers: seedCustomers(base + 50_000, euro),
    discounts: seedDiscounts(base + 90_000, products),
    orders: [],
    carts: {},
    nextOrderNumber: 1001,
  };
}
