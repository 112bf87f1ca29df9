import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { userOf } from "#app/http/user-wire.ts";

/** GET /api/v1/test: who the caller is. Never kept. */
export const loader = apiRoute({
  need: "read",
  run: async ({ context }) => ({ authenticated: true, user: userOf(context), via: context.via }),
});

export function action(): Response {
  return methodNotAllowed("GET");
}
