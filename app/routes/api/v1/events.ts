import { eventListQuery, eventToWire } from "#app/contracts/event.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readEvents } from "#app/flows/emails/read-events.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { idPositionOf, nextIdCursor } from "#app/http/list-position.ts";

export const loader = apiRoute({
  need: "read",
  query: eventListQuery,
  run: async ({ context, query }) => {
    const { limit, cursor, type, affiliate, since, until } = query;
    const after = idPositionOf({ page: 1, limit, cursor });
    if (isRefusal(after)) return after;
    const found = await readEvents(context.shopId, {
      name: type,
      affiliateId: affiliate,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
      limit,
      after,
    });
    if (isRefusal(found)) return found;
    return { events: found.events.map(eventToWire), nextCursor: nextIdCursor(found.next) };
  },
});

export function action() {
  return methodNotAllowed("GET");
}
