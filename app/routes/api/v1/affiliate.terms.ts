import { ownTermsBody } from "#app/contracts/program.ts";
import { ownTermsToWire } from "#app/contracts/program-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { endOwnTerms, readOwnTerms, saveOwnTerms } from "#app/flows/programs/own-terms.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const memberOf = (params: Record<string, string | undefined>) => ({
  affiliateId: params["id"] ?? "",
  programId: params["programId"] ?? "",
});

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params, now }) => {
    const own = await readOwnTerms(context.shopId, memberOf(params), now);
    return isRefusal(own) ? own : ownTermsToWire(own);
  },
});

const save = apiRoute({
  need: "write",
  body: ownTermsBody,
  run: async ({ context, params, body, now }) => {
    const asked = { ...memberOf(params), terms: body.terms, seen: body.revision };
    const own = await saveOwnTerms(context.shop, asked, { actor: context.actor, now });
    return isRefusal(own) ? own : ownTermsToWire(own);
  },
});

const end = apiRoute({
  need: "write",
  run: async ({ context, params, now }) => {
    const own = await endOwnTerms(context.shopId, memberOf(params), { actor: context.actor, now });
    return isRefusal(own) ? own : ownTermsToWire(own);
  },
});

export function action(args: Parameters<typeof save>[0]) {
  if (args.request.method === "PUT") return save(args);
  return args.request.method === "DELETE" ? end(args) : methodNotAllowed("GET", "PUT", "DELETE");
}
