import { eventToWire } from "#app/contracts/event.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readEvent } from "#app/flows/emails/read-events.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params }) => {
    const event = await readEvent(context.shopId, params["id"] ?? "");
    return isRefusal(event) ? event : eventToWire(event);
  },
});

export function action() {
  return methodNotAllowed("GET");
}
