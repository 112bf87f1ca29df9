import { startImportBody } from "#app/contracts/backtest.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { startImport } from "#app/flows/intake/start-import.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { importsOf } from "#app/http/imports-wire.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, now }) => await importsOf(context.shop, now),
});

const start = apiRoute({
  need: "write",
  body: startImportBody,
  status: 202,
  run: async ({ context, body, now }) => {
    const id = await startImport(context.shop, body, { actor: context.actor, now });
    return isRefusal(id) ? id : await importsOf(context.shop, now);
  },
});

export function action(args: Parameters<typeof start>[0]) {
  return args.request.method === "POST" ? start(args) : methodNotAllowed("GET", "POST");
}
