import { apiRoute } from "#app/http/api-route.ts";
import { itemAnswer } from "#app/http/payout-step.ts";

export const loader = apiRoute({
  need: "read",
  run: ({ context, params }) => itemAnswer(context.shopId, params["id"] ?? ""),
});
