import type { Case } from "./cases.ts";
import type { Chance } from "./random.ts";
import { type RefundPlan, refundGoods, refundMoney, settlePending } from "./refunds.ts";
import { grossOf, newLine, piecesLeft, type SoldLine, type SoldOrder, taxFor } from "./sold-order.ts";

/** A possible change of an order. Answers the cases that it covered, none if it was not possible. */
type Change = (chance: Chance, order: SoldOrder) => Case[];

const plain: RefundPlan = { discrepancy: "none", shipping: "none", status: "success" };

/** Changes and how often they come. */
const changes: readonly (readonly [number, Change])[] = [
  [4, (chance, order) => refundGoods(chance, order, { ...plain, parts: "some" })],
  [2, (chance, order) => refundGoods(chance, order, { ...plain, parts: "all" })],
  [2, (chance, order) => refundGoods(chance, order, { ...plain, parts: "some", shipping: "lines" })],
  [2, (chance, order) => refundGoods(chance, order, { ...plain, parts: "some", discrepancy: "positive" })],
  [2, (chance, order) => refundGoods(chance, order, { ...plain, parts: "some", discrepancy: "negative" })],
  [2, (chance, order) => refundGoods(chance, order, { ...plain, parts: "some", status: "pending" })],
  [
    1,
    (chance, order) =>
      refundGoods(chance, order, { ...plain, parts: "some", discrepancy: "positive", status: "pending" }),
  ],
  [1, (chance, order) => refundGoods(chance, order, { ...plain, parts: "some", status: "failed" })],
  [1, (chance, order) => refundGoods(chance, order, { ...plain, parts: "none", shipping: "lines" })],
  [1, (chance, order) => refundGoods(chance, order, { ...plain, parts: "none", shipping: "older" })],
  [1, (chance, order) => refundGoods(chance, order, { ...plain, parts: "none", shipping: "both" })],
  [4, refundMoney],
  [6, settlePending],
  [3, addLine],
  [2, removePieces],
  [2, raiseQuantity],
  [2, changeDiscount],
  [2, exchange],
  [1, cancel],
  [5, dispute],
  [2, pay],
  [2, fulfil],
  [1, remove],
];

/** Changes an order in one way that is possible, and stamps it. */
export function change(chance: Chance, order: SoldOrder, at: string): Case[] {
  if (order.deleted) return [];
  const lots = changes.flatMap(([times, one]) => Array<Change>(times).fill(one));
  order.updatedAt = at;
  return chance.pick(lots)(chance, order);
}

const open = (order: SoldOrder): boolean => order.cancelledAt === null;
const goodsLeft = (order: SoldOrder): SoldLine[] =>
  order.lines.filter((line) => !line.tip && piecesLeft(line) > 0);

function addLine(chance: Chance, order: SoldOrder): Case[] {
  if (!open(order)) return [];
  const id = `${order.id}${String(order.lines.length + 8).padStart(2, "0")}`;
  const line = newLine(chance, id, order);
  order.lines.push(line);
  order.addedLater.push(id);
  order.moneyLeft += grossOf(line, order.taxesIncluded);
  return ["line added"];
}

function removePieces(chance: Chance, order: SoldOrder): Case[] {
  const lines = goodsLeft(order);
  if (!open(order) || lines.length === 0) return [];
  const line = chance.pick(lines);
  const left = piecesLeft(line);
  const pieces = chance.is(0.4) ? left : chance.int(1, left);
  line.removed += pieces;
  return pieces === line.quantity ? ["line removed"] : ["pieces removed"];
}

function raiseQuantity(chance: Chance, order: SoldOrder): Case[] {
  const lines = goodsLeft(order);
  if (!open(order) || lines.length === 0) return [];
  reprice(order, chance.pick(lines), (line) => {
    line.quantity += chance.int(1, 3);
  });
  return ["quantity raised"];
}

function changeDiscount(chance: Chance, order: SoldOrder): Case[] {
  const lines = goodsLeft(order);
  if (!open(order) || lines.length === 0) return [];
  const line = chance.pick(lines);
  const isAdded = line.discounts.length === 0;
  reprice(order, line, () => {
    if (isAdded) line.discounts.push((line.priceMinor * BigInt(line.quantity)) / chance.minor(2, 10));
    else line.discounts.pop();
  });
  return [isAdded ? "discount added" : "discount removed"];
}

function reprice(order: SoldOrder, line: SoldLine, edit: (line: SoldLine) => void): void {
  const before = grossOf(line, order.taxesIncluded);
  edit(line);
  line.taxMinor = taxFor(line, order.taxesIncluded);
  order.moneyLeft += grossOf(line, order.taxesIncluded) - before;
  if (order.moneyLeft < 0n) order.moneyLeft = 0n;
}

/** One thing goes back, another goes out; no money moves for the part that is worth the same. */
function exchange(chance: Chance, order: SoldOrder): Case[] {
  if (!open(order) || goodsLeft(order).length === 0) return [];
  const returned = chance.is(0.5)
    ? refundGoods(chance, order, { ...plain, parts: "one", status: "success" })
    : removePieces(chance, order);
  if (returned.length === 0) return [];
  return [...returned, ...addLine(chance, order), "exchange"];
}

function cancel(chance: Chance, order: SoldOrder): Case[] {
  if (!open(order)) return [];
  const cases = chance.is(0.5) ? refundGoods(chance, order, { ...plain, parts: "all" }) : [];
  order.cancelledAt = order.updatedAt;
  order.financialStatus = chance.pick(["voided", "refunded"]);
  return [...cases, "cancelled"];
}

function dispute(chance: Chance, order: SoldOrder): Case[] {
  if (order.dispute === "none") {
    order.dispute = "open";
    return ["dispute opened"];
  }
  if (order.dispute !== "open") return [];
  order.dispute = chance.pick(["won", "lost"]);
  return [order.dispute === "won" ? "dispute won" : "dispute lost"];
}

function pay(_chance: Chance, order: SoldOrder): Case[] {
  if (order.paidAt !== null || !open(order)) return [];
  order.paidAt = order.updatedAt;
  order.financialStatus = order.refunds.length > 0 ? "partially_refunded" : "paid";
  return [];
}

/** Now and then the platform says so and lists nothing that was sent, at first or for good. */
function fulfil(chance: Chance, order: SoldOrder): Case[] {
  order.isSentUnlisted = order.fulfilledAt === null && chance.is(0.3);
  if (!order.isSentUnlisted) order.fulfilledAt ??= order.updatedAt;
  return order.isSentUnlisted ? ["fulfilled without a list"] : [];
}

function remove(_chance: Chance, order: SoldOrder): Case[] {
  order.deleted = true;
  return ["deleted"];
}
