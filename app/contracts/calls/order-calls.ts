import { orderExplanationWire, orderListQuery, orderListWire, orderWire } from "../order.ts";
import { signalsQuery, signalsWire } from "../signals.ts";
import { reading, type ApiCall } from "./api-call.ts";

export const orderCalls: readonly ApiCall[] = [
  {
    id: "listOrders",
    method: "get",
    path: "/api/v1/orders",
    tag: "Orders",
    summary:
      "List orders, credited or not, newest first, of an affiliate, of days, by the signals that they carried, or by what reports tell apart; `search` is the beginning of an order's name.",
    query: orderListQuery,
    answer: orderListWire,
    errors: [...reading, 503],
  },
  {
    id: "getOrder",
    method: "get",
    path: "/api/v1/orders/{id}",
    tag: "Orders",
    summary: "One order with who is credited and why.",
    answer: orderWire,
    errors: reading,
  },
  {
    id: "explainOrder",
    method: "get",
    path: "/api/v1/orders/{id}/explanation",
    tag: "Orders",
    summary: "Which signals were seen, who won and who lost, the arithmetic line by line, and the postings.",
    answer: orderExplanationWire,
    errors: reading,
  },
  {
    id: "getSignals",
    method: "get",
    path: "/api/v1/signals",
    tag: "Orders",
    summary:
      "Which share of the orders of some days carried which signal, and what was credited by it alone.",
    query: signalsQuery,
    answer: signalsWire,
    errors: reading,
  },
];
