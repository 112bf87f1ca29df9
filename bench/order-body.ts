const set = (amount: string) => ({
  shop_money: { amount, currency_code: "USD" },
  presentment_money: { amount, currency_code: "USD" },
});

const address = {
  first_name: "Sam",
  last_name: "Shopper",
  address1: "1 Main Street",
  city: "Springfield",
  province: "Oregon",
  country: "United States",
  zip: "97477",
  phone: null,
  company: null,
  country_code: "US",
  province_code: "OR",
};

function line(order: number, number: number) {
  return {
    id: order * 100 + number,
    admin_graphql_api_id: `gid://shopify/LineItem/${order * 100 + number}`,
    current_quantity: 1,
    fulfillable_quantity: 1,
    fulfillment_service: "manual",
    fulfillment_status: null,
    gift_card: false,
    grams: 400,
    name: `Mug ${number}`,
    price: "24.00",
    price_set: set("24.00"),
    product_exists: true,
    product_id: 7000 + number,
    properties: [],
    quantity: 1,
    requires_shipping: true,
    sku: `MUG-${number}`,
    taxable: true,
    title: `Mug ${number}`,
    total_discount: "0.00",
    total_discount_set: set("0.00"),
    variant_id: 8000 + number,
    variant_title: "Blue",
    vendor: "Potter",
    discount_allocations: [],
    tax_lines: [{ title: "State tax", price: "1.92", rate: 0.08, price_set: set("1.92") }],
  };
}

/** Differences between orders: when they were placed, and their attribution signals. */
export type OrderSigns = {
  readonly at: string;
  readonly click: string;
  readonly landingSite: string;
  readonly code: string | null;
  readonly email: string;
  readonly lines: number;
};

const someSigns: OrderSigns = {
  at: "2026-11-20T10:00:00-05:00",
  click: `clk_${"0".repeat(26)}.${"A".repeat(22)}`,
  landingSite: "/products/mug?ref=BENCH1",
  code: null,
  email: "sam@example.com",
  lines: 3,
};

/** An order about as large as the platform sends them: three lines, addresses, taxes, a click in its notes. */
export function orderBody(number: number, given: OrderSigns = someSigns) {
  const { at, click, landingSite, code, email } = given;
  const id = 5_000_000_000 + number;
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: `#${number}`,
    order_number: number,
    currency: "USD",
    presentment_currency: "USD",
    created_at: at,
    updated_at: at,
    processed_at: at,
    cancelled_at: null,
    cancel_reason: null,
    test: false,
    financial_status: "paid",
    fulfillment_status: null,
    source_name: "web",
    taxes_included: false,
    landing_site: landingSite,
    referring_site: "https://blog.example.com/mugs",
    note_attributes: [{ name: "__aff_click", value: click }],
    discount_codes: code === null ? [] : [{ code, amount: "0.00", type: "fixed_amount" }],
    discount_applications: code === null ? [] : [{ type: "discount_code", code, value: "0.0" }],
    email,
    contact_email: email,
    customer: {
      id: 77,
      email,
      first_name: "Sam",
      last_name: "Shopper",
      default_address: address,
    },
    billing_address: address,
    shipping_address: address,
    subtotal_price: "72.00",
    subtotal_price_set: set("72.00"),
    total_price: "82.76",
    total_price_set: set("82.76"),
    total_tax: "5.76",
    total_tax_set: set("5.76"),
    total_tip_received: "0.00",
    line_items: [1, 2, 3].slice(0, given.lines).map((each) => line(id, each)),
    shipping_lines: [
      {
        id: id * 10,
        title: "Standard",
        price: "5.00",
        price_set: set("5.00"),
        discount_allocations: [],
        tax_lines: [],
      },
    ],
    refunds: [],
    payment_gateway_names: ["bogus"],
    tags: "",
  };
}
