import {
  deliveryListQuery,
  deliveryListWire,
  dismissBody,
  dismissedWire,
  orderNamedIn,
  retriedWire,
  retryBody,
  sweepListWire,
} from "#app/contracts/delivery.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import {
  dismissDelivery,
  readFailedDeliveries,
  retryAllDeliveries,
  retryDelivery,
} from "#app/flows/intake/failed-deliveries.ts";
import { readSweeps, startSweep } from "#app/flows/intake/start-sweep.ts";
import { deliveryNameOf } from "#app/http/delivery-id.ts";
import { deliveryWords, sweepWords } from "#app/http/stored-failures.ts";
import { offsetRefusal } from "#app/http/list-position.ts";
import { defineCall } from "./define-call.ts";

export const deliveryCalls = [
  defineCall({
    id: "listDeliveries",
    method: "GET",
    path: "/deliveries",
    tag: "Deliveries",
    summary: "List what the platform delivered and could not be processed, newest first.",
    permission: "read",
    query: deliveryListQuery,
    answer: deliveryListWire,
    handle: async ({ shopId, query }) => {
      const tooDeep = offsetRefusal(query);
      if (tooDeep) return tooDeep;
      const found = await readFailedDeliveries(shopId, { ...query, findOrder: orderNamedIn });
      if (isRefusal(found)) return found;
      const { deliveries, total } = found;
      return { deliveries: deliveries.map(deliveryWords), pagination: { ...query, total } };
    },
  }),
  defineCall({
    id: "retryDeliveries",
    method: "POST",
    path: "/deliveries/retry",
    tag: "Deliveries",
    summary: "Try one of them again, or all.",
    permission: "write",
    body: retryBody,
    answer: retriedWire,
    handle: async ({ ctx, body }) => {
      if (body.id === undefined) return { retried: await retryAllDeliveries(ctx) };
      const name = deliveryNameOf(body.id);
      if (isRefusal(name)) return name;
      return (await retryDelivery(ctx, name)) ?? { retried: 1 };
    },
  }),
  defineCall({
    id: "dismissDelivery",
    method: "POST",
    path: "/deliveries/dismiss",
    tag: "Deliveries",
    summary: "Take one of them off the list for good; nothing is made of it. What a law asks for stays.",
    permission: "write",
    body: dismissBody,
    answer: dismissedWire,
    handle: async ({ ctx, body }) => {
      const name = deliveryNameOf(body.id);
      if (isRefusal(name)) return name;
      return (await dismissDelivery(ctx, name)) ?? { dismissed: 1 };
    },
  }),
  defineCall({
    id: "listSweeps",
    method: "GET",
    path: "/sweeps",
    tag: "Deliveries",
    summary: "List the looks through Shopify's orders for what no message brought, newest first.",
    permission: "read",
    answer: sweepListWire,
    handle: async ({ shopId, now }) => ({ sweeps: (await readSweeps(shopId, now)).map(sweepWords) }),
  }),
  defineCall({
    id: "startSweep",
    method: "POST",
    path: "/sweeps",
    tag: "Deliveries",
    summary: "Look for missed orders now; one look at a time.",
    permission: "write",
    status: 202,
    answer: sweepListWire,
    handle: async ({ ctx, shopId, now }) => {
      const id = await startSweep(ctx);
      return isRefusal(id) ? id : { sweeps: (await readSweeps(shopId, now)).map(sweepWords) };
    },
  }),
];
