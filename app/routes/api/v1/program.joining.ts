import { joiningBody, joiningOfBody } from "#app/contracts/joining.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { changeJoining, readJoining } from "#app/flows/programs/joining.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { joiningOf } from "#app/http/joining-wire.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params }) => {
    const read = await readJoining(context.shopId, params["id"] ?? "");
    return isRefusal(read) ? read : joiningOf(context.shop, read.joining);
  },
});

const update = apiRoute({
  need: "write",
  body: joiningBody,
  run: async ({ context, params, body, now }) => {
    const { shop, shopId, actor } = context;
    const changed = await changeJoining(shopId, params["id"] ?? "", joiningOfBody(body), { actor, now });
    return isRefusal(changed) ? changed : joiningOf(shop, changed);
  },
});

export function action(args: Parameters<typeof update>[0]) {
  return args.request.method === "PUT" ? update(args) : methodNotAllowed("GET", "PUT");
}
