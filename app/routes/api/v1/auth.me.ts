import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { userOf } from "#app/http/user-wire.ts";

/** GET /api/v1/auth/me: the signed-in user. */
export const loader = apiRoute({ need: "read", run: async ({ context }) => userOf(context) });

export function action(): Response {
  return methodNotAllowed("GET");
}
