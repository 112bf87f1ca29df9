import { plannedToWire } from "#app/contracts/discount-to-wire.ts";
import { makeDiscountBody } from "#app/contracts/discount.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { previewCodes } from "#app/flows/codes/make-discount.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { discountAsked } from "#app/http/discount-wire.ts";

const shown = 20;

const preview = apiRoute({
  need: "read",
  body: makeDiscountBody,
  run: async ({ context, body, now }) => {
    const codes = await previewCodes(context.shop, discountAsked(body), now);
    if (isRefusal(codes)) return codes;
    return { codes: codes.slice(0, shown).map(plannedToWire), total: codes.length };
  },
});

export function loader() {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof preview>[0]) {
  return args.request.method === "POST" ? preview(args) : methodNotAllowed("POST");
}
