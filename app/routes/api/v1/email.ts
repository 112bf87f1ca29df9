import { emailSwitchBody } from "#app/contracts/emails.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readEmail, turnEmail } from "#app/flows/emails/templates.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { emailToWire } from "#app/http/email-wire.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params }) => {
    const email = await readEmail(context.shopId, params["id"] ?? "");
    return isRefusal(email) ? email : emailToWire(email);
  },
});

const update = apiRoute({
  need: "write",
  body: emailSwitchBody,
  run: async ({ context, params, body, now }) => {
    const by = { actor: context.actor, now };
    const email = await turnEmail(context.shopId, params["id"] ?? "", body.enabled, by);
    return isRefusal(email) ? email : emailToWire(email);
  },
});

export function action(args: Parameters<typeof update>[0]) {
  return args.request.method === "PUT" ? update(args) : methodNotAllowed("GET", "PUT");
}
