import { apiRoute } from "#app/http/api-route.ts";
import { payoutAnswer } from "#app/http/payout-step.ts";

export const loader = apiRoute({
  need: "read",
  run: ({ context, params }) => payoutAnswer(context.shopId, params["id"] ?? ""),
});
