import { applicationDecisionBody, applicationToWire } from "#app/contracts/application.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { decideApplication } from "#app/flows/affiliates/decide-applications.ts";
import { readApplication } from "#app/flows/affiliates/read-applications.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const decide = apiRoute({
  need: "write",
  body: applicationDecisionBody,
  run: async ({ context, params, body, now }) => {
    const id = params["id"] ?? "";
    const refusal = await decideApplication(context.shop, id, body, { actor: context.actor, now });
    if (refusal) return refusal;
    const application = await readApplication(context.shopId, id);
    return isRefusal(application) ? application : applicationToWire(application);
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof decide>[0]) {
  return args.request.method === "POST" ? decide(args) : methodNotAllowed("POST");
}
