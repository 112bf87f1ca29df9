import { nextId, orderBody, refundBody } from "./order-bodies.ts";

type Body = ReturnType<typeof orderBody>;
type Line = Body["line_items"][number];

/** An order of one kind, and what a program of 10 % owes for it in minor units, worked out by hand. */
export type OrderSample = {
  readonly kind: string;
  readonly currency?: string;
  readonly body: (ref: string) => Record<string, unknown>;
  readonly pending: bigint;
  readonly reason: string;
};

const set = (amount: string, currency = "USD") => ({
  shop_money: { amount, currency_code: currency },
  presentment_money: { amount, currency_code: currency },
});

function withLines(ref: string, change: (line: Line, body: Body) => unknown[]): Record<string, unknown> {
  const body = orderBody({ ref });
  const [line] = body.line_items;
  if (!line) throw new Error("The order has no line.");
  return { ...body, line_items: change(line, body) };
}

function withoutSets(ref: string): Record<string, unknown> {
  return withLines(ref, ({ price_set: _set, ...line }) => [line]);
}

const allocation = (amount: string) => ({ amount, amount_set: set(amount), discount_application_index: 0 });

export const orderSamples: readonly OrderSample[] = [
  { kind: "one line", body: (ref) => orderBody({ ref }), pending: 1000n, reason: "won-by-landing" },
  {
    kind: "a currency without minor units: 10 % of ¥5,005 is ¥500.5, rounded away from zero",
    currency: "JPY",
    body: (ref) => orderBody({ ref, currency: "JPY", price: "5005" }),
    pending: 501n,
    reason: "won-by-landing",
  },
  {
    kind: "a currency of three digits: 10 % of 10.125 is 1.0125",
    currency: "KWD",
    body: (ref) => orderBody({ ref, currency: "KWD", price: "10.125" }),
    pending: 1013n,
    reason: "won-by-landing",
  },
  {
    kind: "two lines that share a discount: 54.00 and 36.00 count",
    body: (ref) =>
      withLines(ref, (line) => [
        { ...line, price: "60.00", price_set: set("60.00"), discount_allocations: [allocation("6.00")] },
        {
          ...line,
          id: nextId(),
          price: "40.00",
          price_set: set("40.00"),
          discount_allocations: [allocation("4.00")],
        },
      ]),
    pending: 900n,
    reason: "won-by-landing",
  },
  {
    kind: "prices that include tax: 20.00 of 120.00 is tax",
    body: (ref) => ({
      ...withLines(ref, (line) => [
        {
          ...line,
          price: "120.00",
          price_set: set("120.00"),
          tax_lines: [{ title: "VAT", price: "20.00", rate: 0.2, price_set: set("20.00") }],
        },
      ]),
      taxes_included: true,
    }),
    pending: 1000n,
    reason: "won-by-landing",
  },
  {
    kind: "a gift card, which is money and no sale",
    body: (ref) => withLines(ref, (line) => [{ ...line, gift_card: true }]),
    pending: 0n,
    reason: "nothing-commissionable",
  },
  {
    kind: "a gift card beside a mug",
    body: (ref) => withLines(ref, (line) => [line, { ...line, id: nextId(), gift_card: true }]),
    pending: 1000n,
    reason: "won-by-landing",
  },
  {
    kind: "goods that are free",
    body: (ref) => orderBody({ ref, price: "0.00" }),
    pending: 0n,
    reason: "nothing-commissionable",
  },
  {
    kind: "a price whose tenth is less than half a cent",
    body: (ref) => orderBody({ ref, price: "0.04" }),
    pending: 0n,
    reason: "rounded-to-nothing",
  },
  {
    kind: "cancelled before it was seen",
    body: (ref) => orderBody({ ref, cancelledAt: "2026-03-02T12:00:00Z" }),
    pending: 0n,
    reason: "cancelled",
  },
  { kind: "a test", body: (ref) => orderBody({ ref, test: true }), pending: 0n, reason: "test-order" },
  {
    kind: "not paid yet: it earns, and waits with its release",
    body: (ref) => orderBody({ ref, financialStatus: "pending" }),
    pending: 1000n,
    reason: "won-by-landing",
  },
  {
    kind: "refunded as a whole before it was seen",
    body: (ref) => {
      const id = nextId();
      return orderBody({ ref, id, refunds: [refundBody(id, { amount: "100.00" })] });
    },
    pending: 0n,
    reason: "refunded-whole",
  },
  {
    kind: "a quarter refunded before it was seen",
    body: (ref) => {
      const id = nextId();
      const refunds = [refundBody(id, { amount: "25.00" })];
      return orderBody({ ref, id, price: "25.00", quantity: 4, refunds });
    },
    pending: 750n,
    reason: "won-by-landing",
  },
  {
    kind: "paid in another currency than the shop's: the shop's counts",
    body: (ref) => ({
      ...withLines(ref, (line) => [
        {
          ...line,
          price_set: {
            shop_money: { amount: "100.00", currency_code: "USD" },
            presentment_money: { amount: "92.00", currency_code: "EUR" },
          },
        },
      ]),
      presentment_currency: "EUR",
    }),
    pending: 1000n,
    reason: "won-by-landing",
  },
  {
    kind: "an old payload without money sets",
    body: withoutSets,
    pending: 1000n,
    reason: "won-by-landing",
  },
  {
    kind: "numbers where others write texts",
    body: (ref) => withLines(ref, ({ price_set: _set, ...line }) => [{ ...line, price: 100 }]),
    pending: 1000n,
    reason: "won-by-landing",
  },
  {
    kind: "no more than what facts need",
    body: (ref) => ({
      id: nextId(),
      currency: "USD",
      created_at: "2026-03-02T05:00:00-05:00",
      updated_at: "2026-03-02T05:00:00-05:00",
      landing_site: `/?ref=${ref}`,
      line_items: [{ id: nextId(), quantity: 2, price: "50.00" }],
    }),
    pending: 1000n,
    reason: "won-by-landing",
  },
  {
    kind: "no lines at all",
    body: (ref) => ({ ...orderBody({ ref }), line_items: [] }),
    pending: 0n,
    reason: "nothing-commissionable",
  },
  {
    kind: "null in every place where the platform may write it",
    body: (ref) => ({
      ...orderBody({ ref }),
      note_attributes: null,
      discount_codes: null,
      discount_applications: null,
      shipping_lines: null,
      refunds: null,
      customer: null,
      email: null,
      source_name: null,
      test: null,
      taxes_included: null,
      total_tip_received: null,
    }),
    pending: 1000n,
    reason: "won-by-landing",
  },
  {
    kind: "a shop's name and lines in many scripts",
    body: (ref) => ({
      ...withLines(ref, (line) => [{ ...line, title: "كوب 🦊 <b>杯子</b>", sku: "'; --", vendor: null }]),
      name: "№ 7/β",
    }),
    pending: 1000n,
    reason: "won-by-landing",
  },
  {
    kind: "a number larger than a double holds",
    body: (ref) => ({ ...orderBody({ ref }), id: `9007199254740993${nextId()}` }),
    pending: 1000n,
    reason: "won-by-landing",
  },
  {
    kind: "nobody's",
    body: () => orderBody(),
    pending: 0n,
    reason: "no-evidence",
  },
];
