import { importListWire, startImportBody } from "#app/contracts/backtest.ts";
import { reassignBody } from "#app/contracts/commission-handling.ts";
import { orderExplanationWire, orderListQuery, orderListWire, orderWire } from "#app/contracts/order.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readEntriesOf } from "#app/flows/commissions/read-commissions.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { readImports, startImport } from "#app/flows/intake/start-import.ts";
import { readExplanation, readOrder, readOrders } from "#app/flows/orders/read-orders.ts";
import { explanationInWords, orderInWords, writerFor } from "#app/http/explained.ts";
import { orderCursor, ordersAskedBy } from "#app/http/list-filters.ts";
import { runWords } from "#app/http/stored-failures.ts";
import { defineCall } from "./define-call.ts";

export const orderCalls = [
  defineCall({
    id: "listOrderImports",
    method: "GET",
    path: "/orders/imports",
    tag: "Orders",
    summary: "The newest readings of past orders in bulk, and how far back the platform tells.",
    permission: "read",
    answer: importListWire,
    handle: ({ shop, now }) => importsInWords(shop, now),
  }),
  defineCall({
    id: "startOrderImport",
    method: "POST",
    path: "/orders/imports",
    tag: "Orders",
    summary:
      "Read past orders in bulk from the platform, one import at a time. It runs by itself: ask for it.",
    permission: "write",
    body: startImportBody,
    status: 202,
    answer: importListWire,
    handle: async ({ ctx, shop, body, now }) => {
      const id = await startImport(ctx, body);
      return isRefusal(id) ? id : await importsInWords(shop, now);
    },
  }),
  defineCall({
    id: "listOrders",
    method: "GET",
    path: "/orders",
    tag: "Orders",
    summary:
      "List orders, credited or not, newest first, of an affiliate, of days, by the signals that they carried, or by what reports tell apart; `search` is the beginning of an order's name.",
    permission: "read",
    query: orderListQuery,
    answer: orderListWire,
    errors: [503],
    handle: async ({ shop, shopId, query, request }) => {
      const asked = ordersAskedBy(query, shop.timeZone);
      if (isRefusal(asked)) return asked;
      const { page, limit, sort } = query;
      const found = await readOrders(shopId, asked);
      if (isRefusal(found)) return found;
      const { orders, total, next } = found;
      const words = writerFor(request, shop);
      return {
        orders: orders.map((one) => orderInWords(one, words)),
        pagination: { page, limit, total },
        nextCursor: orderCursor(sort, next),
      };
    },
  }),
  defineCall({
    id: "getOrder",
    method: "GET",
    path: "/orders/{id}",
    tag: "Orders",
    summary: "One order with who is credited and why.",
    permission: "read",
    answer: orderWire,
    handle: async ({ shop, shopId, id, request }) => {
      const order = await readOrder(shopId, id);
      return isRefusal(order) ? order : orderInWords(order, writerFor(request, shop));
    },
  }),
  defineCall({
    id: "explainOrder",
    method: "GET",
    path: "/orders/{id}/explanation",
    tag: "Orders",
    summary: "Which signals were seen, who won and who lost, the arithmetic line by line, and the postings.",
    permission: "read",
    answer: orderExplanationWire,
    handle: async ({ shop, shopId, id, now, request }) => {
      const explained = await readExplanation(shopId, id, shop.domain);
      if (isRefusal(explained)) return explained;
      const commissions = await readEntriesOf(shopId, explained.commissionIds, now);
      return explanationInWords({ ...explained, commissions }, writerFor(request, shop));
    },
  }),
  defineCall({
    id: "reassignOrder",
    method: "POST",
    path: "/orders/{id}/reassign",
    tag: "Commissions",
    summary: "Give the credit for an order to another affiliate, or to one where nobody had it.",
    permission: "write",
    body: reassignBody,
    answer: orderWire,
    errors: [503],
    handle: async ({ ctx, shop, shopId, id, body, request }) => {
      const { affiliateId: affiliate, ...asked } = body;
      const given = await reassignOrder(ctx, id, { ...asked, affiliate });
      if (isRefusal(given)) return given;
      const order = await readOrder(shopId, id);
      return isRefusal(order) ? order : orderInWords(order, writerFor(request, shop));
    },
  }),
];

async function importsInWords(...asked: Parameters<typeof readImports>) {
  const found = await readImports(...asked);
  return { ...found, imports: found.imports.map(runWords) };
}
