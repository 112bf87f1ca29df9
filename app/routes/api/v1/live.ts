import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { versionStream } from "#app/http/event-stream.ts";
import { mayStillRead } from "#app/http/require-shop.server.ts";

/** GET /api/v1/live: what open pages keep open, so that they learn of a sale when it is committed. */
export const loader = apiRoute({
  need: "read",
  run: ({ context, request }) =>
    Promise.resolve(
      versionStream({
        shopId: context.shopId,
        signal: request.signal,
        mayStay: () => mayStillRead(request, context.shopId),
      }),
    ),
});

export function action(): Response {
  return methodNotAllowed("GET");
}
