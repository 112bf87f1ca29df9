import { fraudPreviewBody } from "#app/contracts/fraud-rule.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { fraudPreview } from "#app/http/fraud-preview.ts";

const preview = apiRoute({
  need: "read",
  body: fraudPreviewBody,
  run: ({ context, params, body, now }) =>
    fraudPreview(context, { kind: params["kind"] ?? "", ...body }, now),
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof preview>[0]) {
  return args.request.method === "POST" ? preview(args) : methodNotAllowed("POST");
}
