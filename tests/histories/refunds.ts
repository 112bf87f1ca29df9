import type { RefundAdjustmentFacts, RefundFacts } from "#app/domain/refund-facts.ts";
import type { Case } from "./cases.ts";
import type { Chance } from "./random.ts";
import { paidFor, piecesLeft, type SoldLine, type SoldOrder } from "./sold-order.ts";

export type RefundPlan = {
  readonly parts?: "none" | "one" | "some" | "all";
  readonly discrepancy: "none" | "positive" | "negative";
  readonly shipping: "none" | "lines" | "older" | "both";
  readonly status: RefundFacts["status"];
};

type Piece = { readonly line: SoldLine; readonly quantity: number };

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Goods come back, or shipping is given back, in the way that the plan says. */
export function refundGoods(chance: Chance, order: SoldOrder, plan: RefundPlan): Case[] {
  const pieces = piecesOf(chance, order, plan.parts ?? "some");
  const shipping = plan.shipping === "none" ? [] : shippingOf(chance, order, plan);
  if (pieces.length === 0 && (plan.parts !== "none" || shipping.length === 0)) return [];
  const isShort = order.presentmentCurrency !== order.currency && chance.is(0.3);
  const lines = pieces.map((one) => asRefundLine(one, isShort));
  const tax = (minor: bigint): bigint => (order.taxesIncluded ? 0n : minor);
  const claimed = [...lines, ...shipping].reduce(
    (all, one) => all + one.subtotalMinor + tax(one.taxMinor),
    0n,
  );
  const wasGiven = order.refunds.some((one) => one.lines.length === 0 && one.adjustments.length > 0);
  const discrepancy = discrepancyOf(chance, plan, { claimed, moneyLeft: order.moneyLeft });
  for (const { line, quantity } of pieces) line.back += quantity;
  keep(order, chance, {
    status: plan.status,
    lines,
    shipping: plan.shipping === "older" ? [] : shipping,
    adjustments: adjustmentsOf(plan, discrepancy, shipping),
  });
  if (plan.status === "success") give(order, claimed - discrepancy);
  const cases = casesOf(order, plan, { pieces, shipping, discrepancy, wasGiven });
  return isShort && pieces.length > 0 ? [...cases, "cents left by an exchange rate"] : cases;
}

function adjustmentsOf(
  plan: RefundPlan,
  discrepancy: bigint,
  shipping: RefundFacts["shipping"],
): RefundAdjustmentFacts[] {
  const held: RefundAdjustmentFacts = { kind: "discrepancy", amountMinor: discrepancy, taxMinor: 0n };
  const given = shipping.map((one): RefundAdjustmentFacts => ({
    kind: "shipping-refund",
    amountMinor: -one.subtotalMinor,
    taxMinor: -one.taxMinor,
  }));
  const isOlder = plan.shipping === "older" || plan.shipping === "both";
  return [...(discrepancy === 0n ? [] : [held]), ...(isOlder ? given : [])];
}

function casesOf(
  order: SoldOrder,
  plan: RefundPlan,
  of: { pieces: readonly Piece[]; shipping: RefundFacts["shipping"]; discrepancy: bigint; wasGiven: boolean },
): Case[] {
  const hasLines = of.pieces.length > 0;
  const last = order.refunds.at(-1);
  const isWhole = order.lines.every((line) => piecesLeft(line) === 0);
  const all: [boolean, Case][] = [
    [hasLines, "refund by line"],
    [hasLines && of.wasGiven, "goods returned after an amount"],
    [of.shipping.length > 0, "shipping refunded"],
    [!hasLines && of.shipping.length > 0 && of.discrepancy === 0n, "shipping refunded alone"],
    [plan.shipping === "both", "shipping refund written twice"],
    [of.discrepancy > 0n, "positive discrepancy"],
    [of.discrepancy < 0n, "negative discrepancy"],
    [plan.status === "pending", "pending refund"],
    [plan.status === "failed", "failed refund"],
    [isWhole, "full refund"],
    [!isWhole, "partial refund"],
    [hasLines && last?.isRestocked === true, "restocked"],
    [hasLines && last?.isRestocked === false, "not restocked"],
    [last?.isFromPos === true, "refund from POS"],
  ];
  return all.flatMap(([is, one]) => (is ? [one] : []));
}

