import { orderExplanationWire, orderListQuery, orderListWire, orderWire } from "../order.ts";
import { reading, type ApiCall } from "./api-call.ts";

export const orderCalls: readonly ApiCall[] = [
  {
    id: "listOrders",
    method: "get",
    path: "/api/v1/orders",
    tag: "Orders",
    summary: "List orders, credited or not, newest first; `search` is the beginning of an order's name.",
    query: orderListQuery,
    answer: orderListWire,
    errors: reading,
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
];
