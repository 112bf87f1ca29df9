import { ownTermsToWire } from "#app/contracts/program-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { withdrawOwnTerms } from "#app/flows/programs/own-terms.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const withdraw = apiRoute({
  need: "write",
  run: async ({ context, params, now }) => {
    const member = { affiliateId: params["id"] ?? "", programId: params["programId"] ?? "" };
    const own = await withdrawOwnTerms(context.shopId, member, { actor: context.actor, now });
    return isRefusal(own) ? own : ownTermsToWire(own);
  },
});

export const loader = () => methodNotAllowed("DELETE");

export function action(args: Parameters<typeof withdraw>[0]) {
  return args.request.method === "DELETE" ? withdraw(args) : methodNotAllowed("DELETE");
}
