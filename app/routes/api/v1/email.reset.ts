import { emailResetBody } from "#app/contracts/emails.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { resetTemplate } from "#app/flows/emails/templates.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { emailToWire } from "#app/http/email-wire.ts";

const reset = apiRoute({
  need: "write",
  body: emailResetBody,
  run: async ({ context, params, body, now }) => {
    const by = { actor: context.actor, now };
    const email = await resetTemplate(context.shopId, params["id"] ?? "", body.language, by);
    return isRefusal(email) ? email : emailToWire(email);
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof reset>[0]) {
  return args.request.method === "POST" ? reset(args) : methodNotAllowed("POST");
}
