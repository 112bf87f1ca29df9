import { isRefusal } from "#app/domain/refusal.ts";
import { openAnswer } from "#app/flows/privacy/data-requests.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

/** What it tells is about a person, so a key that may only read does not open it. */
export const loader = apiRoute({
  need: "write",
  run: async ({ context, params }) => {
    const text = await openAnswer(context.shopId, params["id"] ?? "");
    return isRefusal(text) ? text : (JSON.parse(text) as Record<string, unknown>);
  },
});

export function action() {
  return methodNotAllowed("GET");
}
