import { changeCodeBody, deleteCodeQuery } from "#app/contracts/discount.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { deleteCode, pauseCode, renameCode, resumeCode } from "#app/flows/codes/change-code.ts";
import { readDiscountCodes, removeDiscountCode } from "#app/flows/codes/discount-codes.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { discountCodesOf } from "#app/http/discount-codes-wire.ts";

const change = apiRoute({
  need: "write",
  body: changeCodeBody,
  run: async ({ context, params, body, now }) => {
    const { id = "", code = "" } = params;
    const [named, by] = [
      { affiliateId: id, code },
      { actor: context.actor, now },
    ];
    const { newCode, reason } = body;
    const { shop } = context;
    const set = () =>
      body.status === "paused" ? pauseCode(shop, named, by, { reason }) : resumeCode(shop, named, by);
    const refusal = newCode === undefined ? await set() : await renameCode(shop, named, newCode, by);
    return refusal ?? discountCodesOf(await readDiscountCodes(context.shopId, id));
  },
});

const remove = apiRoute({
  need: "write",
  query: deleteCodeQuery,
  run: async ({ context, params, query, now }) => {
    const { id = "", code = "" } = params;
    const by = { actor: context.actor, now };
    const end = query.store ? deleteCode : removeDiscountCode;
    const { reason } = query;
    const refusal = await end(context.shop, { affiliateId: id, code }, by, { reason });
    if (isRefusal(refusal)) return refusal;
    return discountCodesOf(await readDiscountCodes(context.shopId, id));
  },
});

export function loader(): Response {
  return methodNotAllowed("PUT", "DELETE");
}

export function action(args: Parameters<typeof remove>[0]) {
  if (args.request.method === "PUT") return change(args);
  return args.request.method === "DELETE" ? remove(args) : methodNotAllowed("PUT", "DELETE");
}
