import { randomUUID } from "node:crypto";
import { buildLineItem, taxLine, type LineContext } from "./build-lines.ts";
import { getOrder, stamp, touch } from "./change-order.ts";
import { getCommerce, type CommerceContext } from "./context.ts";
import type { LineDelta, OrderEdit } from "./edit-types.ts";
import { formatAmount, moneySet, parseAmount } from "./money.ts";
import { taxOf } from "./order-maths.ts";
import type { Order } from "./order-types.ts";
import { tenderOf } from "./place-order.ts";
import { findVariant, type WantedLine } from "./quote.ts";
import { chargedMinor, isPaid, lineAmounts, refundedQuantity } from "./refund-maths.ts";
import { CommerceRefusal } from "./refusal.ts";
import type { ShopCommerce } from "./shop-commerce.ts";
import type { LineItem } from "./types.ts";

export interface EditRequest {
  /** Goods that come onto the order as lines of their own. */
  add?: WantedLine[];
  /** How many of a line there are to be; what was refunded does not count. */
  set?: { lineItemId: number; quantity: number }[];
  /** Decimal amount in shop currency to take off a whole line, beside what is off it already. */
  discounts?: { lineItemId: number; amount: string }[];
  /** Lines that lose all their discounts. */
  undiscount?: number[];
  note?: string;
  userId?: number;
}

/** Changes of an edit, in the form of orders/edited. */
interface Changes {
  newLineIds: number[];
  additions: LineDelta[];
  removals: LineDelta[];
  discounted: number[];
  undiscounted: number[];
}

type Editing = { commerce: ShopCommerce; draft: Order; context: LineContext; changes: Changes };

/**
 * Edits an order: lines come, grow, shrink, and their discounts come and go. Sends orders/edited, which tells the edit
 * and not the order, and orders/updated. Throws a refusal, and changes nothing, where the edit is none or cannot be.
 */
export function editOrder(
  ctx: CommerceContext,
  shopDomain: string,
  orderId: number,
  request: EditRequest,
): Order {
  const commerce = getCommerce(ctx, shopDomain);
  const order = getOrder(ctx, shopDomain, orderId);
  if (order.cancelled_at) throw new CommerceRefusal(`${order.name} is cancelled and can't be edited.`);
  const { settings } = commerce;
  const context = {
    settings,
    tender: tenderOf(settings, order.presentment_currency),
    nextId: () => ctx.nextId(),
  };
  const changes: Changes = { newLineIds: [], additions: [], removals: [], discounted: [], undiscounted: [] };
  const draft = structuredClone(order);
  apply({ commerce, draft, context, changes }, request);
  const { additions, removals, discounted, undiscounted } = changes;
  if ([additions, removals, discounted, undiscounted].every((each) => each.length === 0)) {
    throw new CommerceRefusal("There is nothing to change.");
  }
  const payload = ctx.mutate(() => {
    if (isPaid(order)) {
      const outstanding = parseAmount(order.total_outstanding, order.currency);
      const minor = outstanding + chargedMinor(draft) - chargedMinor(order);
      draft.total_outstanding = formatAmount(minor, order.currency);
    }
    Object.assign(order, draft);
    touch(ctx, shopDomain, order);
    const edit = keepEdit(commerce, changes, { id: ctx.nextId(), order, at: stamp(ctx, shopDomain) });
    return editPayload(edit, changes, request);
  });
  const eventId = randomUUID();
  ctx.emit(shopDomain, "orders/edited", payload, { eventId });
  ctx.emit(shopDomain, "orders/updated", order, { eventId });
  return order;
}

function apply(editing: Editing, request: EditRequest): void {
  for (const each of request.set ?? []) setQuantity(editing, each.lineItemId, each.quantity);
  for (const lineItemId of request.undiscount ?? []) undiscount(editing, lineItemId);
  for (const each of request.discounts ?? []) discount(editing, each.lineItemId, each.amount);
  for (const wanted of request.add ?? []) addLine(editing, wanted);
}

function addLine({ commerce, draft, context, changes }: Editing, wanted: WantedLine): void {
  const line = addedLine(commerce, draft, { wanted, context });
  changes.newLineIds.push(line.id);
  changes.additions.push({ id: line.id, delta: line.quantity });
}

