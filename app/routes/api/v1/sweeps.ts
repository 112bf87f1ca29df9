import { sweepToWire } from "#app/contracts/sweep.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readSweeps, startSweep } from "#app/flows/intake/start-sweep.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, now }) => ({ sweeps: (await readSweeps(context.shopId, now)).map(sweepToWire) }),
});

const start = apiRoute({
  need: "write",
  status: 202,
  run: async ({ context, now }) => {
    const id = await startSweep(context.shopId, { actor: context.actor, now });
    return isRefusal(id) ? id : { sweeps: (await readSweeps(context.shopId, now)).map(sweepToWire) };
  },
});

export function action(args: Parameters<typeof start>[0]) {
  return args.request.method === "POST" ? start(args) : methodNotAllowed("GET", "POST");
}
