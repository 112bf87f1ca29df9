import { emailTextBody } from "#app/contracts/emails.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { saveTemplate } from "#app/flows/emails/templates.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { emailToWire } from "#app/http/email-wire.ts";

const update = apiRoute({
  need: "write",
  body: emailTextBody,
  run: async ({ context, params, body, now }) => {
    const by = { actor: context.actor, now };
    const email = await saveTemplate(context.shopId, params["id"] ?? "", body, by);
    return isRefusal(email) ? email : emailToWire(email);
  },
});

export function loader(): Response {
  return methodNotAllowed("PUT");
}

export function action(args: Parameters<typeof update>[0]) {
  return args.request.method === "PUT" ? update(args) : methodNotAllowed("PUT");
}
