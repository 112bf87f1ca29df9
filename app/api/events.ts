import { eventListQuery, eventListWire, eventWire } from "#app/contracts/event.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readEvent, readEvents } from "#app/flows/emails/read-events.ts";
import { idPositionOf, nextIdCursor } from "#app/http/list-position.ts";
import { defineCall } from "./define-call.ts";

export const eventCalls = [
  defineCall({
    id: "listEvents",
    method: "GET",
    path: "/events",
    tag: "Events",
    summary: "List events of the last 90 days, newest first. Past orders that are imported cause none.",
    permission: "read",
    query: eventListQuery,
    answer: eventListWire,
    handle: async ({ shopId, query }) => {
      const { limit, cursor, type, affiliate, since, until } = query;
      const after = idPositionOf({ page: 1, limit, cursor });
      if (isRefusal(after)) return after;
      const found = await readEvents(shopId, {
        name: type,
        affiliateId: affiliate,
        since: since === undefined ? undefined : new Date(since),
        until: until === undefined ? undefined : new Date(until),
        limit,
        after,
      });
      if (isRefusal(found)) return found;
      return { events: found.events, nextCursor: nextIdCursor(found.next) };
    },
  }),
  defineCall({
    id: "getEvent",
    method: "GET",
    path: "/events/{id}",
    tag: "Events",
    summary: "One event.",
    permission: "read",
    answer: eventWire,
    handle: async ({ shopId, id }) => {
      return await readEvent(shopId, id);
    },
  }),
];
