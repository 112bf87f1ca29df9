import type { OrderEdit, OrderReturn } from "../commerce/edit-types.ts";
import { refundedQuantity } from "../commerce/refund-maths.ts";
import { answerLineItem, connectParts, type OrderView } from "./line-item.ts";
import { gid, moment, type Answer, type Args } from "./resolver.ts";

interface Agreement {
  type: "OrderAgreement" | "OrderEditAgreement" | "RefundAgreement" | "ReturnAgreement";
  id: number;
  reason: "ORDER" | "ORDER_EDIT" | "REFUND" | "RETURN";
  at: string;
  sales: { lineId: number; quantity: number }[];
}

/** `Order.agreements`: what was sold when the order was placed, and what each edit, return and refund changed. */
export function connectAgreements(view: OrderView, args: Args): Answer {
  const agreements = [
    placement(view),
    ...editsOf(view).map(ofEdit),
    ...returnsOf(view).map(ofReturn),
    ...refunds(view),
  ];
  const sorted = agreements.toSorted((a, b) => a.at.localeCompare(b.at) || a.id - b.id);
  return connectParts(sorted, args, { answer: (agreement) => answerAgreement(view, agreement) });
}

export function isEdited(view: OrderView): boolean {
  return editsOf(view).length > 0;
}

function editsOf({ asking, order }: OrderView): OrderEdit[] {
  return (asking.shop.edits ?? []).filter((edit) => edit.order_id === order.id);
}

/** True if goods were returned in an exchange. */
export function isReturned(view: OrderView): boolean {
  return returnsOf(view).length > 0;
}

function returnsOf({ asking, order }: OrderView): OrderReturn[] {
  return (asking.shop.returns ?? []).filter((one) => one.order_id === order.id);
}

/** Lines that no edit or exchange added were there from the beginning, less the pieces that edits added to them. */
function placement(view: OrderView): Agreement {
  const { order } = view;
  const edits = editsOf(view);
  const later = new Set([...edits, ...returnsOf(view)].flatMap((one) => one.newLineIds));
  const sales = order.line_items
    .filter((line) => !later.has(line.id))
    .map((line) => {
      const net = sum(edits, "additions", line.id) - sum(edits, "removals", line.id);
      return { lineId: line.id, quantity: line.current_quantity + refundedQuantity(order, line.id) - net };
    });
  return { type: "OrderAgreement", id: order.id, reason: "ORDER", at: moment(order.created_at) ?? "", sales };
}

function sum(edits: readonly OrderEdit[], of: "additions" | "removals", lineId: number): number {
  const deltas = edits.flatMap((edit) => edit[of]).filter((each) => each.id === lineId);
  return deltas.reduce((total, each) => total + each.delta, 0);
}

function ofEdit(edit: OrderEdit): Agreement {
  return {
    type: "OrderEditAgreement",
    id: edit.id,
    reason: "ORDER_EDIT",
    at: moment(edit.committed_at) ?? "",
    sales: salesOf(edit),
  };
}

/** One agreement tells what came back and what went out for it. */
function ofReturn(one: OrderReturn): Agreement {
  return {
    type: "ReturnAgreement",
    id: one.id,
    reason: "RETURN",
    at: moment(one.processed_at) ?? "",
    sales: salesOf(one),
  };
}

function salesOf({ additions, removals }: Pick<OrderEdit, "additions" | "removals">): Agreement["sales"] {
  return [
    ...additions.map(({ id, delta }) => ({ lineId: id, quantity: delta })),
    ...removals.map(({ id, delta }) => ({ lineId: id, quantity: -delta })),
  ];
}

function refunds({ order }: OrderView): Agreement[] {
  return order.refunds.map((refund) => ({
    type: "RefundAgreement",
    id: refund.id,
    reason: "REFUND",
    at: moment(refund.created_at) ?? "",
    sales: (refund.return === null ? refund.refund_line_items : []).map((line) => ({
      lineId: line.line_item_id,
      quantity: -line.quantity,
    })),
  }));
}

function answerAgreement(view: OrderView, agreement: Agreement): Answer {
  return {
    __typename: agreement.type,
    id: gid(agreement.type, agreement.id),
    reason: agreement.reason,
    happenedAt: agreement.at,
    app: null,
    sales: (args: Args) =>
      connectParts(agreement.sales, args, { answer: (sale) => answerSale(view, agreement, sale) }),
  };
}

function answerSale(view: OrderView, agreement: Agreement, sale: Agreement["sales"][number]): Answer {
  const line = view.order.line_items.find((each) => each.id === sale.lineId);
  if (line === undefined) throw new Error(`${view.order.name} has no line ${sale.lineId}.`);
  return {
    __typename: line.gift_card ? "GiftCardSale" : "ProductSale",
    id: gid("Sale", agreement.id + sale.lineId),
    actionType: sale.quantity < 0 ? "RETURN" : "ORDER",
    lineType: line.gift_card ? "GIFT_CARD" : "PRODUCT",
    quantity: sale.quantity,
    lineItem: () => answerLineItem(view, line),
  };
}