/** Money goes back without goods. */
export function refundMoney(chance: Chance, order: SoldOrder): Case[] {
  if (order.moneyLeft <= 0n) return [];
  const most = Number(order.moneyLeft);
  const amount = chance.is(0.05)
    ? order.moneyLeft
    : chance.minor(1, chance.is(0.5) ? Math.min(most, 50) : most);
  const adjustments = [{ kind: "discrepancy", amountMinor: -amount, taxMinor: 0n }] as const;
  keep(order, chance, { status: "success", lines: [], shipping: [], adjustments });
  give(order, amount);
  return ["amount-only refund", order.moneyLeft === 0n ? "full refund" : "partial refund"];
}

/** The money of a refund that was under way arrives, or does not. */
export function settlePending(chance: Chance, order: SoldOrder): Case[] {
  const pending = order.refunds.find((one) => one.status === "pending");
  if (pending === undefined) return [];
  pending.status = chance.is(0.7) ? "success" : "failed";
  if (pending.status === "failed") return ["failed refund"];
  pending.adjustments = pending.adjustments.filter(
    (one) => one.kind !== "discrepancy" || one.amountMinor < 0n,
  );
  return ["pending refund that went through"];
}

function keep(
  order: SoldOrder,
  chance: Chance,
  refund: Pick<RefundFacts, "status" | "lines" | "shipping" | "adjustments">,
): void {
  const id = `${order.id}${900 - order.refunds.length}`;
  const isFromPos = chance.is(0.15);
  order.refunds.push({ ...refund, id, createdAt: order.updatedAt, isRestocked: chance.is(0.5), isFromPos });
}

/** The platform calls an order refunded when no money of it is left, whatever an exchange rate did. */
function give(order: SoldOrder, amount: bigint): void {
  order.moneyLeft -= least(amount > 0n ? amount : 0n, order.moneyLeft);
  if (order.paidAt === null || order.cancelledAt !== null) return;
  order.financialStatus = order.moneyLeft === 0n ? "refunded" : "partially_refunded";
}

function piecesOf(chance: Chance, order: SoldOrder, parts: NonNullable<RefundPlan["parts"]>): Piece[] {
  const lines = order.lines.filter((line) => piecesLeft(line) > 0);
  if (parts === "none" || lines.length === 0) return [];
  if (parts === "all") return lines.map((line) => ({ line, quantity: piecesLeft(line) }));
  const chosen = parts === "one" ? [chance.pick(lines)] : chance.some(lines, 0.6);
  return chosen.map((line) => ({ line, quantity: chance.int(1, piecesLeft(line)) }));
}

/** The platform's amounts for pieces: the parts of a line add up to the line. */
function asRefundLine({ line, quantity }: Piece, isShort: boolean): RefundFacts["lines"][number] {
  const upTo = (whole: bigint, pieces: number): bigint => (whole * BigInt(pieces)) / BigInt(line.quantity);
  const before = line.back;
  const part = (whole: bigint): bigint => upTo(whole, before + quantity) - upTo(whole, before);
  const subtotal = part(paidFor(line));
  const short = isShort && subtotal > 3n ? 2n : 0n;
  return { lineId: line.id, quantity, subtotalMinor: subtotal - short, taxMinor: part(line.taxMinor) };
}

function shippingOf(chance: Chance, order: SoldOrder, plan: RefundPlan): RefundFacts["shipping"] {
  const [one] = order.shipping;
  if (one === undefined || one.priceMinor === 0n) return [];
  const isWhole = chance.is(0.5);
  return [
    {
      shippingId: plan.shipping === "lines" && chance.is(0.8) ? one.id : null,
      subtotalMinor: isWhole ? one.priceMinor : one.priceMinor / 2n,
      taxMinor: isWhole ? one.taxMinor : one.taxMinor / 2n,
    },
  ];
}

/** No more goes back than was left; beyond that a fee is held back, or something is given on top. */
function discrepancyOf(
  chance: Chance,
  plan: RefundPlan,
  { claimed, moneyLeft }: { claimed: bigint; moneyLeft: bigint },
): bigint {
  const beyond = claimed > moneyLeft ? claimed - moneyLeft : 0n;
  if (plan.status === "pending" && plan.discrepancy === "positive") return claimed;
  if (plan.discrepancy === "positive" && claimed > 0n) {
    const fee = chance.minor(1, Number(claimed));
    return fee > beyond ? fee : beyond;
  }
  if (plan.discrepancy === "negative" && beyond === 0n && moneyLeft > claimed) {
    return -chance.minor(1, Number(moneyLeft - claimed));
  }
  return beyond;
}
