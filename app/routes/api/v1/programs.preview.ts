import { basketOf, foreignAmounts, previewBody } from "#app/contracts/preview.ts";
import { previewToWire } from "#app/contracts/preview-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { previewTerms } from "#app/flows/programs/preview-terms.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const preview = apiRoute({
  need: "read",
  body: previewBody,
  run: async ({ context, body }) => {
    const { basket, ...asked } = body;
    const { currency } = context.shop;
    const message = `Must be in the store's currency, ${currency}.`;
    const foreign = basket ? foreignAmounts(basket, currency) : [];
    if (foreign.length > 0) {
      return { refused: "invalid" as const, message, errors: foreign.map((field) => ({ field, message })) };
    }
    const seen = await previewTerms(context.shop, { ...asked, basket: basket ? basketOf(basket) : null });
    return isRefusal(seen) ? seen : previewToWire(seen);
  },
});

export function loader() {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof preview>[0]) {
  return args.request.method === "POST" ? preview(args) : methodNotAllowed("POST");
}
