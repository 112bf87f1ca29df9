import { deleteDiscountQuery, editDiscountBody } from "#app/contracts/discount.ts";
import { dropDiscount } from "#app/flows/codes/change-discount.ts";
import { editDiscount } from "#app/flows/codes/edit-discount.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { discountView } from "#app/http/discount-wire.ts";

export const loader = apiRoute({
  need: "read",
  run: ({ context, params }) => discountView(context, params["id"] ?? ""),
});

const drop = apiRoute({
  need: "write",
  query: deleteDiscountQuery,
  run: async ({ context, params, query, now }) => {
    const id = params["id"] ?? "";
    const by = { actor: context.actor, now };
    const refusal = await dropDiscount(context.shop, id, by, query.reason);
    return refusal ?? (await discountView(context, id));
  },
});

const edit = apiRoute({
  need: "write",
  body: editDiscountBody,
  run: async ({ context, params, body, now }) => {
    const id = params["id"] ?? "";
    const refusal = await editDiscount(context.shop, id, body, { actor: context.actor, now });
    return refusal ?? (await discountView(context, id));
  },
});

export async function action(args: Parameters<typeof drop>[0]) {
  if (args.request.method === "DELETE") return await drop(args);
  return args.request.method === "PUT" ? await edit(args) : methodNotAllowed("GET", "PUT", "DELETE");
}
