import { eventListQuery, eventListWire, eventWire } from "../event.ts";
import { reading, type ApiCall } from "./api-call.ts";

export const eventCalls: readonly ApiCall[] = [
  {
    id: "listEvents",
    method: "get",
    path: "/api/v1/events",
    tag: "Events",
    summary: "List events of the last 90 days, newest first. Past orders that are imported cause none.",
    query: eventListQuery,
    answer: eventListWire,
    errors: reading,
  },
  {
    id: "getEvent",
    method: "get",
    path: "/api/v1/events/{id}",
    tag: "Events",
    summary: "One event.",
    answer: eventWire,
    errors: reading,
  },
];
