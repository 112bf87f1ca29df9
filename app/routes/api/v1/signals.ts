import { signalsQuery } from "#app/contracts/signals.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { signalsOf } from "#app/http/signals-wire.ts";

export const loader = apiRoute({
  need: "read",
  query: signalsQuery,
  run: async ({ context, query, now }) => await signalsOf(context.shop, query, now),
});

export function action() {
  return methodNotAllowed("GET");
}
