import { balanceEntryToWire, writeOffBody } from "#app/contracts/balance-entry.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { writeOffBalance } from "#app/flows/commissions/balance-entries.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const post = apiRoute({
  need: "write",
  body: writeOffBody,
  status: 201,
  run: async ({ context, params, body, now }) => {
    const by = { actor: context.actor, now };
    const entry = await writeOffBalance(context.shop, params["id"] ?? "", body, by);
    return isRefusal(entry) ? entry : balanceEntryToWire(entry);
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof post>[0]) {
  return args.request.method === "POST" ? post(args) : methodNotAllowed("POST");
}
