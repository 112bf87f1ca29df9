import { listEmails } from "#app/flows/emails/templates.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { emailToWire } from "#app/http/email-wire.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context }) => ({ emails: (await listEmails(context.shopId)).map(emailToWire) }),
});

export function action(): Response {
  return methodNotAllowed("GET");
}
