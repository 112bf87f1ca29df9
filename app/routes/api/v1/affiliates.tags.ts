import { changeTagsBody } from "#app/contracts/affiliate.ts";
import { changeTagsOfMany, readTags } from "#app/flows/affiliates/change-tags.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context }) => ({ tags: await readTags(context.shopId) }),
});

const change = apiRoute({
  need: "write",
  body: changeTagsBody,
  run: async ({ context, body, now }) => {
    const { ids: affiliateIds, add, remove, reason } = body;
    const by = { actor: context.actor, now };
    return await changeTagsOfMany(context.shopId, { affiliateIds, add, remove, reason }, by);
  },
});

export function action(args: Parameters<typeof change>[0]) {
  return args.request.method === "POST" ? change(args) : methodNotAllowed("GET", "POST");
}
