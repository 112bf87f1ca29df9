import { apiRoute } from "#app/http/api-route.ts";
import { partAnswer } from "#app/http/payout-step.ts";

export const loader = apiRoute({
  need: "read",
  run: ({ context, params }) => partAnswer(context.shopId, params["id"] ?? ""),
});
