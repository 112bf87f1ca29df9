import {
  deliveryListQuery,
  deliveryListWire,
  dismissBody,
  dismissedWire,
  retriedWire,
  retryBody,
} from "../delivery.ts";
import { sweepListWire } from "../sweep.ts";
import { reading, writing, type ApiCall } from "./api-call.ts";

export const deliveryCalls: readonly ApiCall[] = [
  {
    id: "listDeliveries",
    method: "get",
    path: "/api/v1/deliveries",
    tag: "Deliveries",
    summary: "List what the platform delivered and could not be processed, newest first.",
    query: deliveryListQuery,
    answer: deliveryListWire,
    errors: reading,
  },
  {
    id: "retryDeliveries",
    method: "post",
    path: "/api/v1/deliveries/retry",
    tag: "Deliveries",
    summary: "Try one of them again, or all.",
    body: retryBody,
    answer: retriedWire,
    errors: writing,
  },
  {
    id: "dismissDelivery",
    method: "post",
    path: "/api/v1/deliveries/dismiss",
    tag: "Deliveries",
    summary: "Take one of them off the list for good; nothing is made of it. What a law asks for stays.",
    body: dismissBody,
    answer: dismissedWire,
    errors: writing,
  },
  {
    id: "listSweeps",
    method: "get",
    path: "/api/v1/sweeps",
    tag: "Deliveries",
    summary: "List the looks through Shopify's orders for what no message brought, newest first.",
    answer: sweepListWire,
    errors: reading,
  },
  {
    id: "startSweep",
    method: "post",
    path: "/api/v1/sweeps",
    tag: "Deliveries",
    summary: "Look for missed orders now; one look at a time.",
    status: 202,
    answer: sweepListWire,
    errors: writing,
  },
];
