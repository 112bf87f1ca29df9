let lastId = 5_000_000_000;

export const nextId = (): number => (lastId += 1);

const set = (amount: string, currency: string) => ({
  shop_money: { amount, currency_code: currency },
  presentment_money: { amount, currency_code: currency },
});

export type OrderOptions = {
  id?: number;
  price?: string;
  quantity?: number;
  currency?: string;
  createdAt?: string;
  updatedAt?: string;
  ref?: string;
  click?: string;
  codes?: string[];
  financialStatus?: string;
  cancelledAt?: string;
  refunds?: unknown[];
  test?: boolean;
  email?: string;
};

/** The body of an `orders/*` delivery: one line, no tax, no shipping, unless told otherwise. */
export function orderBody(options: OrderOptions = {}) {
  const id = options.id ?? nextId();
  const given = {
    currency: "USD",
    createdAt: "2026-03-02T10:00:00Z",
    price: "100.00",
    quantity: 1,
    financialStatus: "paid",
    codes: [],
    email: "",
    ...options,
  };
  const { currency, createdAt, price, quantity, codes, email } = given;
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: `#${id}`,
    currency,
    presentment_currency: currency,
    created_at: createdAt,
    updated_at: options.updatedAt ?? createdAt,
    cancelled_at: options.cancelledAt ?? null,
    test: options.test ?? false,
    financial_status: given.financialStatus,
    source_name: "web",
    taxes_included: false,
    landing_site: options.ref ? `/products/mug?ref=${options.ref}` : "/",
    note_attributes: options.click ? [{ name: "__aff_click", value: options.click }] : [],
    discount_codes: codes.map((code) => ({ code, amount: "0.00", type: "percentage" })),
    discount_applications: codes.map((code) => ({ type: "discount_code", code })),
    email,
    customer: email ? { id: 77, email } : null,
    total_tip_received: "0.00",
    line_items: [
      {
        id: id * 10,
        title: "Mug",
        quantity,
        current_quantity: quantity,
        price,
        price_set: set(price, currency),
        gift_card: false,
        product_id: 1,
        variant_id: 2,
        sku: "MUG",
        vendor: "Potter",
        discount_allocations: [],
        tax_lines: [],
      },
    ],
    shipping_lines: [],
    refunds: options.refunds ?? [],
  };
}

/** A refund of pieces of the one line of `orderBody`; also the body of `refunds/create`. */
export function refundBody(
  orderId: number,
  options: { amount: string; quantity?: number; currency?: string; at?: string; id?: number },
) {
  const currency = options.currency ?? "USD";
  const at = options.at ?? "2026-03-05T10:00:00Z";
  return {
    id: options.id ?? nextId(),
    order_id: orderId,
    created_at: at,
    processed_at: at,
    refund_line_items: [
      {
        id: nextId(),
        line_item_id: orderId * 10,
        quantity: options.quantity ?? 1,
        subtotal: Number(options.amount),
        subtotal_set: set(options.amount, currency),
        total_tax: 0,
        total_tax_set: set("0.00", currency),
      },
    ],
    refund_shipping_lines: [],
    order_adjustments: [],
    transactions: [{ kind: "refund", status: "success", amount: options.amount, currency }],
  };
}

const orderBodyTopics: ReadonlySet<string> = new Set([
  "orders/create",
  "orders/paid",
  "orders/updated",
  "orders/cancelled",
]);

/** An order names its shop by its status page, as on the platform, unless the body says something else there. */
export function namingShop(domain: string, topic: string, body: unknown): unknown {
  const isOrder = orderBodyTopics.has(topic) && typeof body === "object" && body !== null;
  if (!isOrder || "order_status_url" in body) return body;
  return {
    order_status_url: `https://${domain}/548380009/orders/b1946ac92492d234/authenticate?key=s`,
    ...body,
  };
}
