import { readTracking } from "#app/flows/storefront/read-tracking.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { trackingToWire } from "#app/http/tracking-wire.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context }) => trackingToWire(await readTracking(context.shop)),
});

export function action() {
  return methodNotAllowed("GET");
}
