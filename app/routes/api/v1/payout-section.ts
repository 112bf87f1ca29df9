import { apiRoute } from "#app/http/api-route.ts";
import { sectionAnswer } from "#app/http/payout-step.ts";

export const loader = apiRoute({
  need: "read",
  run: ({ context, params }) => sectionAnswer(context.shopId, params["id"] ?? ""),
});
