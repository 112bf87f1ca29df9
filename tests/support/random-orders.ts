import type { Chance } from "../histories/random.ts";
import { deliver, emptyInbox } from "./inbox.ts";
import { nextId, orderBody } from "./order-bodies.ts";
import type { SellingShop } from "./selling-shop.ts";

type Line = {
  readonly id: number;
  readonly product: number;
  readonly price: number;
  readonly quantity: number;
  current: number;
};

/** An order as the platform knows it by now. Amounts are whole units of its currency. */
export type PlacedOrder = {
  readonly id: number;
  readonly ref: string;
  readonly currency: "USD" | "JPY";
  readonly test: boolean;
  readonly createdAt: string;
  readonly lines: readonly Line[];
  readonly refunds: unknown[];
  updatedAt: string;
  cancelledAt?: string;
  deleted: boolean;
  /** Refunds that named no lines. */
  given: number;
};

const days = ["02-28", "03-01", "03-07", "03-08", "03-09", "10-31", "11-01", "11-02"];
const times = [
  "03:59:59",
  "04:00:00",
  "04:59:59",
  "05:00:00",
  "05:30:00",
  "06:30:00",
  "07:00:00",
  "20:00:00",
];

/** Around midnights of New York, and around the hours that its clocks leave out and have twice. */
export const instants = days.flatMap((day) => times.map((time) => `2026-${day}T${time}Z`));

const later = (instant: string, chance: Chance): string => {
  const after = instants.filter((one) => one > instant);
  if (after.length > 0 && chance.is(0.8)) return chance.pick(after);
  return `${new Date(Date.parse(instant) + 3_600_000).toISOString().slice(0, 19)}Z`;
};

export async function placeOrder(
  shop: SellingShop,
  { ref, chance }: { readonly ref: string; readonly chance: Chance },
): Promise<PlacedOrder> {
  const id = nextId();
  const createdAt = chance.pick(instants);
  const lines = Array.from({ length: chance.int(1, 3) }, (_, place) => {
    const quantity = chance.int(1, 4);
    return { id: id * 10 + place, product: place + 1, price: chance.int(1, 90), quantity, current: quantity };
  });
  const order: PlacedOrder = {
    id,
    ref,
    currency: chance.is(0.25) ? "JPY" : "USD",
    test: chance.is(0.08),
    createdAt,
    updatedAt: createdAt,
    lines,
    refunds: [],
    deleted: false,
    given: 0,
  };
  await tell(shop, order, [["orders/create", bodyOf(order)]]);
  return order;
}

/** Something happens to an order; answers what. */
export async function changeOrder(shop: SellingShop, order: PlacedOrder, chance: Chance): Promise<string> {
  if (order.deleted) return "nothing";
  order.updatedAt = later(order.updatedAt, chance);
  const left = order.lines.filter(({ current }) => current > 0);
  const turn = chance.int(1, 10);
  if (turn === 1) {
    order.deleted = true;
    await tell(shop, order, [["orders/delete", { id: order.id }]]);
    return "deletion";
  }
  if (turn === 2) {
    order.cancelledAt ??= order.updatedAt;
    await tell(shop, order, [["orders/cancelled", bodyOf(order)]]);
    return "cancellation";
  }
  if (left.length === 0) return "nothing";
  if (turn <= 5) {
    chance.pick(left).current -= 1;
    await tell(shop, order, [["orders/updated", bodyOf(order)]]);
    return "edit";
  }
  const what = refundOf(order, left, chance);
  const told = [
    ["refunds/create", order.refunds.at(-1)],
    ["orders/updated", bodyOf(order)],
  ] as const;
  await tell(shop, order, chance.shuffle(told));
  return what;
}

/** Gives back some pieces, all of them, or an amount that names none. */
function refundOf(order: PlacedOrder, left: readonly Line[], chance: Chance): string {
  const nth = order.refunds.length === 0 ? "" : "further ";
  if (chance.is(0.3)) {
    const most = left.reduce((sum, { price, current }) => sum + price * current, 0) - order.given;
    const amount = chance.int(1, Math.max(1, Math.floor(most / 3)));
    order.given += amount;
    order.refunds.push(refundBodyOf(order, [], amount));
    return `${nth}refund of an amount`;
  }
  const isWhole = chance.is(0.4);
  const taken = (isWhole ? left : [chance.pick(left)]).map((line) => ({
    line,
    pieces: isWhole ? line.current : chance.int(1, line.current),
  }));
  for (const { line, pieces } of taken) line.current -= pieces;
  order.refunds.push(refundBodyOf(order, taken, 0));
  return `${nth}refund of goods`;
}

type Taken = readonly { readonly line: Line; readonly pieces: number }[];

const decimal = (amount: number, { currency }: PlacedOrder): string =>
  currency === "JPY" ? String(amount) : amount.toFixed(2);

function moneyOf(amount: number, order: PlacedOrder) {
  const money = { amount: decimal(amount, order), currency_code: order.currency };
  return { shop_money: money, presentment_money: money };
}

function refundBodyOf(order: PlacedOrder, taken: Taken, amount: number) {
  const nothing = { total_tax: "0", total_tax_set: moneyOf(0, order) };
  const paid = taken.reduce((sum, { line, pieces }) => sum + line.price * pieces, amount);
  const adjustment = {
    id: nextId(),
    kind: "refund_discrepancy",
    amount: decimal(-amount, order),
    amount_set: moneyOf(-amount, order),
    tax_amount: "0",
    tax_amount_set: moneyOf(0, order),
  };
  return {
    id: nextId(),
    order_id: order.id,
    created_at: order.updatedAt,
    processed_at: order.updatedAt,
    refund_line_items: taken.map(({ line, pieces }) => ({
      id: nextId(),
      line_item_id: line.id,
      quantity: pieces,
      subtotal: line.price * pieces,
      subtotal_set: moneyOf(line.price * pieces, order),
      ...nothing,
    })),
    refund_shipping_lines: [],
    order_adjustments: amount === 0 ? [] : [adjustment],
    transactions: [
      { kind: "refund", status: "success", amount: decimal(paid, order), currency: order.currency },
    ],
  };
}

function bodyOf(order: PlacedOrder) {
  const { id, ref, currency, test, createdAt, updatedAt, cancelledAt, refunds } = order;
  const isOver = refunds.length > 0 && order.lines.every(({ current }) => current === 0);
  const financialStatus = isOver ? "refunded" : "paid";
  const told = { id, ref, currency, test, createdAt, updatedAt, refunds, financialStatus };
  const body = orderBody({ ...told, ...(cancelledAt !== undefined && { cancelledAt }) });
  const [line] = body.line_items;
  return {
    ...body,
    line_items: order.lines.map(({ product, price, quantity, current, ...one }) => ({
      ...line,
      id: one.id,
      title: `Product ${product}`,
      product_id: product,
      quantity,
      current_quantity: current,
      price: decimal(price, order),
      price_set: moneyOf(price, order),
    })),
  };
}

type Told = readonly (readonly [topic: string, body: unknown])[];

async function tell(shop: SellingShop, { updatedAt }: PlacedOrder, told: Told): Promise<void> {
  for (const [topic, body] of told) {
    await deliver(shop, topic, body);
    await emptyInbox(new Date(updatedAt));
  }
}