/** Puts goods on an order as a line of their own, at today's price. Throws a refusal where there are none such. */
export function addedLine(
  commerce: ShopCommerce,
  draft: Order,
  { wanted, context }: { readonly wanted: WantedLine; readonly context: LineContext },
): LineItem {
  const found = findVariant(commerce, wanted.variantId);
  if (!found) throw new CommerceRefusal(`There is no variant ${wanted.variantId}.`);
  const quantity = wholePieces(wanted.quantity, 1);
  const grossMinor = parseAmount(found.variant.price, draft.currency) * BigInt(quantity);
  const line = buildLineItem(
    { ...found, quantity, properties: wanted.properties ?? {}, sellingPlan: null },
    { grossMinor, allocations: [], netMinor: grossMinor, taxMinor: 0n },
    context,
  );
  draft.line_items.push(line);
  retax(line, context);
  return line;
}

/** Pieces that come back after an edit removed them are those pieces again; only more than that makes a line larger. */
function setQuantity({ draft, context, changes }: Editing, lineItemId: number, wanted: number): void {
  const line = lineOf(draft, lineItemId);
  const quantity = wholePieces(wanted, 0);
  const delta = quantity - line.current_quantity;
  if (delta === 0) return;
  if (delta < 0) {
    line.current_quantity = quantity;
    changes.removals.push({ id: line.id, delta: -delta });
    return;
  }
  const removed = line.quantity - line.current_quantity - refundedQuantity(draft, line.id);
  line.quantity += Math.max(0, delta - removed);
  line.current_quantity = quantity;
  changes.additions.push({ id: line.id, delta });
  if (delta > removed) retax(line, context);
}

function discount({ draft, context, changes }: Editing, lineItemId: number, amount: string): void {
  const line = lineOf(draft, lineItemId);
  const minor = parseAmount(amount, draft.currency);
  if (minor <= 0n || minor > lineAmounts(line).netMinor) {
    throw new CommerceRefusal(`A discount on "${line.name}" is more than nothing and at most its price.`);
  }
  const text = formatAmount(minor, draft.currency);
  draft.discount_applications.push({
    target_type: "line_item",
    type: "manual",
    value: text,
    value_type: "fixed_amount",
    allocation_method: "across",
    target_selection: "explicit",
    title: "Discount",
    description: "Discount",
  });
  line.discount_allocations.push({
    amount: text,
    amount_set: moneySet(minor, context.tender),
    discount_application_index: draft.discount_applications.length - 1,
  });
  retax(line, context);
  changes.discounted.push(line.id);
}

function undiscount({ draft, context, changes }: Editing, lineItemId: number): void {
  const line = lineOf(draft, lineItemId);
  if (line.discount_allocations.length === 0) return;
  line.discount_allocations = [];
  retax(line, context);
  changes.undiscounted.push(line.id);
}

function lineOf(draft: Order, lineItemId: number): LineItem {
  const line = draft.line_items.find((each) => each.id === lineItemId);
  if (!line) throw new CommerceRefusal(`The order has no line ${lineItemId}.`);
  return line;
}

function wholePieces(quantity: number, least: number): number {
  if (Number.isSafeInteger(quantity) && quantity >= least && quantity <= 1_000_000) return quantity;
  throw new CommerceRefusal(`A quantity is a whole number from ${least} to 1,000,000.`);
}

function retax(line: LineItem, context: LineContext): void {
  if (!line.taxable) return;
  const { taxesIncluded, taxRateBps, taxShipping } = context.settings;
  const rules = { included: taxesIncluded, rateBps: taxRateBps, onShipping: taxShipping };
  line.tax_lines = [taxLine(taxOf(lineAmounts(line).netMinor, rules), context)];
}

function keepEdit(
  commerce: ShopCommerce,
  { newLineIds, additions, removals }: Changes,
  { id, order, at }: { id: number; order: Order; at: string },
): OrderEdit {
  const edit = { id, order_id: order.id, committed_at: at, newLineIds, additions, removals };
  commerce.edits = [...(commerce.edits ?? []), edit];
  return edit;
}

function editPayload(edit: OrderEdit, changes: Changes, request: EditRequest) {
  return {
    order_edit: {
      id: edit.id,
      app_id: null,
      created_at: edit.committed_at,
      notify_customer: false,
      user_id: request.userId ?? null,
      order_id: edit.order_id,
      staff_note: request.note ?? "",
      committed_at: edit.committed_at,
      line_items: { additions: edit.additions, removals: edit.removals },
      discounts: {
        line_item: {
          additions: changes.discounted.map((id) => ({ id })),
          removals: changes.undiscounted.map((id) => ({ id })),
        },
      },
      shipping_lines: { additions: [], removals: [] },
    },
  };
}
