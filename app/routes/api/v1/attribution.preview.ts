import { attributionBody } from "#app/contracts/attribution.ts";
import { attributionPreviewToWire } from "#app/contracts/attribution-to-wire.ts";
import { previewRules } from "#app/flows/attribution/rules.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const preview = apiRoute({
  need: "read",
  body: attributionBody,
  run: async ({ context, body }) => attributionPreviewToWire(await previewRules(context.shopId, body)),
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof preview>[0]) {
  return args.request.method === "POST" ? preview(args) : methodNotAllowed("POST");
}
