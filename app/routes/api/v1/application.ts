import { applicationNoteBody, applicationToWire } from "#app/contracts/application.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { noteApplication } from "#app/flows/affiliates/decide-applications.ts";
import { readApplication } from "#app/flows/affiliates/read-applications.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params }) => {
    const application = await readApplication(context.shopId, params["id"] ?? "");
    return isRefusal(application) ? application : applicationToWire(application);
  },
});

const update = apiRoute({
  need: "write",
  body: applicationNoteBody,
  run: async ({ context, params, body }) => {
    const id = params["id"] ?? "";
    const refusal = await noteApplication(context.shopId, id, body.note);
    if (refusal) return refusal;
    const application = await readApplication(context.shopId, id);
    return isRefusal(application) ? application : applicationToWire(application);
  },
});

export function action(args: Parameters<typeof update>[0]) {
  return args.request.method === "PUT" ? update(args) : methodNotAllowed("GET", "PUT");
}
